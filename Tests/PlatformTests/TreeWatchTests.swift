#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Platform

  @Suite("What happens below a folder is told")
  struct TreeWatchTests {
    private let temporary: TemporaryFolder
    private let root: OpenFolder
    private let watch: InotifyWatch

    /// A folder with one inside it, both watched.
    init() throws {
      temporary = try TemporaryFolder()
      let path = temporary.path
      try FileManager.default.createDirectory(atPath: "\(path)/in/deep", withIntermediateDirectories: true)
      for name in ["a.md", "in/b.md"] { try Data("x".utf8).write(to: URL(filePath: "\(path)/\(name)")) }
      root = try #require(OpenFolder(path: path))
      watch = try #require(InotifyWatch())
      try add("", "in", "in/deep")
    }

    private func add(_ paths: FilePath...) throws {
      for path in paths {
        let folder = try #require(root.folder(path))
        try #require(watch.add(folder, path: path))
      }
    }

    private func full(_ name: String) -> String { "\(temporary.path)/\(name)" }

    private func append(_ name: String) throws {
      let file = try #require(FileHandle(forWritingAtPath: full(name)))
      file.seekToEndOfFile()
      file.write(Data("y".utf8))
    }

    private func make(_ name: String) throws { try Data("z".utf8).write(to: URL(filePath: full(name))) }

    @Test("nothing, as long as nothing happens")
    func nothing() throws {
      #expect(watch.changes().isEmpty)
      _ = try Data(contentsOf: URL(filePath: full("a.md")))
      #expect(watch.changes().isEmpty, "reading is nothing")
    }

    @Test("what is written, made, renamed and removed, by its path")
    func files() throws {
      try append("a.md")
      #expect(watch.changes() == [.name("a.md")])
      try append("in/b.md")
      try append("a.md")
      #expect(watch.changes() == [.name("a.md"), .name("in/b.md")])
      try make("in/deep/한글 c.md")
      #expect(watch.changes() == [.name("in/deep/한글 c.md")])
      rename(full("a.md"), full("in/moved.md"))
      #expect(watch.changes() == [.name("a.md"), .name("in/moved.md")])
      unlink(full("in/b.md"))
      #expect(watch.changes() == [.name("in/b.md")])
      chmod(full("in/moved.md"), 0o400)
      #expect(watch.changes() == [.name("in/moved.md")])
      #expect(try place("in/moved.md").exchange(with: place("in/deep/한글 c.md")) == .done)
      #expect(watch.changes() == [.name("in/moved.md"), .name("in/deep/한글 c.md")])
    }

    private func place(_ path: FilePath) throws -> FolderEntry { try #require(root.entry(path)) }

    @Test("two names that strings take for one are two")
    func spellings() throws {
      try make("\u{E9}.md")
      try make("e\u{301}.md")
      #expect(watch.changes().count == 2)
    }

    @Test("a file that is open, while it is written")
    func open() throws {
      let file = try #require(FileHandle(forWritingAtPath: full("a.md")))
      file.write(Data("y".utf8))
      #expect(watch.changes() == [.name("a.md")])
      file.write(Data("y".utf8))
      #expect(watch.changes() == [.name("a.md")])
    }

    @Test("a new folder, and what is in it once it is added")
    func newFolder() throws {
      mkdir(full("new"), 0o700)
      try make("new/c.md")
      #expect(watch.changes() == [.folder("new")])
      try add("new")
      try append("new/c.md")
      #expect(watch.changes() == [.name("new/c.md")])
    }

    @Test("a folder that is moved has its new path from when it is added; until then what is in it is not told")
    func movedFolder() throws {
      rename(full("in"), full("out"))
      try append("out/b.md")
      #expect(watch.changes() == [.folder("in"), .folder("out")])
      try append("out/b.md")
      #expect(watch.changes().isEmpty)
      try add("out", "out/deep")
      try append("out/b.md")
      try make("out/deep/c.md")
      #expect(watch.changes() == [.name("out/b.md"), .name("out/deep/c.md")])
      mkdir(full("in"), 0o700)
      #expect(watch.changes() == [.folder("in")])
      try add("in")
      try make("in/d.md")
      try append("out/b.md")
      #expect(watch.changes() == [.name("in/d.md"), .name("out/b.md")])
    }

    @Test("a folder that was added by its new path before it is known to have moved")
    func addedEarly() throws {
      rename(full("in"), full("out"))
      try add("out")
      _ = watch.changes()
      // Whether the folder is still watched shows in what is told: if not, it is to be added again.
      try add("out", "out/deep")
      try append("out/b.md")
      #expect(watch.changes() == [.name("out/b.md")])
    }

    @Test("two folders that changed places")
    func swapped() throws {
      mkdir(full("other"), 0o700)
      _ = watch.changes()
      try add("other")
      #expect(try place("in").exchange(with: place("other")) == .done)
      let told = watch.changes()
      #expect(told.isSuperset(of: [.folder("in"), .folder("other")]))
      try add("in", "other", "other/deep")
      try append("other/b.md")
      try make("in/c.md")
      #expect(watch.changes() == [.name("other/b.md"), .name("in/c.md")])
    }

    @Test("a folder that is removed, and that comes again")
    func removed() throws {
      for name in ["in/b.md", "in/deep", "in"] { remove(full(name)) }
      #expect(watch.changes() == [.name("in/b.md"), .folder("in/deep"), .folder("in")])
      mkdir(full("in"), 0o700)
      #expect(watch.changes() == [.folder("in")])
      try add("in")
      try make("in/b.md")
      #expect(watch.changes() == [.name("in/b.md")])
    }

    @Test("nothing of folders that are removed, or moved away, is watched any more", arguments: [true, false])
    func ended(isMoved: Bool) throws {
      #expect(watch.paths.count == 3)
      if isMoved {
        rename(full("in"), temporary.path + "-in")
      } else {
        try FileManager.default.removeItem(atPath: full("in"))
      }
      _ = watch.changes()
      #expect(watch.paths.map(\.value) == [""])
      if isMoved { try FileManager.default.removeItem(atPath: temporary.path + "-in") }
    }

    @Test("that the folder itself goes, or is moved")
    func gone() throws {
      rename(temporary.path, temporary.path + "-moved")
      #expect(watch.changes() == [.everything])
      rename(temporary.path + "-moved", temporary.path)
      #expect(watch.changes() == [.everything])
    }

    @Test("that more happened than could be told")
    func overflow() throws {
      let most = try #require(
        String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .ascii)
          .split(separator: "\n").first.flatMap { Int($0) })
      // Two events are one if they are the same and nothing is between them.
      for number in 0...most { chmod(full(number.isMultiple(of: 2) ? "a.md" : "in/b.md"), 0o600) }
      #expect(watch.changes().contains(.everything))
      #expect(watch.changes().isEmpty)
      try append("a.md")
      #expect(watch.changes() == [.name("a.md")])
    }
  }
#endif
