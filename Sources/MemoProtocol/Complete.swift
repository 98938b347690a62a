package import JSONRPC
package import MemoEngine

/// Offers what may be typed next in a link or a tag.
package enum Complete: RequestType {
  /// `complete`
  package static let method: StaticString = "complete"

  /// What is being typed.
  package struct Params: JSONReadable, Sendable {
    /// What is wanted.
    package let kind: CompletionKind
    /// What stands there already.
    package let query: String
    /// The memo whose headings or blocks are wanted, or that is being written; nil for none.
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

  /// What fits, best first.
  package struct Result: JSONObjectWritable, Sendable {
    private let completions: Completions
    private let isRecovering: Bool

    /// Creates a result.
    ///
    /// - Parameter isRecovering: whether what ended processes did last is still on its way into the store.
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

  /// Something that may be typed.
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
