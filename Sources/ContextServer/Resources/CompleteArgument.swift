import JSONRPC
import MemoEngine

/// Offers completions of an argument: ids of memos, by their titles.
enum CompleteArgument: ContextRequest {
  static let method: StaticString = "completion/complete"

  /// The most completions.
  static let most = 100

  struct Params: JSONReadable, Sendable {
    /// The text typed so far.
    let value: String
    /// Whether the argument is the id of a memo; for others nothing is known.
    let isID: Bool

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
      guard let known = Self.argument(of: reference), name.hasBytes(of: known) else {
        throw JSONTypeError("must name the argument id of \(ResourceURI.template), or that of a prompt").inside("ref")
      }
      isID = name.hasBytes(of: "id")
    }

    /// The name of the argument; nil if the reference is unknown.
    private static func argument(of reference: JSONObject) -> String? {
      if reference.says("ref/resource", in: "type") {
        return reference.says(ResourceURI.template, in: "uri") ? "id" : nil
      }
      guard reference.says("ref/prompt", in: "type"), case .string(let name)? = reference["name"] else { return nil }
      return PromptTable.prompt(name)?.argument.name
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
  fileprivate func says(_ word: String, in name: String) -> Bool {
    if case .string(let text)? = self[name] { text.hasBytes(of: word) } else { false }
  }
}

extension ContextSession {
  func complete(_ params: CompleteArgument.Params) -> Answer<CompleteArgument.Result> {
    guard params.isID else { return .now(CompleteArgument.Result(ids: [], hasMore: false)) }
    let access = access
    let links = onEngine { $0.links(within: access.tag) }
    return .later(expectedBytes: CompleteArgument.most * 64) {
      let found = try await links.complete(.link, query: params.value, in: nil, limit: CompleteArgument.most)
      return CompleteArgument.Result(
        ids: found.items.compactMap { $0.id?.description }, hasMore: found.isIncomplete)
    }
  }
}
