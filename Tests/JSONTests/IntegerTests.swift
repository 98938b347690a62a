import JSON
import TestSupport
import Testing

@Suite("Integers")
struct IntegerTests {
  private static let table: [(literal: String, value: Int?)] = [
    ("3", 3), ("3.0", 3), ("3e0", 3), ("1e2", 100), ("100.0", 100), ("1.5", nil), ("1e400", nil), ("-1e400", nil),
    ("0", 0), ("-0", 0), ("0.0", 0), ("-0.000", 0), ("0e999999999999", 0), ("0.0e-999999999999", 0), ("-0e5", 0),
    ("-1", -1), ("-1.0", -1), ("-1e0", -1), ("1E2", 100), ("1e+2", 100), ("1e-0", 1), ("1e002", 100), ("1e-2", nil),
    ("100e-2", 1), ("100e-3", nil), ("120e-1", 12), ("1.25e2", 125), ("1.25e1", nil), ("1.250e2", 125),
    ("12.50e1", 125),
    ("0.001e3", 1), ("0.001e2", nil), ("1.0000000000000000000000000000001", nil),
    ("1.0000000000000000000000000000000", 1),
    ("0.1", nil), ("0.5", nil), ("-0.5", nil), ("1e-400", nil), ("1e-999999999999", nil), ("1e999999999999", nil),
    // 2⁵³, where floating point starts to round
    ("9007199254740991", 1 << 53 - 1), ("9007199254740992", 1 << 53), ("9007199254740993", 1 << 53 + 1),
    ("-9007199254740993", -(1 << 53) - 1), ("9007199254740993.0", 1 << 53 + 1), ("9.007199254740993e15", 1 << 53 + 1),
    ("9007199254740992.5", nil), ("900719925474099300e-2", 1 << 53 + 1),
    // 2⁶³, where 64 bits end
    ("9223372036854775806", .max - 1), ("9223372036854775807", .max), ("9223372036854775808", nil),
    ("-9223372036854775807", .min + 1), ("-9223372036854775808", .min), ("-9223372036854775809", nil),
    ("9223372036854775807.0", .max), ("9223372036854775807.5", nil), ("9.223372036854775807e18", .max),
    ("9223372036854775807000e-3", .max), ("922337203685477580.7e1", .max), ("-9.223372036854775808e18", .min),
    ("9.223372036854775808e18", nil), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil),
    ("9e18", 9_000_000_000_000_000_000),
    // 2⁶⁴ and past it, where a wrong sum wraps round to something small
    ("18446744073709551615", nil), ("18446744073709551616", nil), ("18446744073709551617", nil),
    ("-18446744073709551615", nil),
    ("36893488147419103233", nil), ("10000000000000000000", nil), ("12345678901234567890", nil),
    ("99999999999999999999", nil),
    ("12345678901234567890123456789012345678901234567890", nil), ("100000000000000000000", nil),
    // Many digits that an exponent takes away again
    ("10000000000000000000000000000000000e-34", 1), ("10000000000000000000000000000000000e-35", nil),
    ("12300000000000000000000000000000000e-32", 123), ("0.00000000000000000000000000000000001e35", 1),
    ("0.00000000000000000000000000000000012e35", 12), ("0.00000000000000000000000000000000012e34", nil),
    ("10000000000000000000000000000000000.0e-30", 10_000), ("10000000000000000000000000000000001e-34", nil),
  ]

  @Test("are recognised however they are written", arguments: table)
  func integer(literal: String, value: Int?) throws {
    let root = try JSONDocument(Array(literal.utf8)).root
    #expect(root.integer == value)
    #expect(root.numberLiteral == literal)
    #expect(integerModel(literal) == value)
  }

  @Test("with a thousand zeros are still counted exactly")
  func longNumbers() throws {
    let zeros = String(repeating: "0", count: 1_000)
    let cases: [(String, Int?)] = [
      ("7\(zeros)e-1000", 7), ("7\(zeros)e-999", 70), ("7\(zeros)e-1001", nil), ("0.\(zeros)7e1001", 7),
      ("0.\(zeros)7e1000", nil), ("7.\(zeros)", 7), ("7.\(zeros)1", nil), ("-7\(zeros).\(zeros)e-1000", -7),
      ("7\(zeros)", nil),
    ]
    for (literal, value) in cases { #expect(try JSONDocument(Array(literal.utf8)).root.integer == value) }
  }

  @Test("agree with counting digits", arguments: 0..<4)
  func random(stream: Int) throws {
    var random = SeededGenerator(stream: 100 + UInt64(stream))
    var found = 0
    for _ in 0..<5_000 {
      let literal = random.chance(50) ? random.number() : random.integerLikeNumber()
      let mine = try JSONDocument(Array(literal.utf8)).root.integer
      try require(mine == integerModel(literal), "\(literal) is \(String(describing: mine))")
      found += mine == nil ? 0 : 1
    }
    #expect(found > 1_000)
  }

  @Test("are written in the shortest way")
  func written() {
    let table: [(Int, String)] = [
      (0, "0"), (1, "1"), (-1, "-1"), (9, "9"), (10, "10"), (-10, "-10"), (1_234_567_890, "1234567890"),
      (.max, "9223372036854775807"), (.min, "-9223372036854775808"), (-32_700, "-32700"),
    ]
    for (value, text) in table {
      var writer = JSONWriter()
      writer.value(value)
      #expect(writer.bytes == Array(text.utf8))
    }
  }
}

/// The integer that a JSON number is, by moving the point in its digits.
private func integerModel(_ literal: String) -> Int? {
  let parts = literal.lowercased().split(separator: "e")
  let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
  let fraction = mantissa.count > 1 ? mantissa[1] : ""
  var digits = String((mantissa[0] + fraction).drop { $0 == "0" })
  if digits.isEmpty { return 0 }
  guard let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return nil }
  var point = exponent - fraction.count
  while point < 0, digits.last == "0" {
    digits.removeLast()
    point += 1
  }
  guard (0...18).contains(point) else { return nil }
  return Int((literal.hasPrefix("-") ? "-" : "") + digits + String(repeating: "0", count: point))
}

extension SeededGenerator {
  /// A number that mostly is an integer, often one near a limit, with its point somewhere else.
  fileprivate mutating func integerLikeNumber() -> String {
    let limits = [0, 1 << 53, Int.max, Int.min, 1_000_000_000_000_000_000, 1 << 32, 100]
    let near = (limits.randomElement(using: &self) ?? 0).addingReportingOverflow(Int.random(in: -2...2, using: &self))
    let integer =
      near.overflow || chance(50) ? Int(truncatingIfNeeded: next()) >> Int.random(in: 0...63, using: &self) : near.0
    let sign = integer < 0 ? "-" : ""
    let digits =
      "\(integer.magnitude)" + String(repeating: "0", count: chance(50) ? Int.random(in: 0...25, using: &self) : 0)
    let cut = Int.random(in: 0...digits.count, using: &self)
    let (head, tail) = (digits.prefix(cut), digits.dropFirst(cut))
    let whole = head.isEmpty ? "0" : head.allSatisfy { $0 == "0" } ? "0" : String(head)
    let kept = digits.count - "\(integer.magnitude)".count
    let exponent = digits.count - cut - kept + (chance(5) ? Int.random(in: -2...2, using: &self) : 0)
    return sign + whole + (tail.isEmpty ? "" : "." + tail) + (exponent == 0 ? "" : "e\(exponent)")
  }
}
