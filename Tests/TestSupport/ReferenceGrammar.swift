/// A second implementation of RFC 8259, scalar by scalar and without any cleverness, to measure the reader under test.
package struct ReferenceGrammar {
  private struct Refusal: Error {}

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private let maximumDepth: Int
  private let allowsTrailingCommas: Bool

  /// Whether bytes are a JSON text.
  package static func accepts(_ bytes: [UInt8], maximumDepth: Int = 128, allowsTrailingCommas: Bool = false) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var grammar = ReferenceGrammar(
      scalars: Array(text.unicodeScalars), maximumDepth: maximumDepth, allowsTrailingCommas: allowsTrailingCommas)
    return (try? grammar.text()) != nil
  }

  private init(scalars: [Unicode.Scalar], maximumDepth: Int, allowsTrailingCommas: Bool) {
    (self.scalars, self.maximumDepth, self.allowsTrailingCommas) = (scalars, maximumDepth, allowsTrailingCommas)
  }

  private mutating func text() throws {
    try value(depth: 0)
    if index < scalars.count { throw Refusal() }
  }

  private mutating func value(depth: Int) throws {
    if depth > maximumDepth { throw Refusal() }
    blank()
    if take("[") {
      try list(end: "]", depth: depth + 1) { grammar in try grammar.value(depth: depth + 1) }
    } else if take("{") {
      try list(end: "}", depth: depth + 1) { grammar in
        grammar.blank()
        try grammar.string()
        grammar.blank()
        try grammar.expect(":")
        try grammar.value(depth: depth + 1)
      }
    } else if index < scalars.count, scalars[index] == "\"" {
      try string()
    } else if !take("null"), !take("true"), !take("false") {
      try number()
    }
    blank()
  }

  private mutating func list(
    end: Unicode.Scalar, depth: Int, item: (inout ReferenceGrammar) throws -> Void
  ) throws {
    if depth > maximumDepth { throw Refusal() }
    blank()
    if take(end) { return }
    while true {
      try item(&self)
      blank()
      if take(end) { return }
      try expect(",")
      blank()
      if allowsTrailingCommas, take(end) { return }
    }
  }

  private mutating func string() throws {
    try expect("\"")
    var leading = false
    while !take("\"") {
      guard index < scalars.count, scalars[index].value >= 0x20 else { throw Refusal() }
      let start = index
      index += 1
      if scalars[start] == "\\", take("u") {
        let unit = try hexadecimal()
        let trailing = (0xDC00...0xDFFF).contains(unit)
        if trailing != leading { throw Refusal() }
        leading = (0xD800...0xDBFF).contains(unit)
        continue
      }
      if leading { throw Refusal() }
      if scalars[start] == "\\" {
        guard index < scalars.count, "\"\\/bfnrt".unicodeScalars.contains(scalars[index]) else { throw Refusal() }
        index += 1
      }
    }
    if leading { throw Refusal() }
  }

  private mutating func hexadecimal() throws -> Int {
    guard index + 4 <= scalars.count else { throw Refusal() }
    let digits = scalars[index..<index + 4]
    guard digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else { throw Refusal() }
    index += 4
    return digits.reduce(0) { $0 * 16 + (Int(String($1), radix: 16) ?? 0) }
  }

  private mutating func number() throws {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
  }

  private mutating func digits() throws {
    let start = index
    while index < scalars.count, ("0"..."9").contains(scalars[index]) { index += 1 }
    if index == start { throw Refusal() }
  }

  private mutating func blank() {
    while index < scalars.count, [" ", "\t", "\n", "\r"].contains(scalars[index]) { index += 1 }
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws {
    if !take(scalar) { throw Refusal() }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard index < scalars.count, scalars[index] == scalar else { return false }
    index += 1
    return true
  }

  private mutating func take(_ word: String) -> Bool {
    guard scalars[index...].starts(with: word.unicodeScalars) else { return false }
    index += word.unicodeScalars.count
    return true
  }
}
