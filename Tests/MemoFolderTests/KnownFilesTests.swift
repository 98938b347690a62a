import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("What is remembered of files")
struct KnownFilesTests {
  private static func row(_ path: Int, _ id: Int, inode: Int, isGone: Bool = false) throws -> FileRow {
    FileRow(
      path: "p\(path).md", id: try #require(MemoID("m\(id)")), revision: 1, size: 1, modified: 1, changed: 1,
      inode: inode, born: 1, hash: 1, isGone: isGone)
  }

  @Test("is found by path, by memo and by number, whatever was noted and forgotten before")
  func random() throws {
    var chance = SeededGenerator(stream: 0x181)
    var known = KnownFiles([])
    var rows: [FileRow] = []
    for number in 0..<3000 {
      let row = try Self.row(
        .random(in: 0..<12, using: &chance), .random(in: 0..<12, using: &chance),
        inode: number, isGone: chance.chance(20))
      if chance.chance(30) {
        known.forget(row.id)
        rows.removeAll { $0.id == row.id }
      } else {
        let other = rows.first { $0.path == row.path && $0.id != row.id }?.id
        rows.removeAll { $0.id == row.id || $0.path == row.path }
        rows.append(row)
        #expect(known.note(row) == other)
      }
      let context: Comment = "seed \(SeededGenerator.seed)"
      try #require(Set(known.rows) == Set(rows) && known.rows.count == rows.count, context)
      #expect(known.present == rows.count { !$0.isGone }, context)
      for number in 0..<12 {
        let path = FilePath("p\(number).md")
        #expect(known[path] == rows.first { FilePath($0.path) == path }, context)
        let id = try #require(MemoID("m\(number)"))
        #expect(known[id] == rows.first { $0.id == id }, context)
      }
      for number in max(0, number - 30)...number {
        let path = rows.first { $0.inode == number && !$0.isGone }.map { FilePath($0.path) }
        #expect(known.path(of: try Self.row(0, 0, inode: number).mark) == path, context)
      }
    }
  }

  @Test("by a store that damage has given two rows of one path or memo: the last counts")
  func damaged() throws {
    let rows = [try Self.row(1, 1, inode: 1), try Self.row(2, 1, inode: 2), try Self.row(2, 3, inode: 3)]
    let known = KnownFiles(rows)
    #expect(known.rows == [rows[2]] && known.present == 1 && known["p1.md"] == nil)
    #expect(known.path(of: rows[2].mark) == "p2.md" && known.path(of: rows[0].mark) == nil)
  }

  @Test("of many folders that changed at once, each is looked at, and what happened elsewhere stays for its turn")
  func folders() throws {
    let kept = try KeptFolder()
    let all = (0..<40).map { "d\($0)" }
    for folder in all { try kept.write("in \(folder)", "\(folder)/a.md") }
    try kept.reconcile()
    for folder in all { try kept.write("now in \(folder)", "\(folder)/a.md") }
    for (told, count) in [(3, 3), (40, 40)] {
      try kept.reconcile(Set(all.prefix(told).map { .folder(FilePath($0)) }))
      #expect(kept.texts.count { $0.hasPrefix("now") } == count && kept.texts.count == 40)
    }
  }
}
