import MemoText
import TestSupport
import Testing

@Suite("The stretches in which texts differ")
struct SpliceTests {
  @Test("turn one text into the other when they are put in place", arguments: 0..<6)
  func random(stream: Int) throws {
    var random = SeededGenerator(stream: UInt64(stream))
    for _ in 0..<40 {
      let pieces = (0..<Int.random(in: 0..<9000, using: &random)).map { "line \($0 % 97) 한\n" }
      let old = Rope(pieces.joined())
      var new = Bool.random(using: &random) ? old : Rope(old.string)
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        // Borders between lines are borders between scalars.
        let lines = [0, 1].map { _ in Int.random(in: 0..<new.lineCount, using: &random) }.sorted()
        let start = try new.offset(of: TextPosition(line: lines[0], character: 0), in: .utf8)
        let cut = min(lines[1], lines[0] + Int.random(in: 0..<40, using: &random))
        let end = try new.offset(of: TextPosition(line: cut, character: 0), in: .utf8)
        new.replaceSubrange(start..<end, with: String(repeating: "글x", count: Int.random(in: 0..<30, using: &random)))
      }
      let splices = old.splices(to: new)
      var result: [UInt8] = []
      var (oldEnd, newEnd) = (0, 0)
      for (from, to) in splices {
        try require(from.lowerBound >= oldEnd && to.lowerBound >= newEnd && !(from.isEmpty && to.isEmpty), "\(splices)")
        result += old.utf8Bytes[oldEnd..<from.lowerBound]
        result += new.utf8Bytes[to]
        (oldEnd, newEnd) = (from.upperBound, to.upperBound)
      }
      result += old.utf8Bytes[oldEnd...]
      try require(result == new.utf8Bytes, "\(splices)")
    }
  }

  @Test("are small where edits far apart were made in one text")
  func farApart() {
    let old = Rope(String(repeating: "0123456789abcdef\n", count: 60_000))
    var new = old
    let size = old.summary.utf8
    for place in [17, size / 2 / 17 * 17, size] { new.replaceSubrange(place..<place, with: "x") }
    let splices = old.splices(to: new)
    #expect(splices.count == 3 && splices.allSatisfy { $0.new.count < 8192 }, "\(splices)")
    #expect(old.splices(to: old).isEmpty)
  }
}
