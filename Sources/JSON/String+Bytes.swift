extension String {
  /// Whether another text has the very same bytes.
  ///
  /// `==` and hashing take canonically equal texts for the same, for which they sort combining marks by insertion:
  /// seconds for 80 KB that a client may send as a method's name. So text from outside is compared like this.
  public func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension JSONView {
  /// Whether this is a string with the very same bytes, see ``Swift/String/hasBytes(of:)``.
  public func says(_ text: String) -> Bool { kind == .string && withBytes { $0.elementsEqual(text.utf8) } }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The case whose raw value has the very same bytes as a text, see ``Swift/String/hasBytes(of:)``; nil if none has.
  public init?(named text: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.hasBytes(of: text) }) else { return nil }
    self = found
  }
}
