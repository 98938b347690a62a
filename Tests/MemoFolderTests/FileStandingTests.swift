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

  #if os(Linux)
    /// Runs a shell's command in a folder; whether that went well.
    private func run(_ command: String, in folder: String) -> Bool {
      folder.withCString { setenv("MEMO_TEST_FOLDER", $0, 1) == 0 }
        && system("cd \"$MEMO_TEST_FOLDER\" && { \(command); } > /dev/null 2>&1") == 0
    }

    @Test(
      "a name that differs in case is not a file's where the file system finds it by that, be it with another number",
      .enabled(if: geteuid() == 0 && access("/usr/sbin/mount.exfat-fuse", X_OK) == 0))
    func otherCase() throws {
      let temporary = try TemporaryFolder()
      // There are not always devices left.
      let mount = "mkdir on && truncate -s 8M image && mkfs.exfat image && losetup -f --show image > device"
      guard run("\(mount) && mount.exfat-fuse $(cat device) on && mountpoint on", in: temporary.path) else { return }
      defer { _ = run("umount on; losetup -d $(cat device)", in: temporary.path) }
      let folder = try #require(OpenFolder(path: "\(temporary.path)/on"))
      let (old, new) = (FolderEntry(folder: folder, name: "a.md"), FolderEntry(folder: folder, name: "A.md"))
      close(try #require(folder.open("a.md", O_CREAT | O_WRONLY, permissions: 0o600)))
      #expect(old.isSpelled && old.move(over: new) == .done)
      #expect(FileStatus(old) != nil && !old.isSpelled && new.isSpelled)
    }
  #endif
}
