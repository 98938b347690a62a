import TestSupport
import Testing

@testable import MemoSQLite

@Suite("Names in memory")
struct NameIndexTests {
  private struct Name {
    let form: String
    let isAlias: Bool
    let key: Int
  }

  @Test("are found as a look at each of them finds them", arguments: 0..<trials(24))
  func random(stream: Int) throws {
    var random = SeededGenerator(stream: UInt64(stream))
    let parts = ["a", "b", "ab", " ", "한", "é", "\(String(repeating: "c", count: 300))"]
    func words(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    let forms = (0..<Int.random(in: 0...120, using: &random)).map { _ in words(6) }
    let names = forms.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { form in
      let key = random.chance(50) ? Int.random(in: 0...40, using: &random) : any(&random)
      return Name(form: form, isAlias: random.chance(30), key: key)
    }
    var index = NameIndex()
    for name in names { index.append(Array(name.form.utf8), isAlias: name.isAlias, name.key) }
    for _ in 0..<20 {
      let (text, limit) = (words(2), Int.random(in: 1...20, using: &random))
      let left = Set((0..<3).map { _ in Int.random(in: 0...40, using: &random) })
      let hits = index.hits(of: Array(text.utf8), limit: limit) { left.contains($0) }
      let told = hits.map { "\($0.key) \($0.rank) \(String(decoding: $0.form, as: UTF8.self)) \($0.isAlias)" }
      let expected = Self.found(text, in: names, without: left).prefix(limit)
      try require(told == Array(expected), "\(text) in \(names): \(told)")
      let fitting = index.hits(limit: limit) {
        left.contains($0)
      } where: {
        $0.utf8.count % 3 == text.utf8.count % 3
      }
      var seen = left
      let fit = names.filter { $0.form.utf8.count % 3 == text.utf8.count % 3 && seen.insert($0.key).inserted }
      try require(
        fitting.map { "\($0.key) \($0.form) \($0.isAlias)" }
          == fit.prefix(limit).map { "\($0.key) \(Array($0.form.utf8)) \($0.isAlias)" },
        "\(limit) of length \(text.utf8.count) in \(names): \(fitting)")
    }
  }

  private func any(_ random: inout SeededGenerator) -> Int {
    Int(truncatingIfNeeded: random.next() >> (random.next() % 64))
  }

  private static func found(_ text: String, in names: [Name], without left: Set<Int>) -> [String] {
    let text = Array(text.utf8)
    var groups: [String: [Name]] = [:]
    for name in names {
      let form = Array(name.form.utf8)
      let places = form.indices.filter { form[$0...].starts(with: text) }
      guard !places.isEmpty else { continue }
      let isWord = places.contains { $0 > 0 && form[$0 - 1] == UInt8(ascii: " ") }
      let rank = form == text ? "whole" : places[0] == 0 ? "beginning" : isWord ? "word" : "anywhere"
      groups[rank, default: []].append(name)
    }
    var seen = left
    return ["whole", "beginning", "word", "anywhere"].flatMap { rank in
      (groups[rank] ?? []).filter { seen.insert($0.key).inserted }
        .map { "\($0.key) \(rank) \($0.form) \($0.isAlias)" }
    }
  }

  @Test("may be whatever a damaged store has")
  func hostile() {
    let keys = [0, -1, .min, .max, 255, 256, 1 << 62]
    var index = NameIndex()
    for key in keys { index.append([0xFF, 0xFE, 0x61, 0x00], isAlias: key < 0, key) }
    for key in 0..<40 { index.append([], isAlias: false, 1000 + key) }
    index.append(Array(repeating: 0x61, count: 1 << 20), isAlias: false, 7)
    #expect(index.hits(of: [0x61], limit: 99) { _ in false }.map(\.key) == [7] + keys)
    let all = index.hits(limit: 99) { _ in
      false
    } where: { _ in
      true
    }
    #expect(all.map(\.key) == keys + (1000..<1040) + [7])
  }

  @Test("take little more than what they don't share with those before them")
  func memory() {
    var index = NameIndex()
    for number in 100_000..<200_000 { index.append(Array("garden \(number)".utf8), isAlias: false, number) }
    #expect(index.bytes <= 900_000, "1.4 MB of names, and as much of keys")
  }
}
