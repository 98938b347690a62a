package import MemoModel
package import MemoText

/// The forms in which memos go out.
package enum ExportFormat: String, Sendable, CaseIterable {
  /// The text alone, byte for byte.
  case text
  /// The text behind front matter with times and properties.
  case markdown
  /// A page for a browser.
  case html
  /// JSON Lines: everything there is of a memo, a memo a line.
  case json

  /// What a file's name ends with.
  package var suffix: String {
    switch self {
    case .text: ".txt"
    case .markdown: ".md"
    case .html: ".html"
    case .json: ".jsonl"
    }
  }

  /// Whether a file of this name may be one that was written in this form.
  func mayHaveWritten(_ name: String) -> Bool {
    let isOther = self == .markdown && name.lowercased().hasSuffix(".markdown")
    return isOther || name.lowercased().hasSuffix(suffix)
  }

  /// The media type.
  package var mimeType: String {
    switch self {
    case .text: "text/plain"
    case .markdown: "text/markdown"
    case .html: "text/html"
    case .json: "application/jsonl"
    }
  }

  /// A memo in this form, as UTF-8. What links to other memos is words in a page.
  package func bytes(of memo: MemoMetadata, text: Rope) -> [UInt8] {
    switch self {
    case .text: text.utf8Bytes
    case .markdown: FrontMatter(memo).bytes(before: text)
    case .html: HTMLPage(text).bytes()
    case .json: MemoLine.bytes(of: memo, text: text)
    }
  }
}
