package import JSONRPC
package import MemoEngine

/// Lists the tags of all memos, the most used first, a page at a time.
package enum ListTags: RequestType {
  /// `tags`
  package static let method: StaticString = "tags"

  /// Which page of which tags.
  package struct Params: JSONReadable, Sendable {
    /// What the tags begin with; nil for all tags.
    package let prefix: String?
    /// The most tags the page may have; 50 if absent.
    package let limit: Int
    /// Where the page before this one ended; nil for the first.
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

  /// A tag, and how many memos have it.
  package struct TagCount: JSONObjectWritable, Sendable {
    private let tag: TagUse

    /// Creates what is told of a tag.
    package init(_ tag: TagUse) { self.tag = tag }

    /// Writes the tag.
    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("name", tag.name)
      writer.member("memos", tag.memos)
    }
  }
}

extension ListTags.Params {
  /// The place behind which the page starts; nil for the first.
  ///
  /// - Throws: `invalidParams` for a cursor that is none of ours, or of another list.
  package func place() throws(ResponseError) -> TagPlace? {
    guard let cursor else { return nil }
    if let json = CursorText.json(cursor), let document = try? JSONDocument(json) {
      let parts = Array(document.root.elements)
      if parts.count == 3, parts[0].string == list, let memos = parts[1].integer, let form = parts[2].string {
        return TagPlace(memos: memos, form: form)
      }
    }
    throw ResponseError.invalidParams(
      JSONTypeError("must be the nextCursor of a page with the same prefix").inside("cursor"))
  }

  /// The cursor of a place.
  package func cursor(of place: TagPlace) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(list)
    writer.value(place.memos)
    writer.value(place.form)
    writer.endArray()
    return CursorText.text(writer.bytes)
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
