import Foundation
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A file as one moment had it")
struct FileTextTests {
  private let temporary: TemporaryFolder
  private let root: OpenFolder

  init() throws {
    temporary = try TemporaryFolder()
    root = try #require(OpenFolder(path: temporary.path))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: "\(temporary.path)/\(name)"))
  }

  private func read(_ path: FilePath, limit: Int = 1000) -> FileText.Reading {
    FileText.read(path, in: root, limit: limit)
  }

  private func reason(_ path: FilePath, limit: Int = 1000) -> SkipReason? {
    if case .skipped(let reason) = read(path, limit: limit) { reason } else { nil }
  }

  @Test("a text, its hash, and a mark", arguments: ["", "x", "비 오는 날\n", String(repeating: "é", count: 500)])
  func texts(text: String) throws {
    try write("a.md", Array(text.utf8))
    guard case .text(let bytes, let hash, let mark) = read("a.md") else { throw Mismatch("no text") }
    #expect(bytes == Array(text.utf8) && hash == ContentHash.of(bytes) && mark.size == bytes.count)
  }

  @Test("why a file is no memo")
  func reasons() throws {
    try write("damaged.md", [0x61, 0xFF])
    try write("half.md", Array("é".utf8.dropLast()))
    try write("large.md", [UInt8](repeating: 0x61, count: 1001))
    try write("just.md", [UInt8](repeating: 0x61, count: 1000))
    symlink("just.md", "\(temporary.path)/link.md")
    mkfifo("\(temporary.path)/fifo.md", 0o600)
    mkdir("\(temporary.path)/folder.md", 0o700)
    #expect(reason("damaged.md") == .notUTF8 && reason("half.md") == .notUTF8)
    #expect(reason("large.md") == .tooLarge(1001) && reason("just.md") == nil && reason("link.md") == .link)
    #expect(reason("fifo.md") == .noFile && reason("folder.md") == .noFile)
    guard case .gone = read("none.md") else { throw Mismatch("it is not there") }
  }

  @Test("a mark that is too young to tell a change from the next equals that of no file")
  func young() {
    let mark = FileMark(size: 1, modified: 5, changed: 10_000_000_000, inode: 1, born: 1)
    #expect(FileText.trusted(mark, since: 12_000_000_001) == mark)
    for time in [12_000_000_000, 10_000_000_000, 0] {
      #expect(FileText.trusted(mark, since: time) != mark && FileText.trusted(mark, since: time).isSameFile(as: mark))
    }
  }

  @Test("while somebody writes it over and over, what is read is what it once was, or nothing")
  func written() throws {
    try write("a.md", [])
    let path = "\(temporary.path)/a.md"
    let writer = Thread {
      var length = 1
      while !Thread.current.isCancelled {
        let file = open(path, O_WRONLY | O_TRUNC)
        // Each state has one letter only, in two writes.
        let half = [UInt8](repeating: UInt8(0x61 + length % 26), count: length % 20_000)
        _ = Descriptors.writeAll(half, to: file)
        _ = Descriptors.writeAll(half, to: file)
        close(file)
        length += 1
      }
    }
    writer.start()
    defer { writer.cancel() }
    for _ in 0..<5_000 {
      if case .text(let bytes, let hash, let mark) = read("a.md") {
        #expect(Set(bytes).count <= 1 && bytes.count == mark.size && hash == ContentHash.of(bytes))
      }
    }
  }
}
