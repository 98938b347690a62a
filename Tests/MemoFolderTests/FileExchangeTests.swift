import Dispatch
import Foundation
import MemoModel
import Synchronization
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A memo's text is put in the place of its file")
struct FileExchangeTests {
  private let temporary: TemporaryFolder
  private let root: OpenFolder
  private let staging: OpenFolder
  private let exchange: FileExchange
  private let id: MemoID

  init() throws {
    temporary = try TemporaryFolder()
    mkdir("\(temporary.path)/.staging", 0o700)
    root = try #require(OpenFolder(path: temporary.path))
    staging = try #require(root.folder(".staging"))
    exchange = FileExchange(root: root, staging: staging, limit: 1 << 20)
    id = try #require(MemoID("a-b.c_d"))
  }

  private func outside(_ text: [UInt8], _ name: String = "a.md") throws {
    try Data(text).write(to: URL(filePath: "\(temporary.path)/\(name)"))
  }

  private func words(_ name: String = "a.md") -> String? {
    FileManager.default.contents(atPath: "\(temporary.path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is known of the file after reading it.
  private func known() -> (file: KnownFile, text: String)? {
    guard case .text(let bytes, let hash, _) = FileText.read("a.md", in: root, limit: 1 << 20),
      let mark = root.entry("a.md").flatMap({ FileStatus($0) })?.mark
    else { return nil }
    return (KnownFile(mark, hash), String(decoding: bytes, as: UTF8.self))
  }

  private func write(_ text: String, over expected: KnownFile?, number: Int = 0, modified: Int = 7)
    -> FileExchange.Outcome
  {
    let bytes = Array(text.utf8)
    return exchange.write(
      bytes, hash: ContentHash.of(bytes), to: "a.md", expected: expected, id: id, modified: modified, number: number)
  }

  private var staged: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(temporary.path)/.staging")) ?? []).sorted()
  }

  @Test("a new file is made, and one that somebody made first is not touched")
  func new() throws {
    guard case .done(let mark) = write("one", over: nil) else { throw Mismatch("not made") }
    #expect(words() == "one" && mark.modified == 7 && mark == known()?.file.mark)
    let note = StagedName.placed(number: 0, hash: ContentHash.of(Array("one".utf8)), file: mark.file, id: id)
    #expect(staged == [note.name] && words(".staging/\(note.name)") == "a.md")
    exchange.placed.end(id)
    #expect(staged.isEmpty)
    #expect(write("two", over: nil) == .changed && words() == "one" && staged.isEmpty)
    #expect(
      exchange.write([], hash: 0, to: "none/a.md", expected: nil, id: id, modified: 0, number: 1) == .failed(ENOENT))
  }

  @Test("nothing is written in vain where what is a file's own can't be kept")
  func incomplete() throws {
    let path = "\(temporary.path)/draft"
    let file = open(path, O_CREAT | O_RDWR, 0o600)
    defer { close(file) }
    // Nothing is known of a file that is not open.
    #expect(exchange.fill(file, Array("one".utf8), like: -1, 0) == .incomplete(.mode(EBADF)))
    #expect(FileStatus(file)?.mark.size == 0)
  }

  @Test("a file takes the text, keeps what is its own, and what came out stays for a while")
  func replaced() throws {
    try outside(Array("old".utf8))
    chmod("\(temporary.path)/a.md", 0o640)
    let before = try #require(known())
    guard case .done(let mark) = write("new", over: before.file, modified: 1_000_000_007) else {
      throw Mismatch("not done")
    }
    #expect(words() == "new" && mark.modified == 1_000_000_007 && mark == known()?.file.mark)
    #expect(root.entry("a.md").flatMap { FileStatus($0) }?.permissions == 0o640)
    let name = try #require(staged.first)
    let (expected, new) = (ContentHash.of(Array("old".utf8)), ContentHash.of(Array("new".utf8)))
    #expect(StagedName(name) == .exchanged(number: 0, expected: expected, new: new, file: mark.file, id: id))
    #expect(words(".staging/\(name)") == "old" && staged.count == 1)
  }

  @Test("a file that is not what it was is left as it is")
  func changed() throws {
    try outside(Array("old".utf8))
    let before = try #require(known())
    for change in [{ try outside(Array("else".utf8)) }, { unlink("\(temporary.path)/a.md") }] as [() throws -> Void] {
      try change()
      let was = words()
      #expect(write("new", over: before.file) == .changed && words() == was && staged.isEmpty)
    }
  }

  /// An exchange that lets a test act as it comes to a step.
  private func exchange(at step: DurableStep, canExchange: Bool = true, _ act: @escaping @Sendable () -> Void)
    -> FileExchange
  {
    FileExchange(root: root, staging: staging, limit: 1 << 20, canExchange: canExchange) { if $0 == step { act() } }
  }

  @Test("what somebody wrote just before the exchange is told at once", arguments: [true, false])
  func overtaken(canExchange: Bool) throws {
    try outside(Array("old".utf8))
    let path = "\(temporary.path)/a.md"
    let expected = try #require(known()).file
    let exchange = exchange(at: canExchange ? .named : .kept, canExchange: canExchange) {
      // Into the same file.
      try? append(Array(" more".utf8), path)
    }
    let bytes = Array("new".utf8)
    let outcome = exchange.write(
      bytes, hash: ContentHash.of(bytes), to: "a.md", expected: expected, id: id, modified: 7, number: 0)
    guard case .overtaken = outcome else { throw Mismatch("\(outcome)") }
    #expect(words() == "new" && staged.map { words(".staging/\($0)") } == ["old more"])
  }

  @Test("what somebody wrote just before a file is taken away brings it back, unless there is another by now")
  func overtakenAtRemoval() throws {
    for isReplaced in [false, true] {
      try outside(Array("old".utf8))
      let (path, expected) = ("\(temporary.path)/a.md", try #require(known()).file)
      let held = open(path, O_WRONLY | O_APPEND)
      defer { close(held) }
      let exchange = exchange(at: .takenOut) {
        _ = Descriptors.writeAll(Array(" more".utf8), to: held)
        if isReplaced { try? append(Array("another".utf8), path) }
      }
      let outcome = exchange.remove("a.md", expected: expected, id: id, number: 0)
      if isReplaced {
        guard case .overtaken = outcome else { throw Mismatch("\(outcome)") }
        #expect(words() == "another" && staged.map { words(".staging/\($0)") } == ["old more"])
      } else {
        #expect(outcome == .changed && words() == "old more" && staged.isEmpty)
      }
    }
  }

  @Test("names in staging are read as they were written, and nothing else is")
  func names() throws {
    let long = try #require(MemoID(String(repeating: "-", count: MemoID.maximumLength)))
    let all: [StagedName] = [
      .unfinished(number: 0), .unfinished(number: 12),
      .exchanged(number: 3, expected: 0, new: .max, id: id), .merged(number: 4, hash: 1, id: id),
      .exchanged(number: .max, expected: .max, new: .max, file: FileNumber(inode: .max, born: -1), id: long),
      .unsynced(number: 5, hash: .max, id: id),
      .placed(number: .max, hash: .max, file: FileNumber(inode: .max, born: -1), id: long),
    ]
    for name in all { #expect(StagedName(name.name) == name && name.name.utf8.count <= 255) }
    let others = [
      "", "new", "new-", "new--1", "new-1-2", "out-1-2-3", "out-1-x-2-a", "out-1-2-3-", "out-1-2--a", "out-1-2-3.4-a",
      "out-1-2-3.x.4-a", "at-1-2-a", "at-1-2.3.4-", "at-1-2.3.4", "a.md",
    ]
    for name in others {
      #expect(StagedName(name) == nil, "\(name)")
    }
  }

  @Test("while somebody else appends to the file and replaces it, no word is lost, and no half file seen")
  func raced() throws {
    try outside(Array("begin\n".utf8))
    let path = "\(temporary.path)/a.md"
    let written = Mutex<Set<String>>(["begin"])
    let hasEnded = DispatchSemaphore(value: 0)
    let writer = Thread {
      defer { hasEnded.signal() }
      var number = 0
      while !Thread.current.isCancelled {
        number += 1
        let line = Array("o\(number)\n".utf8)
        if number.isMultiple(of: 3) {
          // Replaced by a file with all that was there, as most editors do.
          guard let text = FileManager.default.contents(atPath: path) else { continue }
          let file = open(path + ".draft", O_CREAT | O_TRUNC | O_WRONLY, 0o600)
          _ = Descriptors.writeAll(Array(text) + line, to: file)
          close(file)
          rename(path + ".draft", path)
        } else {
          let file = open(path, O_WRONLY | O_APPEND)
          if file < 0 { continue }
          if number.isMultiple(of: 7) { usleep(500) }
          _ = Descriptors.writeAll(line, to: file)
          close(file)
        }
        _ = written.withLock { $0.insert("o\(number)") }
        usleep(UInt32(number % 5) * 100)
      }
    }
    writer.start()
    var (seen, mine): (Set<String>, Set<String>) = ([], [])
    var outcomes: [String: Int] = [:]
    func see(_ text: String?) { for line in (text ?? "").split(separator: "\n") { seen.insert(String(line)) } }
    for number in 0..<600 {
      guard let (file, text) = known() else { continue }
      see(text)
      mine.insert("m\(number)")
      let outcome = write(text + "m\(number)\n", over: file, number: number)
      switch outcome {
      case .done: outcomes["done", default: 0] += 1
      case .overtaken: outcomes["overtaken", default: 0] += 1
      case .changed: outcomes["changed", default: 0] += 1
      default: Issue.record("\(outcome)")
      }
    }
    writer.cancel()
    hasEnded.wait()
    see(words())
    for name in staged { see(words(".staging/\(name)")) }
    let all = written.withLock { $0 }
    #expect(all.isSubset(of: seen), "lost: \(all.subtracting(seen)), after \(outcomes)")
    #expect(seen.isSubset(of: all.union(mine)), "halves: \(seen.subtracting(all).subtracting(mine))")
    #expect(outcomes["done", default: 0] > 0, "\(outcomes)")
  }
}
