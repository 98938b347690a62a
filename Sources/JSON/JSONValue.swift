/// A JSON value that stands on its own, for what clients give us to keep, such as a memo's properties.
///
/// Numbers keep the digits they were sent with, and names are told apart by their bytes.
public enum JSONValue: Sendable, JSONWritable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number's digits as sent, a JSON number.
  case number(String)
  /// A string with its escapes resolved.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object.
  case object(JSONObject)

  /// Copies a value out of its document.
  public init(_ view: JSONView) {
    switch view.kind {
    case .null: self = .null
    case .boolean: self = .bool(view.bool ?? false)
    case .number: self = .number(view.numberLiteral ?? "0")
    case .string: self = .string(view.string ?? "")
    case .array: self = .array(view.elements.map(JSONValue.init))
    case .object: self = .object(JSONObject(members: view.members))
    }
  }

  /// Whether arrays and objects, this one included, nest deeper than so many levels.
  public func nests(deeperThan levels: Int) -> Bool {
    switch self {
    case .null, .bool, .number, .string: false
    case .array(let elements): levels == 0 || elements.contains { $0.nests(deeperThan: levels - 1) }
    case .object(let object): levels == 0 || object.members.contains { $0.value.nests(deeperThan: levels - 1) }
    }
  }

  /// The length of its JSON in bytes, roughly, counted no further than a limit.
  func bytes(upTo limit: Int) -> Int {
    switch self {
    case .null, .bool: 4
    case .number(let text), .string(let text): min(text.utf8.count + 2, limit)
    case .array(let elements): elements.reduce(0) { $0 < limit ? $0 + $1.bytes(upTo: limit - $0) + 1 : limit }
    case .object(let object): object.bytes(upTo: limit)
    }
  }

  /// Writes the value.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.value(value)
    case .number(let literal): writer.number(literal: literal)
    case .string(let value): writer.value(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let object): object.write(to: &writer)
    }
  }
}
