import Platform
import TestSupport
import Testing

@testable import MemoFolder

@Suite("Whose a file is, after others renamed some")
struct MovesTests {
  /// A file by its number; the text has a hash of its own, and a length unless it is 0.
  private static func file(_ inode: UInt64, _ text: UInt128, born: Int = 1) -> KnownFile {
    KnownFile(FileMark(size: Int(min(text, 9)), modified: 0, changed: 0, inode: inode, born: born), text)
  }

  private typealias Files = [FilePath: KnownFile]

  @Test("what is renamed, replaced, copied and swapped")
  func cases() {
    let (a, b) = (Self.file(1, 10), Self.file(2, 20))
    let cases: [(String, rows: Files, files: Files, [FilePath: FilePath])] = [
      ("nothing", ["a": a, "b": b], ["a": a, "b": b], [:]),
      ("renamed", ["a": a, "b": b], ["x/c": a, "b": b], ["a": "x/c"]),
      ("renamed and written", ["a": a], ["c": Self.file(1, 11)], ["a": "c"]),
      ("replaced", ["a": a], ["a": Self.file(3, 11)], [:]),
      ("renamed as a backup, and replaced", ["a": a], ["a~.md": a, "a": Self.file(3, 11)], [:]),
      ("swapped", ["a": a, "b": b], ["a": b, "b": a], ["a": "b", "b": "a"]),
      ("shifted", ["a": a, "b": b], ["b": a, "c": b], ["a": "b", "b": "c"]),
      ("renamed over another", ["a": a, "b": b], ["b": a], [:]),
      (
        "shifted, the last over another", ["a": a, "b": b, "c": Self.file(3, 30)], ["b": a, "c": b],
        ["a": "b", "b": "c"]
      ),
      (
        "shifted over another that was copied before", ["a": a, "b": b, "c": Self.file(3, 30)],
        ["b": a, "c": b, "x": Self.file(4, 30)], ["a": "b", "b": "c", "c": "x"]
      ),
      (
        "a row of backups, and a new text", ["a": a, "a1": b, "a2": Self.file(3, 30)],
        ["a": Self.file(4, 40), "a1": a, "a2": b], ["a1": "a2"]
      ),
      ("copied and removed", ["a": a], ["c": Self.file(3, 10)], ["a": "c"]),
      ("copied", ["a": a], ["a": a, "c": Self.file(3, 10)], [:]),
      ("removed, and its number given again", ["a": a], ["c": Self.file(1, 30, born: 2)], [:]),
      (
        "renamed and written, with the number of a file of before", ["a": Self.file(1, 10, born: 2), "b": a],
        ["c": Self.file(1, 11, born: 2)], ["a": "c"]
      ),
      (
        "removed, its number given again, and come back elsewhere", ["a": a],
        ["c": Self.file(1, 30, born: 2), "d": Self.file(4, 10)], ["a": "d"]
      ),
      ("empty, removed and made elsewhere", ["a": Self.file(1, 0)], ["c": Self.file(3, 0)], [:]),
      (
        "a folder moved with all in it, by copying", ["x/a": a, "x/b": Self.file(2, 10)],
        ["y/b": Self.file(3, 10), "y/a": Self.file(4, 10)], ["x/a": "y/a", "x/b": "y/b"]
      ),
      ("only the case of its name", ["a": a], ["A": a], ["a": "A"]),
      ("a second name of it", ["a": a], ["a": a, "c": a], [:]),
      (
        "moved away with another in its place that was moved", ["a": a, "b": b], ["a": b, "c": a], ["a": "c", "b": "a"]
      ),
    ]
    for (name, rows, files, moves) in cases { #expect(Moves.found(rows, among: files) == moves, "\(name)") }
  }

  @Test("what was gone comes back by its text, the last to go first, but what is missing now comes before it")
  func gone() {
    let a = Self.file(1, 10)
    let gone = [(path: FilePath("late"), file: a), (path: FilePath("early"), file: a)]
    #expect(Moves.found([:], gone: gone, among: ["c": Self.file(7, 10)]) == ["late": "c"])
    #expect(Moves.found([:], gone: gone, among: ["x/early": Self.file(7, 10)]) == ["late": "x/early"])
    #expect(Moves.found(["a": a], gone: gone, among: ["c": Self.file(7, 10)]) == ["a": "c"])
    #expect(Moves.found(["a": a], gone: gone, among: ["a": a]) == [:])
    #expect(Moves.found([:], gone: gone, among: ["c": Self.file(7, 11)]) == [:])
  }

  @Test("where numbers are given anew, as on FAT, a file is known again by its text only")
  func numbers() {
    for born in [0, 20_000_000] {
      let (a, b) = (Self.file(1, 10, born: born), Self.file(2, 20, born: born))
      let renumbered: Files = ["a": Self.file(2, 10, born: born), "b": Self.file(1, 20, born: born)]
      #expect(Moves.found(["a": a, "b": b], among: renumbered) == [:])
      #expect(Moves.found(["a": a, "b": b], among: ["a": b, "b": a]) == ["a": "b", "b": "a"])
    }
  }

  @Test("10,000 files that are shifted by one are found at once", .timeLimit(.minutes(10)))
  func shifted() {
    let count = 10_000
    func path(_ number: Int) -> FilePath { FilePath("\(number)") }
    func file(_ number: Int) -> KnownFile { Self.file(UInt64(number), UInt128(number)) }
    let rows = Dictionary(uniqueKeysWithValues: (1...count).map { (path($0), file($0)) })
    let files = Dictionary(uniqueKeysWithValues: (2...count).map { (path($0), file($0 - 1)) })
    let moves = Moves.found(rows, among: files)
    #expect(moves == Dictionary(uniqueKeysWithValues: (1..<count).map { (path($0), path($0 + 1)) }))
  }

  @Test("1,000 random renamings, however they cross, are all found, and no two rows get one file")
  func random() throws {
    var chance = SeededGenerator(stream: 0x162)
    for _ in 0..<1_000 {
      let names = (0..<8).map { FilePath("\($0)") }
      var rows: Files = [:]
      for (number, name) in names.prefix(Int.random(in: 1...6, using: &chance)).enumerated() {
        rows[name] = Self.file(UInt64(number), UInt128(Int.random(in: 0...3, using: &chance)))
      }
      // A permutation of names, of files that may have been written since.
      let places = names.shuffled(using: &chance)
      var (files, truth): (Files, [FilePath: FilePath]) = ([:], [:])
      for (from, to) in zip(rows.keys.sorted(), places) {
        guard let row = rows[from] else { continue }
        files[to] = chance.chance(30) ? Self.file(row.mark.inode, 99) : row
        if from != to { truth[from] = to }
      }
      let seed = "\(rows) as \(files), seed \(SeededGenerator.seed)"
      #expect(Moves.found(rows, among: files) == truth, "\(seed)")
      // And with some gone, some replaced and some new.
      for name in names where chance.chance(30) {
        files[name] = chance.chance(50) ? nil : Self.file(UInt64.random(in: 0...20, using: &chance), 1, born: 2)
      }
      let moves = Moves.found(rows, among: files)
      #expect(Set(moves.values).count == moves.count && moves.values.allSatisfy { files[$0] != nil }, "\(seed)")
      for (from, to) in moves {
        #expect(from != to && rows[from] != nil, "\(seed)")
        // Another file is now at the path that was this one's.
        if rows[to] != nil { #expect(moves[to] != nil || files[to] != rows[to], "\(seed)") }
      }
    }
  }
}
