import JSON
import TestSupport

extension SeededGenerator {
  private static let scalarRanges: [ClosedRange<UInt32>] = [
    0x00...0x1F, 0x20...0x7E, 0x61...0x7A, 0x22...0x22, 0x5C...0x5C, 0x2F...0x2F, 0x7F...0x7F, 0x80...0x7FF,
    0x800...0xFFF, 0xD000...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF, 0x2028...0x2029, 0xFFFE...0xFFFF,
    0x10FFFF...0x10FFFF,
  ]

  /// Any scalar, those with a meaning in JSON more often.
  mutating func scalar() -> Unicode.Scalar {
    let range = Self.scalarRanges.randomElement(using: &self) ?? 0...0
    return Unicode.Scalar(UInt32.random(in: range, using: &self)) ?? "?"
  }

  /// A string of up to `length` scalars; some are long runs of letters, where a scanner takes several bytes at once.
  mutating func string(length: Int) -> String {
    var scalars = String.UnicodeScalarView()
    let plain = chance(40)
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      scalars.append(plain && chance(90) ? "a" : scalar())
    }
    return String(scalars)
  }

  /// A number as RFC 8259 lets it be written.
  mutating func number() -> String {
    var literal = chance(40) ? "-" : ""
    literal += chance(30) ? "0" : "\(Int.random(in: 1...9, using: &self))" + digits(0...20)
    if chance(40) { literal += "." + digits(1...20) }
    if chance(30) {
      literal += (["e", "E", "e+", "E+", "e-", "E-"].randomElement(using: &self) ?? "e") + digits(1...2)
    }
    return literal
  }

  private mutating func digits(_ count: ClosedRange<Int>) -> String {
    var digits = ""
    for _ in 0..<Int.random(in: count, using: &self) {
      digits += chance(40) ? "0" : "\(Int.random(in: 0...9, using: &self))"
    }
    return digits
  }

  /// A tree of values; no two names in an object are the same.
  mutating func value(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .number(number())
    case 3, 4: return .string(string(length: 12))
    case 5: return .array((0..<Int.random(in: 0...5, using: &self)).map { _ in value(depth: depth - 1) })
    default: return .object(object(depth: depth - 1))
    }
  }

  mutating func object(depth: Int = 4) -> JSONObject {
    var object = JSONObject()
    for index in 0..<Int.random(in: 0...5, using: &self) {
      // The index keeps names apart for readers that take canonically equal ones for the same.
      object["\(index)" + string(length: 6)] = value(depth: depth)
    }
    return object
  }

  /// One of the ways in which a value can be written: white space anywhere, any scalar escaped.
  mutating func spelling(of value: JSONValue) -> String {
    switch value {
    case .null: return blank() + "null" + blank()
    case .bool(let value): return blank() + (value ? "true" : "false") + blank()
    case .number(let literal): return blank() + literal + blank()
    case .string(let value): return blank() + quoted(value) + blank()
    case .array(let elements):
      let inner = elements.map { spelling(of: $0) }.joined(separator: ",")
      return blank() + "[" + (elements.isEmpty ? blank() : inner) + "]" + blank()
    case .object(let object):
      let members = object.members.map { blank() + quoted($0.name) + blank() + ":" + spelling(of: $0.value) }
      return blank() + "{" + (members.isEmpty ? blank() : members.joined(separator: ",")) + "}" + blank()
    }
  }

  private mutating func blank() -> String {
    chance(80) ? "" : ([" ", "\t", "\n", "\r", "\r\n  ", "\t\t \n"].randomElement(using: &self) ?? "")
  }

  private mutating func quoted(_ string: String) -> String {
    let short: [Unicode.Scalar: String] = [
      "\"": #"\""#, "\\": #"\\"#, "/": #"\/"#, "\u{8}": #"\b"#, "\u{C}": #"\f"#, "\n": #"\n"#, "\r": #"\r"#,
      "\t": #"\t"#,
    ]
    var result = "\""
    for scalar in string.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if let letter = short[scalar], chance(50) {
        result += letter
      } else if mustEscape || chance(15) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: chance(50))
          result += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// The value that a text holds.
func value(of text: String) throws -> JSONValue { JSONValue(try JSONDocument(Array(text.utf8)).root) }

/// The object that a text holds.
func object(of text: String) throws -> JSONObject { try JSONObject(json: Array(text.utf8)) }
