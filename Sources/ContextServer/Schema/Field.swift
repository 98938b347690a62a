import JSONRPC

/// A member of a tool's arguments or results. From it are derived the JSON Schema for clients and the check of what
/// they send.
struct Field: Sendable {
  let name: String
  let shape: Shape
  let isRequired: Bool
  /// Its purpose, in a sentence.
  let summary: String?

  /// A member that is always there.
  static func required(_ name: String, _ shape: Shape, _ summary: String? = nil) -> Field {
    Field(name: name, shape: shape, isRequired: true, summary: summary)
  }

  /// A member that may be absent.
  static func optional(_ name: String, _ shape: Shape, _ summary: String? = nil) -> Field {
    Field(name: name, shape: shape, isRequired: false, summary: summary)
  }
}

/// The shape of a value.
indirect enum Shape: Sendable {
  /// A string with a range of lengths in characters.
  case text(ClosedRange<Int>? = nil)
  /// One of these strings.
  case choice([String])
  /// An integer.
  case number(ClosedRange<Int>)
  /// `true` or `false`.
  case flag
  /// An array with a range of lengths.
  case list(Shape, ClosedRange<Int>? = nil)
  /// An object with these members; when checked, with no others.
  case object([Field])

  /// Checks what a client sent.
  ///
  /// - Throws: `JSONTypeError` with the place that does not fit, and what would.
  func check(_ value: JSONView) throws(JSONTypeError) {
    switch self {
    case .text(let lengths):
      guard let text = value.string else { throw JSONTypeError("must be a string") }
      guard let lengths else { return }
      // A character takes at least a byte: few texts need counting.
      let isShort = text.utf8.count <= lengths.upperBound || text.unicodeScalars.count <= lengths.upperBound
      guard isShort, text.unicodeScalars.prefix(lengths.lowerBound).count == lengths.lowerBound else {
        throw JSONTypeError("must have \(lengths.lowerBound) to \(lengths.upperBound) characters")
      }
    case .choice(let words):
      guard words.contains(where: value.says) else {
        throw JSONTypeError("must be one of \(words.joined(separator: ", "))")
      }
    case .number(let range):
      guard let number = value.integer, range.contains(number) else {
        throw JSONTypeError("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
    case .flag: guard value.bool != nil else { throw JSONTypeError("must be true or false") }
    case .list(let element, let counts):
      guard value.kind == .array else { throw JSONTypeError("must be an array") }
      var count = 0
      for view in value.elements {
        do throws(JSONTypeError) { try element.check(view) } catch { throw error.inside(count) }
        count += 1
      }
      if let counts, !counts.contains(count) {
        throw JSONTypeError("must have \(counts.lowerBound) to \(counts.upperBound) elements")
      }
    case .object(let fields): try Self.check(value, fields)
    }
  }

  private static func check(_ value: JSONView, _ fields: [Field]) throws(JSONTypeError) {
    guard value.kind == .object else { throw JSONTypeError("must be an object") }
    var given = [JSONView?](repeating: nil, count: fields.count)
    for (name, view) in value.members {
      guard let field = fields.firstIndex(where: { $0.name.hasBytes(of: name) }) else {
        let known = fields.map(\.name).joined(separator: ", ")
        throw JSONTypeError(known.isEmpty ? "is not known; there are none" : "is not known; there are \(known)")
          .inside(name.utf8.count <= 64 ? name : "\(name.prefix(16))…")
      }
      given[field] = view
    }
    for (field, view) in zip(fields, given) {
      guard let view else {
        if field.isRequired { throw JSONTypeError("is missing").inside(field.name) }
        continue
      }
      do throws(JSONTypeError) { try field.shape.check(view) } catch { throw error.inside(field.name) }
    }
  }
}
