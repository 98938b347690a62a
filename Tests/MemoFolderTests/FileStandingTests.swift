import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("What stands at a path, beside what the store has of it")
struct FileStandingTests {
  private let kept: KeptFolder

  init() throws {
    kept = try KeptFolder()
    for name in ["a.md", "b.md"] { try kept.write(name, name) }
    try kept.reconcile()
  }

  private func standing(_ name: String) throws -> FileStanding {
    kept.folder.standing(of: FilePath(name), try kept.other.fileRow(at: name), limit: 1 << 20)
  }

  private func change(_ what: String) throws {
    let path = "\(kept.path)/a.md"
    switch what {
    case "nothing": break
    case "permissions": chmod(path, 0o600)
    case "words": try kept.writeInPlace("more words", "a.md")
    case "another file":
      try kept.write("a.md", "c.txt")
      rename("\(kept.path)/c.txt", path)
    case "another's name":
      try kept.move("a.md", "d")
      try kept.move("b.md", "a.md")
      try kept.move("d", "b.md")
    case "removal": try kept.remove("a.md")
    case "a link":
      try kept.remove("a.md")
      symlink("b.md", path)
    case "removal, and return":
      try kept.remove("a.md")
      kept.wait(milliseconds: 2_000)
      try kept.reconcile()
      try kept.write("a.md", "a.md")
    case "release":
      try kept.write("a.md\n", ".gitignore")
      try kept.reconcile()
      try kept.writeInPlace("own way", "a.md")
    default: Issue.record("unknown: \(what)")
    }
  }

  @Test(
    "it is the same, written since, another, or missing",
    arguments: [
      ("nothing", .known), ("permissions", .known), ("words", .written), ("another file", .other),
      ("another's name", .other), ("removal", .missing), ("a link", .missing), ("removal, and return", .other),
      ("release", .known),
    ] as [(String, FileStanding)])
  func changed(what: String, standing: FileStanding) throws {
    try change(what)
    #expect(try self.standing("a.md") == standing)
    for _ in 0..<3 {
      kept.wait(milliseconds: 2_000)
      try kept.reconcile()
    }
    #expect(try self.standing("a.md") == .known)
  }

  @Test("a new file is another if it will be a memo's; what is no note is nobody's business")
  func new() throws {
    try kept.write("hidden.md\n", ".gitignore")
    for name in ["new.md", "hidden.md", "picture.png", ".x.md"] { try kept.write("new", name) }
    for (name, known) in [
      ("new.md", false), ("hidden.md", true), ("picture.png", true), (".x.md", true), ("no.md", true),
    ] {
      #expect(try standing(name) == (known ? .known : .other), "\(name)")
    }
    #expect(try standing("../a.md") == .known)
  }
}
