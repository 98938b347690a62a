import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite("What the system knows of a file")
struct FileMarkTests {
  private let temporary: TemporaryFolder
  private let folder: OpenFolder

  init() throws {
    temporary = try TemporaryFolder()
    let root = "\(temporary.path)/root"
    try FileManager.default.createDirectory(atPath: "\(root)/a/b", withIntermediateDirectories: true)
    for name in ["one.md", "a/two.md"] { try Data("root/\(name)".utf8).write(to: URL(filePath: "\(root)/\(name)")) }
    symlink("one.md", "\(root)/file")
    mkfifo("\(root)/fifo", 0o600)
    folder = try #require(OpenFolder(path: root))
  }

  private func status(_ path: FilePath) -> FileStatus? { folder.entry(path).flatMap { FileStatus($0) } }

  @Test("a name is looked at, not what it leads to")
  func looked() throws {
    for (path, kind): (FilePath, FileStatus.Kind) in [
      ("one.md", .file), ("a/b", .folder), ("file", .link), ("fifo", .other),
    ] {
      #expect(status(path)?.kind == kind, "\(path)")
    }
    #expect(status("none") == nil && errno == ENOENT)
    #expect(FileStatus(folder.descriptor)?.kind == .folder)
  }

  @Test("a mark stays while nobody writes, and tells a file by any name")
  func marks() throws {
    let place = try #require(folder.entry("one.md"))
    let mark = try #require(FileStatus(place)).mark
    #expect(FileStatus(place)?.mark == mark && mark.size == 11)
    var found = stat()
    #expect(stat("\(temporary.path)/root/one.md", &found) == 0)
    #expect(mark.inode == UInt64(found.st_ino))
    #expect(mark.modified == found.modified.tv_sec * 1_000_000_000 + found.modified.tv_nsec)
    let descriptor = try #require(folder.open("one.md", O_WRONLY | O_APPEND))
    #expect(Descriptors.writeAll([65], to: descriptor) == 0)
    close(descriptor)
    rename("\(temporary.path)/root/one.md", "\(temporary.path)/root/a/moved.md")
    let moved = try #require(status("a/moved.md")).mark
    #expect(moved != mark && moved.isSameFile(as: mark) && moved.size == 12)
    let other = try #require(status("a/two.md")).mark
    #expect(!other.isSameFile(as: mark))
  }

  @Test("a file that is made anew is another one, though it may have the old one's number")
  func anew() throws {
    let place = try #require(folder.entry("anew.md"))
    var last: FileMark?
    for _ in 0..<20 {
      close(try #require(folder.open("anew.md", O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600)))
      let mark = try #require(FileStatus(place)).mark
      if let last, mark.born != 0 { #expect(!mark.isSameFile(as: last)) }
      last = mark
      #expect(place.remove() == .done)
      // A file system can tell times apart only as finely as its clock ticks.
      usleep(10_000)
    }
  }
}
