import Foundation
import TestSupport
import Testing

@testable import MemoFolder
import MemoModel
@testable import Platform

@Suite("What is found below a folder")
struct TreeReaderTests {
  private let temporary: TemporaryFolder
  private let root: OpenFolder

  init() throws {
    temporary = try TemporaryFolder()
    root = try #require(OpenFolder(path: temporary.path))
  }

  private func full(_ path: FilePath) -> String { "\(temporary.path)/\(path)" }

  private func write(_ paths: FilePath..., text: String = "x") throws {
    for path in paths {
      try FileManager.default.createDirectory(atPath: full(path.folder), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: full(path)))
    }
  }

  private func compare(
    _ rows: [FilePath: FileMark] = [:], below path: FilePath = "", own: String = ""
  ) -> TreeComparison {
    var reader = TreeReader(root, rules: IgnoreTree(own: IgnoreRules(Array(own.utf8))))
    return TreeComparison(.known(rows), &reader, below: path)
  }

  private func mark(_ path: FilePath) throws -> FileMark {
    try #require(FileStatus(try root.entry(path).orThrow())).mark
  }

  @Test("notes however deep, and why all else is none")
  func found() throws {
    try write("a.md", "x/b.TXT", "x/y/c.markdown", ".hidden.md", ".git/d.md", "node_modules/p/e.md", "x/pic.png")
    try write("drafts/f.md", "x/skip.md", "x/z/skip.md", "kept/skip.md")
    try write(".gitignore", text: "drafts/\n")
    try write("x/.gitignore", text: "skip.md\n")
    symlink("a.md", full("link.md"))
    symlink("x", full("linked"))
    mkfifo(full("fifo.md"), 0o600)
    mkdir(full("folder.md"), 0o700)
    let found = compare(own: "kept/*.txt\nz/")
    #expect(found.toRead.keys.sorted() == ["a.md", "kept/skip.md", "x/b.TXT", "x/y/c.markdown"])
    #expect(
      found.skipped == [
        ".hidden.md": .hidden, ".git": .hidden, ".gitignore": .hidden, "node_modules": .packages, "drafts": .ignored,
        "x/.gitignore": .hidden, "x/skip.md": .ignored, "x/z": .ignored, "link.md": .link, "linked": .link,
        "fifo.md": .noFile,
      ])
    #expect(found.missing.isEmpty && found.unchanged == 0 && found.isWatched)
  }

  @Test("a name that is not UTF-8 is told, as far as it can be")
  func names() throws {
    let name: [CChar] = [0x61, -1, 0x2E, 0x6D, 0x64, 0]
    let descriptor = openat(root.descriptor, name, O_CREAT | O_WRONLY, 0o600)
    // Not every file system has such names.
    guard descriptor >= 0 else { return }
    close(descriptor)
    #expect(compare().skipped == ["a\u{FFFD}.md": .nameNotUTF8])
  }

  @Test("of many files each is what it is, where most are as they were", arguments: [false, true])
  func many(areSomeIgnored: Bool) throws {
    var rows: [FilePath: FileMark] = [:]
    for number in 0..<1500 {
      let path = FilePath("x/\(number) ö.md")
      try write(path)
      rows[path] = try mark(path)
    }
    let name: [CChar] = [0x78, 0x2F, 0x61, -1, 0x2E, 0x6D, 0x64, 0]
    let descriptor = openat(root.descriptor, name, O_CREAT | O_WRONLY, 0o600)
    if descriptor >= 0 { close(descriptor) }
    // Whatever a row says, these are no notes for their names alone.
    for path: FilePath in ["x/.hidden.md", "x/picture.png"] {
      try write(path)
      rows[path] = try mark(path)
    }
    try write("x/700 ö.md", text: "xy")
    try write("x/new.md", "x/new.png")
    unlink(full("x/1499 ö.md"))
    mkdir(full("x/deep"), 0o700)
    rename(full("x/5 ö.md"), full("x/deep/5 ö.md"))
    if areSomeIgnored { try write("x/.gitignore", text: "9*.md\n") }
    let ignored = rows.keys.filter { areSomeIgnored && $0.name.hasPrefix("9") }
    let found = compare(rows)
    #expect(Set(found.toRead.keys) == ["x/700 ö.md", "x/new.md", "x/deep/5 ö.md"])
    #expect(found.unchanged == 1497 - ignored.count && ignored.count == (areSomeIgnored ? 111 : 0))
    var missing: [FilePath: SkipReason?] = ["x/1499 ö.md": nil, "x/5 ö.md": nil]
    (missing["x/.hidden.md"], missing["x/picture.png"]) = (.some(.hidden), .some(.noNote))
    for path in ignored { missing[path] = .some(.ignored) }
    #expect(found.missing == missing)
    #expect(found.skipped.count { $0.value == .nameNotUTF8 } == (descriptor >= 0 ? 1 : 0))
    #expect(found.skipped["x/.hidden.md"] == .hidden)
  }

  @Test("what differs from its row is read again, what has no file is missing, and what is the same is passed over")
  func compared() throws {
    try write("same.md", "changed.md", "moved.md", "x/in.md")
    var rows: [FilePath: FileMark] = [:]
    for path: FilePath in ["same.md", "changed.md", "moved.md", "x/in.md"] { rows[path] = try mark(path) }
    rows["gone.md"] = rows["same.md"]
    rows["x/gone/y.md"] = rows["same.md"]
    rename(full("moved.md"), full("x/moved.md"))
    try write("changed.md", text: "xy")
    let found = compare(rows)
    #expect(found.toRead.keys.sorted() == ["changed.md", "x/moved.md"] && found.unchanged == 2)
    #expect(found.missing == ["gone.md": nil, "moved.md": nil, "x/gone/y.md": nil])
    // Of one folder alone the rest is not said to be missing.
    let part = compare(rows, below: "x")
    #expect(part.toRead.keys.sorted() == ["x/moved.md"] && part.missing == ["x/gone/y.md": nil] && part.unchanged == 1)
  }

  @Test("of a file with 10,000 names that somebody has written by one, all are looked at")
  func linked() throws {
    try write("0.md")
    let names = (0..<10_000).map { FilePath("\($0).md") }
    for name in names.dropFirst() { try #require(link(full("0.md"), full(name)) == 0) }
    let mark = try mark("0.md")
    let known = KnownFiles.known(Dictionary(uniqueKeysWithValues: names.map { ($0, mark) }))
    try write("1.md", text: "other")
    var rules = IgnoreTree()
    let look = TreeLook([.name("1.md"), .name("2.md")], in: root, known, &rules, watch: nil)
    #expect(Set(look.files.keys) == Set(names) && look.missing.isEmpty)
  }

  @Test("what is in a folder that is left alone, or can't be read, is not gone")
  func withheld() throws {
    try write("x/a.md", "y/b.md", "z/c.md", "w.md")
    var rows: [FilePath: FileMark] = [:]
    for path: FilePath in ["x/a.md", "y/b.md", "z/c.md", "w.md"] { rows[path] = try mark(path) }
    try write(".gitignore", text: "x/\nw.md")
    rename(full("y"), full("elsewhere"))
    symlink("elsewhere", full("y"))
    let found = compare(rows)
    #expect(found.missing == ["x/a.md": .ignored, "y/b.md": .link, "w.md": .ignored])
    guard geteuid() != 0 else { return }
    chmod(full("z"), 0)
    #expect(compare(rows).missing["z/c.md"] == .unreadable(EACCES))
    chmod(full("z"), 0o700)
  }

  @Test("what was in a folder that is a file by now is gone, and in one that is a link is left alone")
  func nothing() throws {
    try write("x/a.md")
    let rows: [FilePath: FileMark] = ["x/a.md": try mark("x/a.md")]
    try FileManager.default.removeItem(atPath: full("x"))
    try write("x", text: "no folder")
    let found = compare(rows, below: "x")
    #expect(found.missing == ["x/a.md": nil])
    try FileManager.default.removeItem(atPath: full("x"))
    symlink(".", full("x"))
    #expect(compare(rows, below: "x").missing == ["x/a.md": .link])
  }

  @Test("200 random folders: each note is found once, and after any changes what is told is what has changed")
  func random() throws {
    var chance = SeededGenerator(stream: 0x164)
    for _ in 0..<200 {
      let temporary = try TemporaryFolder()
      let root = try #require(OpenFolder(path: temporary.path))
      var rows: [FilePath: FileMark] = [:]
      func path() -> FilePath {
        let folders = (0..<Int.random(in: 0...2, using: &chance)).map { _ in
          "d\(Int.random(in: 0...2, using: &chance))/"
        }
        return FilePath(folders.joined() + "\(Int.random(in: 0...5, using: &chance)).md")
      }
      func write(_ path: FilePath) throws -> FileMark {
        let full = "\(temporary.path)/\(path)"
        try FileManager.default.createDirectory(
          atPath: "\(temporary.path)/\(path.folder)", withIntermediateDirectories: true)
        let file = Foundation.open(full, O_CREAT | O_WRONLY | O_APPEND, 0o600)
        _ = Descriptors.writeAll([65], to: file)
        close(file)
        return try #require(FileStatus(try root.entry(path).orThrow())).mark
      }
      for _ in 0..<20 {
        let new = path()
        rows[new] = try write(new)
      }
      var changed: Set<FilePath> = []
      var gone: Set<FilePath> = []
      for _ in 0..<Int.random(in: 0...4, using: &chance) {
        let one = path()
        if chance.chance(50) {
          _ = try write(one)
          changed.insert(one)
          gone.remove(one)
        } else if unlink("\(temporary.path)/\(one)") == 0 {
          changed.remove(one)
          if rows[one] != nil { gone.insert(one) }
        }
      }
      var reader = TreeReader(root, rules: IgnoreTree())
      let found = TreeComparison(.known(rows), &reader)
      let seed = "seed \(SeededGenerator.seed)"
      #expect(Set(found.toRead.keys) == changed && Set(found.missing.keys) == gone, "\(seed)")
      #expect(found.unchanged == rows.keys.count { !changed.contains($0) && !gone.contains($0) }, "\(seed)")
    }
  }
}

extension Optional {
  fileprivate func orThrow() throws -> Wrapped { try #require(self) }
}

extension KnownFiles {
  /// Files as they were, each with a memo of its own.
  fileprivate static func known(_ marks: [FilePath: FileMark]) -> KnownFiles {
    KnownFiles(
      marks.enumerated().compactMap { index, file in
        MemoID("m\(index)").map { FileRow(file.key, $0, revision: 1, KnownFile(file.value, 1)) }
      })
  }
}
