import MemoText

/// Fills in the fields of a template's front matter, if that is YAML.
///
/// Each value is written so that YAML reads it unchanged: `title: {{title}}` becomes `title: "Trip: Japan"`. Within
/// quotation marks special characters are escaped; a word without such marks or a block of text gets them as a whole if
/// a value in it needs them; otherwise, and in a comment, no line of a value escapes from it.
struct TemplateHeader {
  /// The edits, in order.
  private(set) var edits: [TemplateEdit] = []
  /// The end of such front matter; 0 if there is none.
  let end: Int

  private let source: [UInt8]
  private let fields: ArraySlice<TemplateField>

  /// Reads a template.
  ///
  /// - Parameter limit: the most bytes that the values may have.
  init(_ source: [UInt8], _ fields: [TemplateField], limit: Int) throws(TemplateText.TooLong) {
    self.source = source
    let bounds = HeaderBounds.syntax(source.prefix(7)) == .yaml ? HeaderBounds(source) : nil
    self.fields = fields.prefix { $0.range.lowerBound < bounds?.contents.upperBound ?? 0 }
    guard let contents = bounds?.contents, contents.upperBound <= Header.largest, !self.fields.isEmpty else {
      end = 0
      return
    }
    // What is parsed has a word of the same length in place of each field: braces mean something else in YAML.
    var words = source
    for field in self.fields { words.replaceSubrange(field.range, with: field.word.utf8) }
    guard let scalars = YAMLReader.scalars(in: words[contents]) else {
      end = 0
      return
    }
    end = contents.upperBound
    var sum = 0
    for field in self.fields {
      sum += field.value?.utf8.count ?? 0
      guard sum <= limit else { throw TemplateText.TooLong(bytes: sum) }
    }
    var rest = self.fields
    for scalar in scalars {
      while let field = rest.first, field.range.lowerBound < scalar.range.lowerBound {
        fillIn(outside: rest.removeFirst())
      }
      let inside = rest.prefix { $0.range.lowerBound < scalar.range.upperBound }
      rest = rest.dropFirst(inside.count)
      fill(scalar, inside)
    }
    for field in rest { fillIn(outside: field) }
  }

  /// Fills in a field in a comment, or elsewhere outside of words.
  private mutating func fillIn(outside field: TemplateField) { fillIn(field) { $0.lines.joined(separator: " ") } }

  private mutating func fillIn(_ field: TemplateField, _ written: (String) -> String) {
    guard let edit = field.edit else { return }
    edits.append(TemplateEdit(range: edit.range, text: written(edit.text), cursor: edit.cursor))
  }

  private mutating func fill(_ scalar: YAMLReader.Scalar, _ fields: ArraySlice<TemplateField>) {
    let values = fields.filter { !$0.isCursor }.compactMap(\.value)
    switch scalar.style {
    case .plain:
      guard values.allSatisfy({ HeaderBounds.Syntax.yaml.word($0) == $0 }) else { return rewrite(scalar, fields) }
      for field in fields { fillIn(field) { $0 } }
    case .double: for field in fields { fillIn(field, \.escapedForYAML) }
    case .single:
      let isPlain = values.allSatisfy { value in
        value.unicodeScalars.allSatisfy { !$0.needsEscapeInYAML || $0 == "\\" || $0 == "\"" }
      }
      guard isPlain else { return rewrite(scalar, fields) }
      for field in fields { fillIn(field) { $0.replacing("'", with: "''") } }
    case .block:
      let text = filled(scalar, fields) { $0 }.text
      let isText = text.unicodeScalars.allSatisfy {
        !$0.needsEscapeInYAML || "\"\\\t\n\r".unicodeScalars.contains($0)
      }
      // The first line with words has the block's indentation.
      guard isText, !text.isIndented || scalar.text.isIndented else { return rewrite(scalar, fields) }
      // Looking for a field's line ends at the field before it.
      var (looked, lineEnd) = (0, "\n")
      for field in fields {
        let place = field.range.lowerBound
        if let end = source[looked..<place].lastIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
          let indentation = source[(end + 1)...].prefix { $0 == UInt8(ascii: " ") }
          lineEnd = "\n" + String(decoding: indentation, as: UTF8.self)
        }
        looked = place
        fillIn(field) { $0.lines.joined(separator: lineEnd) }
      }
    }
  }

  /// Rewrites a word or a text between quotation marks, which can hold everything.
  private mutating func rewrite(_ scalar: YAMLReader.Scalar, _ fields: ArraySlice<TemplateField>) {
    let (text, cursor) = filled(scalar, fields, \.escapedForYAML)
    edits.append(TemplateEdit(range: scalar.range, text: "\"\(text)\"", cursor: cursor.map { $0 + 1 }))
  }

  /// The meaning of a word or a text with its fields filled in, and the place of the cursor in it, in bytes.
  private func filled(
    _ scalar: YAMLReader.Scalar, _ fields: ArraySlice<TemplateField>, _ written: (String) -> String
  ) -> (text: String, cursor: Int?) {
    var text = ""
    var cursor: Int?
    var rest = scalar.text.unicodeScalars[...]
    for field in fields {
      guard let place = rest.firstRange(of: field.word.unicodeScalars) else { continue }
      text += written(String(rest[..<place.lowerBound]))
      if field.isCursor, cursor == nil { cursor = text.utf8.count }
      text += written(field.value ?? String(decoding: source[field.range], as: UTF8.self))
      rest = rest[place.upperBound...]
    }
    return (text + written(String(rest)), cursor)
  }
}

extension TemplateField {
  /// A word of the same length that no text has: it begins with a character without a meaning.
  fileprivate var word: String { "\u{10FFFD}" + String(repeating: "x", count: range.count - 4) }
}

extension String {
  /// Whether its first line with words begins with white space.
  fileprivate var isIndented: Bool {
    utf8.first { $0 != 0x0A && $0 != 0x0D }.map { $0 == 0x20 || $0 == 0x09 } ?? false
  }

  /// Its lines.
  fileprivate var lines: [String] { HeaderLines(Array(utf8)).map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The text as it is written in YAML between double quotation marks.
  fileprivate var escapedForYAML: String {
    guard unicodeScalars.contains(where: \.needsEscapeInYAML) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        text += "\\\(scalar)"
      } else if scalar.needsEscapeInYAML {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it can't be between double quotation marks in YAML, or would be misread there.
  fileprivate var needsEscapeInYAML: Bool {
    switch value {
    case 0..<0x20, 0x22, 0x5C, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
