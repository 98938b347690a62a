/// What a header says behind a name.
package enum HeaderValue: Sendable {
  /// One word or text; plain if it stands without quotation marks, so that it may be a number, a date or nothing.
  case scalar(String, isPlain: Bool)
  /// Several values.
  case list([HeaderValue])
  /// Values with names.
  case map([HeaderMember])

  /// Whether there is nothing: no value, `~` or `null`.
  package var isNothing: Bool {
    guard case .scalar(let text, true) = self else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The text of one that is a word or a text.
  package var text: String? {
    guard case .scalar(let text, _) = self, !isNothing else { return nil }
    return text
  }
}

/// A name and its value.
package struct HeaderMember: Sendable {
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
