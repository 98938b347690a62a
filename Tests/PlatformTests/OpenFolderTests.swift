import Foundation
import TestSupport
import Testing

@testable import Platform

/// Both ways must lead to the same.
private enum Way: CaseIterable {
  case atOnce, partByPart

  func open(_ path: FilePath, in folder: OpenFolder) -> Int32? {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    return self == .atOnce ? folder.openAtOnce(path, flags, 0) : folder.openPartByPart(path, flags, 0)
  }
}

@Suite("What is opened below a folder")
struct OpenFolderTests {
  private let temporary: TemporaryFolder
  private let folder: OpenFolder

  /// A folder with files two levels deep, and links of every kind.
  init() throws {
    temporary = try TemporaryFolder()
    let path = temporary.path
    try FileManager.default.createDirectory(atPath: "\(path)/root/a/b", withIntermediateDirectories: true)
    for name in ["outside.md", "root/one.md", "root/a/two.md", "root/a/b/three.md"] {
      try Data(name.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }
    for (name, target) in [
      ("root/inward", "a"), ("root/file", "one.md"), ("root/outward", ".."), ("root/a/absolute", path),
      ("root/gone", "nowhere"),
    ] { symlink(target, "\(path)/\(name)") }
    mkfifo("\(path)/root/fifo", 0o600)
    folder = try #require(OpenFolder(path: "\(path)/root"))
  }

  private func words(_ descriptor: Int32?) -> String? {
    guard let descriptor else { return nil }
    defer { close(descriptor) }
    return Descriptors.readAll(descriptor).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a file is found however deep", arguments: Way.allCases)
  private func found(way: Way) {
    for name: FilePath in ["one.md", "a/two.md", "a/b/three.md"] {
      #expect(words(way.open(name, in: folder)) == "root/\(name)")
    }
    #expect(way.open("a/none.md", in: folder) == nil && errno == ENOENT)
  }

  @Test("no link is followed, neither on the way nor at its end", arguments: Way.allCases)
  private func links(way: Way) {
    for path: FilePath in ["file", "gone", "inward/two.md", "outward/outside.md", "outward", "a/absolute/outside.md"] {
      #expect(way.open(path, in: folder) == nil && [ELOOP, ENOTDIR].contains(errno), "\(path)")
    }
  }

  @Test(
    "a path that does not stay below is refused",
    arguments: ["/etc/passwd", "..", "../outside.md", "a/../one.md", "./one.md", "a//two.md", "a/", "one.md\0x", "/"]
      as [FilePath])
  func refused(path: FilePath) {
    #expect(folder.open(path, O_RDONLY) == nil && errno == EINVAL)
    #expect(folder.entry(path) == nil && errno == EINVAL)
  }

  @Test("a FIFO is not waited for")
  func fifo() throws {
    let descriptor = try #require(folder.open("fifo", O_RDONLY))
    defer { close(descriptor) }
    #expect(Descriptors.readAll(descriptor) == [])
  }

  @Test("a file is made with its permissions, and where there is one already none is")
  func made() throws {
    let made = try #require(folder.open("a/new.md", O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600))
    defer { close(made) }
    var found = stat()
    #expect(fstat(made, &found) == 0 && found.st_mode & 0o777 == 0o600)
    #expect(folder.open("a/new.md", O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600) == nil && errno == EEXIST)
  }

  @Test("while somebody swaps a folder for a link outward, nothing outside is ever read", arguments: Way.allCases)
  private func swapped(way: Way) throws {
    let root = "\(temporary.path)/root"
    try FileManager.default.createDirectory(atPath: "\(temporary.path)/elsewhere", withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(filePath: "\(temporary.path)/elsewhere/two.md"))
    symlink("../elsewhere", "\(root)/bait")
    let (first, second) = (FolderEntry(folder: folder, name: "a"), FolderEntry(folder: folder, name: "bait"))
    let swapper = Thread { while !Thread.current.isCancelled { _ = first.exchange(with: second) } }
    swapper.start()
    defer { swapper.cancel() }
    var seen: [String?: Int] = [:]
    while seen.values.reduce(0, +) < 20_000 { seen[words(way.open("a/two.md", in: folder)), default: 0] += 1 }
    #expect(Set(seen.keys) == [nil, "root/a/two.md"], "both were there, and nothing else")
  }
}
