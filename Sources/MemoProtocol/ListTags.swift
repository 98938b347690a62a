package import JSONRPC
package import MemoEngine

/// Lists the tags of all memos, the most used first, a page at a time.
package enum ListTags: RequestType {
  /// `tags`
  package static let method: StaticString = "tags"

  /// The tags, and the page.
  package struct Params: JSONReadable, Sendable {
    /// What the tags begin with; nil for all tags.
    package let prefix: String?
    /// The most tags the page may have; 50 if absent.
    package let limit: Int
    /// The cursor at the end of the previous page; nil for the first.
    package let cursor: String?

    /// Reads the parameters.
    package init(json: JSONView) throws(JSONTypeError) {
      prefix = try json.optional("prefix")
      limit = try json.pageLimit()
      cursor = try json.optional("cursor")
    }
  }

  /// A page.
  package typealias Result = Page<TagCount>

  /// A tag with its number of memos.
  package struct TagCount: JSONObjectWritable, Sendable {
    private let tag: TagUse

    /// Creates the wire form of a tag.
    package init(_ tag: TagUse) { self.tag = tag }

    /// Writes the tag.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("name", tag.name)
      writer.member("memos", tag.memos)
    }
  }
}

extension ListTags.Params {
  /// The place where the page starts; nil for the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is not one of ours, or of another list.
  package func place() throws(ResponseError) -> TagPlace? {
    guard let cursor else { return nil }
    if let parts = OpaqueCursor.elements(cursor), parts.count == 3, parts[0].says(list), let memos = parts[1].integer,
      let form = parts[2].string
    {
      return TagPlace(memos: memos, form: form)
    }
    throw ResponseError.invalidParams(
      JSONTypeError("must be the nextCursor of a page with the same prefix").inside("cursor"))
  }

  /// The cursor of a place.
  package func cursor(of place: TagPlace) -> String {
    OpaqueCursor.text { writer in
      writer.value(list)
      writer.value(place.memos)
      writer.value(place.form)
    }
  }

  private var list: String { "\(ListTags.method) \(prefix ?? "")" }
}

extension UsedTags {
  /// The page on the wire.
  package func result(cursor: (TagPlace) -> String, isRecovering: Bool) -> ListTags.Result {
    Page(
      name: "tags", items: tags.map(ListTags.TagCount.init), total: total, nextCursor: next.map(cursor),
      isIndexing: isIndexing, isRecovering: isRecovering)
  }
}
