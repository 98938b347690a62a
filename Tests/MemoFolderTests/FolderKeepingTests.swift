import Foundation
import MemoModel
import Synchronization
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder is kept for as long as a process has it")
struct FolderKeepingTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  private func keeping(
    store: TestStore? = nil, watch: @escaping @Sendable () -> (any TreeWatch)? = FolderTurns.watch
  ) throws -> FolderKeeping {
    let shelf = try #require(kept.double).shelf
    let folder = try NotesFolder(path: kept.path)
    return try FolderKeeping(
      folder, limit: 1 << 20, store: { store ?? TestStore(shelf) }, watch: watch, polling: .milliseconds(20))
  }

  /// Whether the living memos come to be these.
  private func comes(_ texts: String...) async -> Bool { await eventually { kept.texts == texts } }

  @Test("what changes outside is stored, and told to those who have memos open; what is stored is in the file")
  func both() async throws {
    let (stored, told) = AsyncStream<Void>.makeStream()
    let keeping = try keeping()
    keeping.observe(didStore: { told.yield() }) { _ in }
    keeping.begin()
    defer { keeping.end() }
    #expect(await eventually { keeping.standing.keeper == .here })
    try kept.write("one", "deep/a.md")
    for await () in stored { if kept.texts == ["one"] { break } }
    try kept.writeInPlace("two", "deep/a.md")
    #expect(await comes("two"))
    try kept.save("three", in: #require(kept.memo("deep/a.md")).metadata.id)
    keeping.storeChanged()
    #expect(await eventually { kept.files == ["deep/a.md": "three"] })
    #expect(await eventually { keeping.standing.files == 1 && keeping.standing.obstacle == nil })
  }

  @Test("a conflict copy is told once, by its id, and with its file to those who follow what is done")
  func conflict() async throws {
    try kept.write("1\n", "a.md")
    try kept.reconcile()
    try kept.save("inside\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.write("outside\n", "a.md")
    let keeping = try keeping()
    let news = Mutex<[String]>([])
    let files = Mutex<[FilePath]>([])
    keeping.observe(didStore: {}) { new in news.withLock { $0.append(new.message) } }
    keeping.follow { report in files.withLock { $0 += report.copyFiles } }
    keeping.begin()
    #expect(await eventually { files.withLock { $0 } == ["a 2.md"] })
    // Whatever else is noted, it is not told again.
    keeping.end()
    let told = news.withLock { $0.filter { $0.contains("conflict") } }
    #expect(told.count == 1)
    #expect(told.first?.hasSuffix("1 conflict copy made, \(try #require(kept.memo("a 2.md")).metadata.id)") == true)
  }

  @Test("where nothing tells of changes, all is looked at again and again")
  func polled() async throws {
    let keeping = try keeping(watch: { nil })
    keeping.begin()
    defer { keeping.end() }
    try kept.write("one", "a.md")
    #expect(await comes("one"))
    try kept.write("two", "new/b.md")
    #expect(await comes("one", "two"))
  }

  @Test("once the system has room to watch again it does, and both are said once")
  func watchedAgain() async throws {
    let tries = Mutex(0)
    let keeping = try keeping(watch: {
      let isEarly = tries.withLock { tries in
        tries += 1
        return tries <= 3
      }
      return isEarly ? nil : FolderTurns.watch()
    })
    let news = Mutex<[FolderNews]>([])
    keeping.observe(didStore: {}) { new in news.withLock { $0.append(new) } }
    keeping.begin()
    defer { keeping.end() }
    func said() -> [FolderNews.Weight] {
      news.withLock { $0.filter { $0.message.contains("watch") }.map(\.weight) }
    }
    #if os(Linux)
      #expect(await eventually { said() == [.warning, .info] })
    #endif
    try kept.write("one", "new/a.md")
    #expect(await comes("one"))
    try kept.write("own", ".memo-ls/ignore")
    try kept.write("two", "new/b.md")
    #expect(await comes("one", "two"))
    #if os(Linux)
      #expect(said() == [.warning, .info] && tries.withLock { $0 } == 4)
    #endif
  }

  @Test("of two that have a folder one keeps it; the other does once that one ends")
  func successor() async throws {
    let (first, second) = (try keeping(), try keeping())
    first.begin()
    #expect(await eventually { first.standing.keeper == .here })
    second.begin()
    defer { second.end() }
    #expect(await eventually { second.standing.keeper == .elsewhere })
    try kept.write("one", "a.md")
    #expect(await comes("one"))
    first.end()
    #expect(await eventually { second.standing.keeper == .here })
    try kept.write("two", "b.md")
    #expect(await comes("one", "two"))
  }

  @Test("whoever loses the lock because somebody took its file away takes it anew")
  func unlocked() async throws {
    let keeping = try keeping()
    keeping.begin()
    defer { keeping.end() }
    #expect(await eventually { keeping.standing.keeper == .here })
    try kept.remove(".memo-ls/lock")
    try kept.write("one", "a.md")
    #expect(try await eventually { try FolderLock.isTaken(of: kept.folder) })
    #expect(await comes("one"))
  }

  @Test("a folder that is moved away is waited for, and nothing else is taken for it; then what changed is taken in")
  func away() async throws {
    for name in ["a.md", "b.md"] { try kept.write(name, name) }
    let keeping = try keeping()
    let news = Mutex<[FolderNews.Weight]>([])
    keeping.observe(didStore: {}) { new in news.withLock { $0.append(new.weight) } }
    keeping.begin()
    defer { keeping.end() }
    #expect(await comes("a.md", "b.md"))
    let elsewhere = "\(kept.path)-elsewhere"
    try FileManager.default.moveItem(atPath: kept.path, toPath: elsewhere)
    try Data("a.md!".utf8).write(to: URL(filePath: "\(elsewhere)/a.md"))
    #expect(await eventually { keeping.standing.isAway })
    // Another one, such as that which a drive is mounted on.
    try FileManager.default.createDirectory(atPath: kept.path, withIntermediateDirectories: false)
    let other = try NotesFolder.prepare(kept.path)
    #expect(other.id != keeping.folder.id)
    try kept.write("stranger", "c.md")
    #expect(try await eventually { try !FolderLock.isTaken(of: other) && keeping.standing.isAway })
    try FileManager.default.removeItem(atPath: kept.path)
    try FileManager.default.moveItem(atPath: elsewhere, toPath: kept.path)
    #expect(await comes("a.md!", "b.md"))
    #expect(await eventually { !keeping.standing.isAway && news.withLock { $0 } == [.info, .warning, .info, .info] })
  }

  @Test("a store that fails is told and tried again, and nothing is forgotten meanwhile", arguments: [1, 2])
  func failing(count: Int) async throws {
    let store = try TestStore(#require(kept.double).shelf)
    let keeping = try keeping(store: store)
    let news = Mutex<[FolderNews]>([])
    keeping.observe(didStore: {}) { new in news.withLock { $0.append(new) } }
    keeping.begin()
    defer { keeping.end() }
    #expect(await eventually { keeping.standing.keeper == .here })
    store.failNext(Array(repeating: StoreError(.full, "the disk is full"), count: count))
    try kept.write("one", "a.md")
    #expect(await comes("one"))
    #expect(await eventually { keeping.standing.obstacle == nil && keeping.standing.keeper == .here })
    let errors = news.withLock { $0.filter { $0.weight == .error } }
    #expect(errors.count == 1 && errors.first?.message.contains("the disk is full") == true)
  }

  @Test("so many files that are gone at once are asked about, and go once somebody agrees")
  func asked() async throws {
    for name in ["a.md", "b.md"] { try kept.write(name, name) }
    let keeping = try keeping()
    let news = Mutex<[FolderNews]>([])
    keeping.observe(didStore: {}) { new in news.withLock { $0.append(new) } }
    keeping.begin()
    defer { keeping.end() }
    #expect(await comes("a.md", "b.md"))
    for name in ["a.md", "b.md"] { try kept.remove(name) }
    #expect(await eventually { keeping.standing.report.loss != nil })
    #expect(news.withLock { $0.last?.message.contains("memo-ls folder confirm") } == true && kept.texts.count == 2)
    try kept.folder.confirm(keeping.standing.report.loss?.token)
    #expect(await comes())
  }

  @Test("what was stored last is in its file once all has ended, and an end in the middle of much work comes soon")
  func ended() async throws {
    let keeping = try keeping()
    keeping.begin()
    #expect(await eventually { keeping.standing.keeper == .here })
    try kept.save("last")
    keeping.end()
    #expect(kept.files == ["last.md": "last"])
    #expect(try !FolderLock.isTaken(of: kept.folder))
    keeping.end()
    try kept.write("left for the next", "b.md")
    kept.keeper.hasTime = { false }
    try kept.reconcile()
    #expect(kept.texts == ["last"])
  }

  @Test("what somebody stores while all ends, and leaves to the one who keeps the folder, is in its file")
  func endedLate() async throws {
    let keeping = try keeping()
    keeping.begin()
    #expect(await eventually { keeping.standing.keeper == .here })
    let isLate = Mutex(false)
    nonisolated(unsafe) let kept = kept
    keeping.observe(didStore: {
      let isFirst = isLate.withLock { isLate in
        defer { isLate = true }
        return !isLate
      }
      if isFirst { _ = try? kept.save("late") }
    }) { _ in }
    try kept.save("last")
    keeping.end()
    #expect(kept.files == ["last.md": "last", "late.md": "late"])
  }

  @Test("what never began ends at once, and never begins after its end")
  func never() throws {
    let keeping = try keeping()
    keeping.end()
    keeping.begin()
    #expect(keeping.standing.keeper == .nobody)
    #expect(try !FolderLock.isTaken(of: kept.folder))
  }
}
