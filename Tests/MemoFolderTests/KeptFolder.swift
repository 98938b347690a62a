import Foundation
import MemoEngine
import MemoModel
import MemoSQLite
import MemoText
import Synchronization
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

/// A folder and a store that are made equal, and a clock that moves on, when a test says so.
final class KeptFolder {
  private let temporary: TemporaryFolder
  private let elsewhere: TemporaryFolder
  let folder: NotesFolder
  /// The store as another process sees it.
  let other: any MemoStore
  let store: any MemoStore
  /// The store in memory; nil if it is a database.
  let double: TestStore?
  private(set) var keeper: FolderKeeper
  private let canExchange: Bool, canLink: Bool
  private let place: String?
  let ahead: Ahead
  let steps = Steps()
  let disk = DiskFault()

  /// Whether the disk takes the names in folders just now.
  final class DiskFault: Sendable {
    private let state = Mutex((failing: 0..<0, syncs: 0))
    /// How often it was asked to.
    var syncs: Int { state.withLock(\.syncs) }
    /// Fails from now on, or only the next times, or first takes some.
    func begin(_ times: Int = .max, after taken: Int = 0) {
      state.withLock { $0 = (taken..<(times == .max ? .max : taken + times), 0) }
    }
    func end() { state.withLock { $0 = (0..<0, 0) } }
    func sync() -> Bool {
      let fails = state.withLock { state in
        state.syncs += 1
        return state.failing.contains(state.syncs - 1)
      }
      if fails { errno = EIO }
      return !fails
    }
  }

  /// How far time is ahead of the system's, or of the moment at which it was stopped.
  final class Ahead: Sendable {
    private typealias Moment = (date: Timestamp, instant: ContinuousClock.Instant)
    private let state = Mutex<(milliseconds: Int, calendar: Int, stopped: Moment?)>((0, 0, nil))
    private var now: Moment { state.withLock(\.stopped) ?? (.now, .now) }
    var milliseconds: Int { state.withLock(\.milliseconds) }
    func add(_ milliseconds: Int) { state.withLock { $0.milliseconds += milliseconds } }
    /// Puts the calendar forward or back, and nothing else.
    func setCalendar(ahead milliseconds: Int) { state.withLock { $0.calendar = milliseconds } }
    /// Has time stand still but for what is added: so nothing depends on how long a test takes.
    func stop() { state.withLock { $0.stopped = (.now, .now) } }
    var date: Timestamp {
      Timestamp(millisecondsSince1970: now.date.millisecondsSince1970 + milliseconds + state.withLock(\.calendar))
    }
    var instant: ContinuousClock.Instant { now.instant + .milliseconds(milliseconds) }
  }

  /// What is done when a step is reached that a crash does not undo.
  final class Steps: Sendable {
    private let action = Mutex<DurableStepObserver?>(nil)
    func set(_ action: DurableStepObserver?) { self.action.withLock { $0 = action } }
    /// What is done meanwhile may reach steps, too.
    func reached(_ step: DurableStep) { action.withLock { $0 }?(step) }
  }

  /// - Parameters:
  ///   - former: is gone on with as it is now, as if its process had just been killed: with copies of its folder and
  ///     its store, which is one in memory.
  ///   - isDatabase: whether the store is one.
  ///   - place: the folder that it is in; nil for the system's. The store is elsewhere.
  init(
    after former: KeptFolder? = nil, isDatabase: Bool = false, canExchange: Bool = true, canLink: Bool = true,
    in place: String? = nil
  ) throws {
    self.place = former?.place ?? place
    (temporary, elsewhere) = (try TemporaryFolder(in: self.place), try TemporaryFolder())
    (self.canExchange, self.canLink) = (canExchange, canLink)
    ahead = former?.ahead ?? Ahead()
    if let former { try copyTree(former.path, temporary.path) }
    folder = try NotesFolder.prepare(temporary.path)
    if isDatabase {
      let database = elsewhere.database
      (store, other, double) = (SQLiteStore(path: database), SQLiteStore(path: database), nil)
    } else {
      let double = former?.double?.copy() ?? TestStore()
      (store, other, self.double) = (double, TestStore(double.shelf), double)
    }
    keeper = try FolderKeeper(folder, store, limit: 1 << 20)
    try reopen()
  }

  deinit { for store in [store, other] { store.close() } }

  var path: String { temporary.path }

  /// Opens the store as one more process does.
  func openStore() -> any MemoStore {
    if let double { return TestStore(double.shelf) }
    return SQLiteStore(path: elsewhere.database)
  }

  /// Opens the folder anew, as the next process does.
  func reopen(watch: (any TreeWatch)? = nil) throws {
    var time = FolderTime()
    let (ahead, steps, disk) = (ahead, steps, disk)
    time.date = { ahead.date }
    time.instant = { ahead.instant }
    keeper = try FolderKeeper(
      folder, store, limit: 1 << 20, watch: watch, time: time, canExchange: canExchange, canLink: canLink,
      reached: steps.reached, syncNames: { _ in disk.sync() })
  }

  func wait(milliseconds: Int) { ahead.add(milliseconds) }

  /// Makes both equal as long as there is something to do at once.
  @discardableResult
  func reconcile(_ changes: Set<TreeChange> = [.everything]) throws -> FolderReport {
    keeper.note(changes)
    var report = try keeper.reconcile()
    counts.add(report)
    for _ in 0..<5 where report.due.map({ $0 <= ahead.instant }) == true {
      report = try keeper.reconcile()
      counts.add(report)
    }
    return report
  }

  /// What was done since this was last set.
  var counts = FolderCounts()

  // MARK: Outside

  func write(_ text: String, _ name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Writes into the file that is there, as some programs do.
  func writeInPlace(_ text: String, _ name: String) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(path)/\(name)"))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

  func move(_ name: String, _ other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(other)")
  }

  /// All files with their texts, but for what is ours.
  var files: [String: String] {
    var files: [String: String] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? []
    where !name.hasPrefix(".memo-ls") {
      if let data = FileManager.default.contents(atPath: "\(path)/\(name)") {
        files[name] = String(decoding: data, as: UTF8.self)
      }
    }
    return files
  }

  // MARK: Inside

  /// The texts of all memos that live.
  var texts: [String] { memos.map { String(decoding: $0.text, as: UTF8.self) }.sorted() }

  var memos: [StoredMemo] { memos(trashed: false) }

  var trashedMemos: [StoredMemo] { memos(trashed: true) }

  /// What a memo said before.
  func history(of memo: StoredMemo) throws -> [[UInt8]] {
    let id = memo.metadata.id
    return try other.history(id, before: nil, limit: 100).entries.compactMap { entry in
      try other.memo(id, revision: entry.revision)?.text
    }
  }

  private func memos(trashed: Bool) -> [StoredMemo] {
    let query = ListQuery(sort: .modified, order: .descending, trashed: trashed, after: nil, limit: 1000)
    let ids = (try? other.list(query, leavingOut: []))?.rows.map(\.summary.metadata.id) ?? []
    return (try? other.memos(ids)) ?? []
  }

  /// The memo of a file.
  func memo(_ name: String) -> StoredMemo? {
    guard let row = try? other.fileRows().first(where: { $0.path.utf8.elementsEqual(name.utf8) }) else { return nil }
    return try? other.memos([row.id]).first
  }

  /// Gives a memo a text, or makes one, as another process does.
  @discardableResult
  func save(_ text: String, in id: MemoID? = nil) throws -> MemoID {
    let rope = Rope(text)
    if let id, let memo = try other.memos([id]).first {
      let changes = try OutsideChange.taking(rope, into: memo, base: memo, modifiedAt: ahead.date, now: ahead.date)
      #expect(try other.write(changes.map(\.change), journal: nil).isEmpty)
      return id
    }
    let id = id ?? .unique(at: .now)
    let change = OutsideChange(making: id, of: rope, createdAt: ahead.date, modifiedAt: ahead.date)
    #expect(try other.write([change.change], journal: nil).isEmpty)
    return id
  }

  func destroy(_ memo: StoredMemo) throws {
    let mark = JournalMark(sequence: 0, version: memo.metadata.version + 1, base: memo.revision)
    let change = StoreChange(memo.metadata.id, base: memo.revision, .remove, mark: mark)
    #expect(try other.write([change], journal: nil).isEmpty)
  }

  func trash(_ id: MemoID) throws {
    let memo = try #require(try other.memos([id]).first)
    #expect(try other.write([OutsideChange(trashing: memo, at: ahead.date).change], journal: nil).isEmpty)
  }
}

/// How often something was done.
struct FolderCounts: Equatable {
  var (takenIn, trashed, written, removed, conflicts, moved) = (0, 0, 0, 0, 0, 0)

  mutating func add(_ report: FolderReport) {
    takenIn += report.takenIn
    trashed += report.trashed
    written += report.written
    removed += report.removed
    conflicts += report.conflicts
    moved += report.moved
  }
}

/// Copies what is in a folder, with the files' times, into another.
func copyTree(_ path: String, _ other: String) throws {
  for name in try FileManager.default.contentsOfDirectory(atPath: path) {
    let (from, to) = ("\(path)/\(name)", "\(other)/\(name)")
    let folder = try #require(OpenFolder(path: path))
    let status = try #require(FileStatus(folder.descriptor, name))
    switch status.kind {
    case .folder:
      mkdir(to, 0o700)
      try copyTree(from, to)
      chmod(to, mode_t(status.permissions))
    case .file:
      let bytes = try #require(FileManager.default.contents(atPath: from))
      let file = open(to, O_CREAT | O_EXCL | O_WRONLY, 0o600)
      #expect(Descriptors.writeAll(Array(bytes), to: file) == 0)
      fchmod(file, mode_t(status.permissions))
      FileAttributes.setModified(file, status.mark.modified)
      close(file)
    case .link: symlink(try FileManager.default.destinationOfSymbolicLink(atPath: from), to)
    case .other: mkfifo(to, 0o600)
    }
  }
}

extension StoredMemo {
  /// The text.
  var words: String { String(decoding: text, as: UTF8.self) }
}
