import Dispatch
public import MemoModel
import Platform
import StoreFiles
import Synchronization

/// A journal in mapped files beside the database. Appending is a copy in memory without a system call; only creating
/// the next file needs some, in the background when the last one is half full.
public final class CrashJournal: MemoJournal {
  /// A number that no other journal has.
  public let id: Int

  private struct State {
    /// The files, oldest first; records are appended to the last.
    var segments: [JournalSegment] = []
    var nextSequence = 1
    var encoder = JournalEncoder()
  }

  private let database: String
  private let segmentSize: Int
  private let state = Mutex(State())
  /// The segment created in advance. Its lock is held meanwhile, so that whoever needs the segment then takes it, but
  /// not while it is synced, which takes as long as the disk does.
  private let spare = Mutex<JournalSegment?>(nil)
  private let filesMade = Atomic(0)
  /// The bytes of all files that were created and not removed, including the spare one.
  private let fileBytes = Atomic(0)
  private let isLostFlag = Atomic(false)
  private let background = DispatchQueue(label: "memo-journal")

  /// Creates a journal for a database. It has no file before the first change or ``prepare()``.
  public convenience init(database: String) { self.init(database: database, segmentSize: 4 << 20) }

  init(database: String, segmentSize: Int) {
    self.database = database
    self.segmentSize = segmentSize
    id = Int.random(in: 1 ... .max)
  }

  /// Creates the first file in the background, so that the first change need not wait for it.
  public func prepare() { makeSpare() }

  /// The size of its files in bytes, including room for later changes. Does not wait for the disk.
  public var bytes: Int { fileBytes.load(ordering: .relaxed) }

  /// Appends a change.
  public func append(_ record: JournalRecord) throws(StoreError) -> Int {
    try state.withLock { state throws(StoreError) in
      state.encoder.encode(record)
      let count = state.encoder.count
      if state.segments.last?.hasRoom(for: count) != true {
        let segment = try nextSegment(for: count)
        segment.begin(at: state.nextSequence)
        state.segments.append(segment)
      }
      guard let segment = state.segments.last else { throw StoreError(.other, "the journal has no file; try again") }
      let wasHalfFull = segment.isHalfFull
      try segment.append(state.encoder)
      if segment.isLost { isLostFlag.store(true, ordering: .relaxed) }
      if segment.isHalfFull, !wasHalfFull { makeSpare() }
      state.nextSequence += 1
      return state.nextSequence - 1
    }
  }

  /// Appends a file with a staged record.
  func append(_ segment: JournalSegment) -> Int {
    state.withLock { state in
      segment.begin(at: state.nextSequence)
      segment.commitStaged()
      if segment.isLost { isLostFlag.store(true, ordering: .relaxed) }
      state.segments.append(segment)
      state.nextSequence += 1
      return state.nextSequence - 1
    }
  }

  /// Removes a file with nothing that counts.
  func discard(_ segment: JournalSegment) { background.async { self.remove(segment) } }

  /// Records that all changes before this number are saved: files with no others are removed.
  public func forget(before sequence: Int) {
    let done = state.withLock { state -> [JournalSegment] in
      // The last one stays for later changes, unless it was created large for a large change.
      let staying = state.segments.last.map { $0.size > segmentSize } == true ? 0 : 1
      let count = state.segments.dropLast(staying).prefix { $0.nextSequence <= sequence }.count
      defer { state.segments.removeFirst(count) }
      return Array(state.segments.prefix(count))
    }
    if !done.isEmpty { background.async { for segment in done { self.remove(segment) } } }
  }

  /// Removes the journal.
  public func remove() {
    waitForBackground()
    let segments = state.withLock { state in
      defer { state.segments = [] }
      return state.segments
    }
    for segment in segments { remove(segment) }
    spare.withLock { spare in
      if let spare { remove(spare) }
      spare = nil
    }
  }

  private func remove(_ segment: JournalSegment) {
    segment.remove()
    fileBytes.subtract(segment.size, ordering: .relaxed)
  }

  /// Whether recorded changes may be gone.
  public var isLost: Bool { isLostFlag.load(ordering: .relaxed) }

  /// Checks whether all files still exist, with their names and lengths.
  public func inspect() {
    let segments = state.withLock { $0.segments }
    let damaged = segments.filter { !$0.isIntact }
    // One that was dropped meanwhile may be gone.
    if state.withLock({ state in damaged.contains { one in state.segments.contains { $0 === one } } }) {
      isLostFlag.store(true, ordering: .relaxed)
    }
    let isSpareLost = spare.withLock { spare in
      guard let segment = spare, !segment.isIntact else { return false }
      remove(segment)
      spare = nil
      return true
    }
    if isSpareLost { makeSpare() }
  }

  /// Drops all files: the next change starts a new one.
  public func restart() {
    let segments = state.withLock { state in
      defer { state.segments = [] }
      return state.segments
    }
    // Their remains must not count as the beginning of what follows.
    for segment in segments { remove(segment) }
    isLostFlag.store(false, ordering: .relaxed)
  }

  /// Returns once no file is being created or removed.
  func waitForBackground() { background.sync {} }

  func makeSpare() {
    background.async {
      let made = self.spare.withLock { spare -> JournalSegment? in
        guard spare == nil else { return nil }
        // A failure shows when the segment is needed: then it is retried, and reported.
        spare = try? self.makeSegment(size: self.segmentSize)
        return spare
      }
      guard let made, !made.sync() else { return }
      self.spare.withLock { spare in
        guard spare === made else { return }
        self.remove(made)
        spare = nil
      }
    }
  }

  /// The spare segment if it is there and large enough, else a new one, which takes a few system calls but never waits
  /// for the disk.
  private func nextSegment(for count: Int) throws(StoreError) -> JournalSegment {
    let needed = JournalFormat.headerSize + JournalFormat.room(count)
    let ready = spare.withLock { spare -> JournalSegment? in
      guard let segment = spare, segment.size >= needed else { return nil }
      spare = nil
      return segment
    }
    if let ready { return ready }
    var size = max(segmentSize, needed)
    while true {
      do throws(StoreError) {
        return try makeSegment(size: size)
      } catch {
        // On a nearly full disk a smaller file may still fit.
        guard error.reason == .full, size / 2 >= max(needed, 64 << 10) else { throw error }
        size /= 2
      }
    }
  }

  /// The number of processes that may interfere before it is an error.
  private static let mostTries = 32

  func makeSegment(size: Int) throws(StoreError) -> JournalSegment {
    // A store's first memo may be there before its folder is.
    if filesMade.load(ordering: .relaxed) == 0 {
      _ = makeFolders(FilePath(StoreFile.folder(of: database)), permissions: 0o700)
    }
    var tries = 1
    while true {
      let number = filesMade.wrappingAdd(1, ordering: .relaxed).newValue
      let path = JournalFolder.path(database: database, journal: id, number: number)
      do throws(StoreError) {
        let segment = try JournalSegment(path: path, size: size, journal: id)
        fileBytes.add(size, ordering: .relaxed)
        return segment
      } catch {
        // Another process is checking whether this file is an orphan: try the next name.
        guard error.reason == .locked, tries < Self.mostTries else { throw error }
        tries += 1
      }
    }
  }
}
