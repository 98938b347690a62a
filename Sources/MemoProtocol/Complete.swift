package import JSONRPC
package import MemoEngine

/// Offers completions in a link or a tag.
package enum Complete: RequestType {
  /// `complete`
  package static let method: StaticString = "complete"

  /// What to complete.
  package struct Params: JSONReadable, Sendable {
    /// The kind of completion.
    package let kind: CompletionKind
    /// The text typed so far.
    package let query: String
    /// The memo whose headings or blocks are wanted, or that is being edited; nil for none.
    package let id: String?
    /// The most items; 50 if absent.
    package let limit: Int

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      kind = try json.requiredChoice("kind")
      query = try json.required("query")
      id = try json.optional("id")
      limit = try json.pageLimit()
    }
  }

  /// The completions, best first.
  package struct Result: JSONObjectWritable, Sendable {
    private let completions: Completions
    private let isRecovering: Bool

    /// Creates a result.
    ///
    /// - Parameter isRecovering: whether ended processes' journals are still being recovered.
    package init(_ completions: Completions, isRecovering: Bool) {
      (self.completions, self.isRecovering) = (completions, isRecovering)
    }

    /// Writes the result.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("items", completions.items.map(Item.init))
      writer.member("isIncomplete", completions.isIncomplete)
      writer.signs(isIndexing: completions.isIndexing, isRecovering: isRecovering)
    }
  }

  /// A completion.
  private struct Item: JSONObjectWritable {
    let completion: Completion

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("label", completion.label)
      writer.member("insert", completion.insert)
      writer.member("id", completion.id?.description)
      writer.member("detail", completion.detail)
    }
  }
}
