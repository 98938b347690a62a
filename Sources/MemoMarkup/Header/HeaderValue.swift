package import JSON
import MemoText

/// The value of a member in a header.
package enum HeaderValue: Sendable, Equatable {
  /// A word or text; plain if it has no quotation marks, so that it may be a number, a date or nothing.
  case scalar(String, isPlain: Bool)
  /// Several values.
  case list([HeaderValue])
  /// Values with names.
  case map([HeaderMember])

  /// Whether it is empty: no value, `~` or `null`.
  var isNothing: Bool {
    guard case .scalar(let text, true) = self else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The text, if it is a word or a text.
  package var text: String? {
    guard case .scalar(let text, _) = self, !isNothing else { return nil }
    return text
  }
}

extension HeaderValue {
  /// A value of JSON as a header would have it.
  package init(_ value: JSONValue) {
    switch value {
    case .null: self = .scalar("", isPlain: true)
    case .bool(let value): self = .scalar("\(value)", isPlain: true)
    case .number(let digits): self = .scalar(digits, isPlain: true)
    case .string(let text): self = .scalar(text.withOrderedMarks, isPlain: false)
    case .array(let items): self = .list(items.map(HeaderValue.init))
    case .object(let object):
      self = .map(object.members.map { HeaderMember(name: $0.name.withOrderedMarks, value: HeaderValue($0.value)) })
    }
  }
}

/// A name and its value.
package struct HeaderMember: Sendable, Equatable {
  /// The name as it is written.
  package let name: String
  /// The value.
  package let value: HeaderValue

  /// Creates a member.
  package init(name: String, value: HeaderValue) {
    self.name = name
    self.value = value
  }
}
