package import JSON

/// A request with this id, which is JSON or an integer.
package func call(_ id: some CustomStringConvertible, _ method: String, _ params: String? = nil) -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":\#(quoted(method))\#(params.map { #","params":\#($0)"# } ?? "")}"#
}

/// A notification.
package func notification(_ method: String, _ params: String? = nil) -> String {
  #"{"jsonrpc":"2.0","method":\#(quoted(method))\#(params.map { #","params":\#($0)"# } ?? "")}"#
}

/// A string as JSON.
package func quoted(_ text: String) -> String { JSONValue.string(text).json }

/// What a test looks at in a message.
extension JSONValue {
  /// A member of an object.
  package subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  /// A string's contents.
  package var string: String? { if case .string(let value) = self { value } else { nil } }

  /// A number that is written as an integer.
  package var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  /// An array's elements; none if this is no array.
  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The value in the fewest bytes.
  package var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
