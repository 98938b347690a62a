import MemoMarkup
package import MemoModel
import MemoText

extension StoredMemo {
  /// The memo's title; empty if the text is not UTF-8.
  package var displayTitle: String {
    Excerpts(of: Rope(validatingUTF8: text) ?? Rope(), inFile: file?.title).title
  }
}
