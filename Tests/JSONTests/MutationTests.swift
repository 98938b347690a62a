import Foundation
import JSON
import TestSupport
import Testing

@Suite("Damaged texts")
struct MutationTests {
  private static let sources = [
    #"{"jsonrpc":"2.0","id":1,"method":"updateMemo","params":{"id":"a","contentChanges":[{"text":"é한😀\n"}]}}"#,
    #"[1,-0.5e+10,"\ud83d\ude00\u0000\\\"/",null,true,false,{"a":{"b":[[],{}]}}]"#,
    "{\r\n\t\"long\" : \"the quick brown fox jumps over the lazy dog, again and again\" , \"n\" : [ 1 , 2.50 , 3e0 ] "
      + "}\n",
    "\"a string on its own with \u{7F}, \u{80}, \u{FFFF} and \u{10FFFF}\"",
    "-123456789.0123456789E-3",
  ]

  /// Foundation refuses numbers that no `Double` holds, and goes on past 128 levels; it accepts what stands here.
  private struct Leniencies {
    static let trailingCommas = true
    static let leadingByteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// With a NUL among the first four bytes, or UTF-16's mark before them, Foundation takes the text for UTF-16 or
    /// UTF-32.
    static func guessesEncoding(_ bytes: [UInt8]) -> Bool {
      bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }
  }

  @Test("never stop the reader, and are read where the grammar says so", arguments: sources.indices, 0..<4)
  func mutations(source: Int, stream: Int) throws {
    var random = SeededGenerator(stream: UInt64(1_000 + source * 10 + stream))
    let original = Array(Self.sources[source].utf8)
    var accepted = 0
    for _ in 0..<5_000 {
      let bytes = random.damage(original)
      let document = try? JSONDocument(bytes)
      let mine = document != nil
      try require(mine == ReferenceGrammar.accepts(bytes), "\(describe(bytes)) was \(mine ? "read" : "refused")")
      if let document {
        accepted += 1
        try look(into: document)
      }
    }
    #expect(accepted > 50)
    #expect(accepted < 4_500)
  }

  @Test("are judged as Foundation judges them, but for its leniencies", arguments: sources.indices)
  func foundation(source: Int) throws {
    var random = SeededGenerator(stream: UInt64(2_000 + source))
    let original = Array(Self.sources[source].utf8)
    for _ in 0..<3_000 {
      let bytes = random.damage(original)
      if Leniencies.guessesEncoding(bytes) || hasHugeNumber(bytes) { continue }
      let mine = (try? JSONDocument(bytes)) != nil
      let theirs = (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
      if mine == theirs { continue }
      try require(theirs, "\(describe(bytes)) was read, but Foundation refuses it")
      let marked = bytes.starts(with: Leniencies.leadingByteOrderMark)
      let lenient = ReferenceGrammar.accepts(
        marked ? Array(bytes.dropFirst(3)) : bytes, allowsTrailingCommas: Leniencies.trailingCommas)
      try require(lenient, "\(describe(bytes)) was refused, but Foundation reads it")
    }
  }

  private func look(into document: JSONDocument) throws {
    let value = JSONValue(document.root)
    let again = JSONValue(try JSONDocument(written(value)).root)
    try require(same(value, again), "\(describe(document)) came back another")
    visit(document.root)
  }

  private func visit(_ view: JSONView) {
    _ = (view.integer, view.string, view.bool, view.numberLiteral, view["a"])
    for element in view.elements { visit(element) }
    for member in view.members { visit(member.value) }
  }

  private func describe(_ document: JSONDocument) -> String { describe(written(JSONValue(document.root))) }

  private func describe(_ bytes: [UInt8]) -> String {
    "\(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes)"
  }

  /// Whether an exponent has three digits or more, or there are enough digits for an overflow without one.
  private func hasHugeNumber(_ bytes: [UInt8]) -> Bool {
    let text = Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    return text.indices.contains { index in
      let rest = text[index...].dropFirst()
      return text[index] == UInt8(ascii: "e")
        && rest.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }.prefix { 0x30...0x39 ~= $0 }.count >= 3
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func damage(_ original: [UInt8]) -> [UInt8] {
    let meaningful =
      Array("[]{},:\"\\ \n0123456789-+.eEtrufalsn/'\u{FEFF}".utf8) + [0, 0x1F, 0x80, 0xC0, 0xED, 0xF4, 0xFF]
    var bytes = original
    for _ in 0..<(chance(70) ? 1 : Int.random(in: 2...4, using: &self)) {
      let index = Int.random(in: 0...bytes.count, using: &self)
      let byte = meaningful.randomElement(using: &self) ?? 0
      switch Int.random(in: 0..<6, using: &self) {
      case 0 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
      case 1 where index < bytes.count: bytes[index] = byte
      case 2 where index < bytes.count: bytes.remove(at: index)
      case 3: bytes.insert(byte, at: index)
      case 4 where chance(30): bytes.removeSubrange(index...)
      default:
        let end = Int.random(in: index...min(index + 8, bytes.count), using: &self)
        bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &self))
      }
    }
    return bytes
  }
}
