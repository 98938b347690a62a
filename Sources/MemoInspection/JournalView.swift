import MemoJournal
import MemoModel
import Platform
import StoreFiles

/// A journal as seen without owning it, or by its owner. No lock is kept.
struct JournalView {
  enum State {
    /// Its process is running.
    case inUse
    /// Its process has ended, and the next one to start takes it.
    case orphaned
    /// It was set aside, because it could not be read or applied completely.
    case setAside
  }

  let id: Int
  /// Its files.
  let paths: [String]
  private(set) var state: State
  /// The readable records, in order, up to the first damage of each file.
  let records: [(sequence: Int, record: JournalRecord)]
  /// The same, with the records after damage.
  let scatteredRecords: [(sequence: Int, record: JournalRecord)]
  /// Whether part of it could not be read.
  let isDamaged: Bool

  /// All journals beside a database, one in memory at a time.
  ///
  /// - Throws: ``StoreError`` if the folder can't be read.
  static func all(database: String) throws(StoreError) -> some Sequence<JournalView> {
    let paths = try JournalFolder.allFiles(database: database)
    let groups = Dictionary(grouping: paths) { path in
      Group(id: JournalFolder.journal(of: path, database: database) ?? 0, isBad: JournalFolder.isBad(path))
    }
    return groups.sorted { ($0.key.isBad ? 1 : 0, $0.key.id) < ($1.key.isBad ? 1 : 0, $1.key.id) }.lazy
      .compactMap { JournalView($0.key, $0.value) }
  }

  private struct Group: Hashable {
    let id: Int
    let isBad: Bool
  }

  /// Nil if there is nothing in it.
  private init?(_ group: Group, _ paths: [String]) {
    let files = paths.map(File.init).filter { !$0.hasNothing }.sorted { $0.firstSequence < $1.firstSequence }
    if files.isEmpty { return nil }
    id = group.id
    self.paths = files.map(\.path)
    state = group.isBad ? .setAside : files.contains(where: \.isLocked) ? .inUse : .orphaned
    records = files.flatMap(\.records)
    scatteredRecords = files.flatMap { $0.records + $0.laterRecords }
    isDamaged = files.contains { $0.isDamaged || $0.journal != nil && $0.journal != group.id }
  }

  /// One of its files.
  private struct File {
    let path: String
    /// Whether it vanished while it was examined, or no change was ever written to it.
    var hasNothing = false
    var isLocked = false
    var isDamaged = false
    var journal: Int?
    var firstSequence = Int.max
    var records: [(sequence: Int, record: JournalRecord)] = []
    /// The records after the first damage.
    var laterRecords: [(sequence: Int, record: JournalRecord)] = []

    init(path: String) {
      self.path = path
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else {
        hasNothing = errno == ENOENT
        isDamaged = !hasNothing
        return
      }
      defer { close(descriptor) }
      let bytes = try? JournalFolder.contents(descriptor, path)
      // A file that is being created must not be touched: its creator is about to lock it.
      if let bytes, JournalFormat.isUnused(bytes) {
        hasNothing = true
        return
      }
      // Held only for an instant: a process starting just then takes the journal for one that is being brought back.
      isLocked = (try? JournalLock.take(descriptor, path)) ?? .owner == .owner
      JournalLock.release(descriptor)
      guard let bytes else {
        isDamaged = true
        return
      }
      guard let header = JournalFormat.header(of: bytes) else {
        isDamaged = true
        return
      }
      (journal, firstSequence) = (header.journal, header.firstSequence)
      (records, isDamaged) = JournalFormat.records(of: bytes, header)
      if isDamaged { laterRecords = JournalResync.records(of: bytes, header, behind: records) }
    }
  }
}

extension JournalView {
  /// The journal in words.
  ///
  /// - Parameters:
  ///   - saved: how far its changes are saved; nil if unknown.
  ///   - isStoreInOrder: whether the store will take its changes.
  ///   - isStoreInOrder: whether the store will take its changes.
  func finding(saved: [MemoID: JournalMark]?, isStoreInOrder: Bool) -> StoreFinding {
    let waiting = records.filter { $0.sequence > saved?[$0.record.id]?.sequence ?? 0 }
    let memos = Set(waiting.map(\.record.id)).count
    let changes = "\(waiting.count.counted("change")) of \(memos.counted("memo"))"
    let unsaved =
      waiting.isEmpty
      ? "no change in it waits to be saved" : "\(changes) that \(waiting.count == 1 ? "is" : "are") not saved yet"
    let name = paths.count == 1 ? "the journal \(paths[0])" : "the journal \(paths[0]) (\(paths.count) files)"
    switch (state, isDamaged) {
    case (.inUse, false): return StoreFinding("\(name) belongs to a memo-ls that runs now: \(unsaved)")
    case (.inUse, true):
      return StoreFinding(
        isFault: true,
        "\(name) belongs to a memo-ls that runs now and is damaged; flush saves what it holds (\(unsaved))")
    case (.orphaned, false):
      let changes =
        isStoreInOrder
        ? "brings \(waiting.count == 1 ? "it" : "them") back"
        : "brings back what the store takes, and memo-ls recover writes all into files"
      let next = waiting.isEmpty ? "takes it away" : changes
      return StoreFinding("\(name) was left by a memo-ls that ended: \(unsaved); the next start of memo-ls \(next)")
    case (.orphaned, true):
      return StoreFinding(
        isFault: true,
        "\(name) was left by a memo-ls that ended, and not all of it can be read: \(unsaved); the next start of "
          + "memo-ls brings back what it can and keeps the journal as .bad")
    case (.setAside, _):
      let all = "\(records.count.counted("change")) of \(Set(records.map(\.record.id)).count.counted("memo"))"
      return StoreFinding(
        "\(name) was kept aside by an earlier start, which could not use all of it; \(all) can be read")
    }
  }
}
