package import MemoText

/// A text that was made from a template: each `{{name}}` is replaced by its value.
///
/// A name is what is between two pairs of braces on one line, without white space at its ends, and has no brace in it.
/// Values are not searched for names again, and a name without a value is left as it is. In front matter a value is
/// written so that YAML reads it unchanged, see ``TemplateHeader``.
package struct TemplateText: Sendable {
  /// The text.
  package let text: Rope
  /// The place of the first `{{cursor}}`, in UTF-8 bytes; nil if there was none. All of them are removed.
  package let cursor: Int?

  /// An error: the text would exceed its limit.
  package struct TooLong: Error {
    /// How many bytes it would have at least.
    package let bytes: Int
  }

  /// Fills in a template, in a time that grows with it and the result.
  ///
  /// - Parameters:
  ///   - limit: the most UTF-8 bytes that the text may have.
  ///   - value: the value of a name; nil for none.
  package init(_ template: Rope, limit: Int, value: (String) -> String?) throws(TooLong) {
    let source = template.utf8Bytes
    let fields = TemplateField.all(in: source, value)
    let header = try TemplateHeader(source, fields, limit: limit)
    let behind = fields.filter { $0.range.lowerBound >= header.end }.compactMap(\.edit)
    var made: [UInt8] = []
    made.reserveCapacity(min(source.count, limit))
    var cursor: Int?
    func append(_ bytes: some Collection<UInt8>) throws(TooLong) {
      guard bytes.count <= limit - made.count else { throw TooLong(bytes: made.count + bytes.count) }
      made.append(contentsOf: bytes)
    }
    var rest = 0
    for edit in header.edits + behind {
      try append(source[rest..<edit.range.lowerBound])
      if cursor == nil, let place = edit.cursor { cursor = made.count + place }
      try append(edit.text.utf8)
      rest = edit.range.upperBound
    }
    try append(source[rest...])
    self.text = made.withUnsafeBufferPointer { Rope(validUTF8: $0) }
    self.cursor = cursor
  }
}

/// The replacement for a stretch of a template.
struct TemplateEdit {
  let range: Range<Int>
  let text: String
  /// The place of the cursor in it, in bytes; nil if it is not in it.
  let cursor: Int?
}

/// A `{{name}}` in a template.
struct TemplateField {
  /// Its range, including the braces.
  let range: Range<Int>
  /// Its value; nil if it stays. The cursor's is empty.
  let value: String?
  let isCursor: Bool

  /// Its replacement where nothing needs escaping.
  var edit: TemplateEdit? { value.map { TemplateEdit(range: range, text: $0, cursor: isCursor ? 0 : nil) } }

  /// All fields of a template, in order.
  ///
  /// - Parameter value: the value of a name; nil for none.
  static func all(in source: [UInt8], _ value: (String) -> String?) -> [TemplateField] {
    var fields: [TemplateField] = []
    var index = 0
    while index + 1 < source.count {
      guard let name = name(source, at: index) else {
        index += 1
        continue
      }
      let words = String(decoding: source[name], as: UTF8.self).trimmingWhiteSpace
      let isCursor = words == "cursor"
      let text = isCursor ? "" : value(words)
      fields.append(TemplateField(range: index..<name.upperBound + 2, value: text, isCursor: isCursor))
      index = name.upperBound + 2
    }
    return fields
  }

  /// The range of a field's name, if a field begins here.
  private static func name(_ bytes: [UInt8], at index: Int) -> Range<Int>? {
    let brace = (open: UInt8(ascii: "{"), close: UInt8(ascii: "}"))
    guard bytes[index] == brace.open, bytes[index + 1] == brace.open else { return nil }
    let start = index + 2
    guard let end = bytes[start...].firstIndex(where: { "{}\n\r".utf8.contains($0) }), end > start,
      end + 1 < bytes.count, bytes[end] == brace.close, bytes[end + 1] == brace.close
    else { return nil }
    return start..<end
  }
}
