import JSONRPC
import MemoEngine

extension JSONView {
  /// The most Unicode scalars of the name of a template: those of memos are much shorter, and looking for one takes as
  /// long as it is.
  private static var longestTemplateName: Int { 1_000 }

  /// The `template` of these parameters; nil if there is none.
  func templateName() throws(JSONTypeError) -> String? {
    guard let name: String = try optional("template") else { return nil }
    guard name.unicodeScalars.count <= Self.longestTemplateName else {
      throw JSONTypeError("must have at most \(Self.longestTemplateName) characters").inside("template")
    }
    return name
  }
}

/// The values of a template's fields: texts, numbers as they are written, `true` and `false`.
struct TemplateValues {
  private(set) var texts: [String: String] = [:]

  /// The most of them: they are read while others wait.
  private static let most = 1_000

  /// Reads the `values` of parameters.
  init(_ json: JSONView) throws(JSONTypeError) {
    if let values = json["values"], values.members.dropFirst(Self.most).contains(where: { _ in true }) {
      throw JSONTypeError("must have at most \(Self.most) members").inside("values")
    }
    guard let values: JSONObject = try json.optional("values") else { return }
    for (name, value) in values.members {
      switch value {
      case .string(let text), .number(let text): texts[name] = text
      case .bool(let value): texts[name] = "\(value)"
      case .null: break
      case .array, .object: throw JSONTypeError("must have texts, numbers, true or false").inside("values")
      }
    }
  }
}
