import JSONRPC
import MemoEngine

/// Offers what may be typed for an argument: ids of memos, by their titles.
enum CompleteArgument: ContextRequest {
  static let method: StaticString = "completion/complete"

  /// The most that are offered.
  static let most = 100

  struct Params: JSONReadable, Sendable {
    /// What stands there already.
    let value: String

    init(json: JSONView) throws(JSONTypeError) {
      let reference: JSONObject = try json.required("ref")
      guard let argument = json["argument"], argument.kind == .object else {
        throw JSONTypeError("must be an object").inside("argument")
      }
      let name: String
      do throws(JSONTypeError) {
        (name, value) = (try argument.required("name"), try argument.required("value"))
      } catch {
        throw error.inside("argument")
      }
      guard value.utf8.count <= 1000 else { throw JSONTypeError("is too long").inside("argument") }
      guard Self.names(reference).contains(name) else {
        throw JSONTypeError("must name the argument id of \(ResourceURI.template), or of a prompt").inside("ref")
      }
    }

    /// The arguments of what is named that can be completed; none if there is no such thing.
    private static func names(_ reference: JSONObject) -> [String] {
      switch (reference.word("type"), reference.word("uri"), reference.word("name")) {
      case ("ref/resource", ResourceURI.template, _): ["id"]
      case ("ref/prompt", _, let name?): PromptTable.completed(name)
      default: []
      }
    }
  }

  struct Result: ContextResult {
    let ids: [String]
    let hasMore: Bool

    func writeMembers(to writer: inout JSONWriter) {
      writer.name("completion")
      writer.beginObject()
      writer.member("values", ids)
      writer.member("hasMore", hasMore)
      writer.endObject()
    }
  }
}

extension JSONObject {
  fileprivate func word(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }
}

extension ContextSession {
  func complete(_ params: CompleteArgument.Params) -> Answer<CompleteArgument.Result> {
    let access = access
    let links = onEngine { $0.links(within: access.tag) }
    return .later(expectedBytes: CompleteArgument.most * 64) {
      let found = try await links.complete(.link, query: params.value, in: nil, limit: CompleteArgument.most)
      return CompleteArgument.Result(
        ids: found.items.compactMap { $0.id?.description }, hasMore: found.isIncomplete)
    }
  }
}
