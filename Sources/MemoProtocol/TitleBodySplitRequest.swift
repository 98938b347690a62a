package import JSONRPC
package import MemoEngine

/// Splits a text into its title and its body.
package enum TitleBodySplitRequest: RequestType {
  /// `titleBodySplit`
  package static let method: StaticString = "titleBodySplit"

  /// The text.
  package typealias Params = TextOrMemo

  /// The parts: `title + separator + body` is the text.
  package struct Result: JSONObjectWritable, Sendable {
    private let text: Rope

    /// Creates a result for a text.
    package init(_ text: Rope) { self.text = text }

    /// Writes the parts.
    package func writeMembers(to writer: inout JSONWriter) {
      let parts = text.titleBodySplit
      writer.member("title", parts.title)
      writer.member("separator", parts.separator)
      writer.member("body", parts.body)
      writer.member("displayTitle", text.displayTitle)
    }
  }
}
