import JSONRPC
import MemoEngine

/// Lists memos as resources, those changed last first.
enum ListResources: ContextRequest {
  static let method: StaticString = "resources/list"

  /// The time for which clients may cache lists of memos, in milliseconds.
  static let lifetime = 1000

  struct Params: JSONReadable, Sendable {
    let cursor: String?

    init(json: JSONView) throws(JSONTypeError) { cursor = try json.optional("cursor") }
  }

  struct Result: ContextResult {
    static var lifetime: Int? { ListResources.lifetime }
    let page: ListPage

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("resources", page.memos.map(MemoResource.init))
      writer.member("nextCursor", page.next.map { $0.cursor(in: list) })
    }
  }

  static let list = "resources"
}

/// A memo in a list of resources.
struct MemoResource: JSONObjectWritable, Sendable {
  private let summary: MemoSummary

  init(_ memo: ListedMemo) { summary = memo.summary }

  func writeMembers(to writer: inout JSONWriter) {
    let id = summary.metadata.id.description
    writer.member("uri", ResourceURI(id).text)
    writer.member("name", id)
    writer.member("title", summary.displayTitle.isEmpty ? id : summary.displayTitle)
    writer.member("description", summary.preview)
    writer.member("mimeType", "text/markdown" as StaticString)
    writer.member("size", summary.bytes)
    writer.name("annotations")
    writer.beginObject()
    writer.member("lastModified", summary.metadata.modifiedAt.description)
    writer.endObject()
  }
}

/// Lists the template of memos' addresses.
enum ListTemplates: ContextRequest {
  static let method: StaticString = "resources/templates/list"
  typealias Params = OnlyPage

  struct Result: ContextResult {
    static var lifetime: Int? { ToolTable.lifetime }

    func writeMembers(to writer: inout JSONWriter) {
      writer.name("resourceTemplates")
      writer.beginArray()
      writer.beginObject()
      writer.member("uriTemplate", ResourceURI.template)
      writer.member("name", "memo" as StaticString)
      writer.member("title", "A memo" as StaticString)
      writer.member("description", "The Markdown of the memo with this id." as StaticString)
      writer.member("mimeType", "text/markdown" as StaticString)
      writer.endObject()
      writer.endArray()
    }
  }
}

extension ContextSession {
  /// The number of resources on a page.
  private static let page = 50

  func listResources(_ params: ListResources.Params) throws -> Answer<ListResources.Result> {
    let after: ListPlace?
    do throws(ToolFailure) {
      after = try PageCursor.place(params.cursor, in: ListResources.list)
    } catch {
      throw ResponseError(.invalidParams, error.message)
    }
    let query = ListQuery(
      sort: .modified, order: .descending, trashed: false, tags: [access.tag].compactMap { $0 }, after: after,
      limit: Self.page)
    let list = onEngine { $0.list(for: query) }
    return .later(expectedBytes: Self.page * 1024) { ListResources.Result(page: try await list.page(query)) }
  }
}
