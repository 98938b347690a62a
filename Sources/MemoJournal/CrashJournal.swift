import Dispatch
public import MemoModel
import StoreFiles
import Synchronization

/// A journal in mapped files beside the database. Appending is a copy in memory and no call to the system; only making
/// the next file is one, and that is done in the background when the last is half full.
public final class CrashJournal: MemoJournal {
  /// What tells this journal from every other one.
  public let id: Int

  private struct State {
    /// Oldest first; the last is appended to.
    var segments: [JournalSegment] = []
    var nextSequence = 1
    var encoder = JournalEncoder()
  }

  private let database: String
  private let segmentSize: Int
  private let state = Mutex(State())
  /// The segment made in advance. Its lock is held while it is being made: whoever needs it then has to wait for it.
  private let spare = Mutex<JournalSegment?>(nil)
  private let filesMade = Atomic(0)
  /// How many bytes the files have that were made and not taken away, the spare one's too.
  private let fileBytes = Atomic(0)
  private let isLostFlag = Atomic(false)
  private let background = DispatchQueue(label: "memo-journal")

  /// Names a journal for a database. No file is made before the first change, or before it is asked for.
  public convenience init(database: String) { self.init(database: database, segmentSize: 4 << 20) }

  init(database: String, segmentSize: Int) {
    self.database = database
    self.segmentSize = segmentSize
    id = Int.random(in: 1 ... .max)
  }

  /// Makes the first file in the background, so that the first change does not wait for it.
  public func prepare() { makeSpare() }

  /// How many bytes its files have, room for later changes included. Waits for no disk.
  public var bytes: Int { fileBytes.load(ordering: .relaxed) }

  /// Puts a change behind those that are there.
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

  /// Puts a file with a record that was staged behind the others.
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

  /// Takes a file away that holds nothing that counts.
  func discard(_ segment: JournalSegment) { background.async { self.remove(segment) } }

  /// Notes that all changes before this number are saved: files that hold no others go.
  public func forget(before sequence: Int) {
    let done = state.withLock { state -> [JournalSegment] in
      // The last one stays for what comes next, unless it was made large for a large change.
      let staying = state.segments.last.map { $0.size > segmentSize } == true ? 0 : 1
      let count = state.segments.dropLast(staying).prefix { $0.nextSequence <= sequence }.count
      defer { state.segments.removeFirst(count) }
      return Array(state.segments.prefix(count))
    }
    if !done.isEmpty { background.async { for segment in done { self.remove(segment) } } }
  }

  /// Takes the journal away.
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

  /// Whether what was recorded may be gone.
  public var isLost: Bool { isLostFlag.load(ordering: .relaxed) }

  /// Looks whether all files are still there, under their names and as long as they were made.
  public func inspect() {
    let segments = state.withLock { $0.segments }
    if !segments.allSatisfy(\.isIntact) { isLostFlag.store(true, ordering: .relaxed) }
    let isSpareLost = spare.withLock { spare in
      guard let segment = spare, !segment.isIntact else { return false }
      remove(segment)
      spare = nil
      return true
    }
    if isSpareLost { makeSpare() }
  }

  /// Gives up all files: the next change begins a new one.
  public func restart() {
    let segments = state.withLock { state in
      defer { state.segments = [] }
      return state.segments
    }
    // What is left of them must not be taken for the beginning of what follows.
    for segment in segments { remove(segment) }
    isLostFlag.store(false, ordering: .relaxed)
  }

  /// Returns once no file is being made or taken away.
  func waitForBackground() { background.sync {} }

  func makeSpare() {
    background.async {
      self.spare.withLock { spare in
        // A failure shows when the segment is needed: then it is tried again, and told.
        if spare == nil { spare = try? self.makeSegment(size: self.segmentSize, onDisk: true) }
      }
    }
  }

  /// The spare segment if it serves, else a new one, which the caller has to wait for.
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
        return try makeSegment(size: size, onDisk: false)
      } catch {
        // On a disk that is nearly full a smaller file may still do.
        guard error.reason == .full, size / 2 >= max(needed, 64 << 10) else { throw error }
        size /= 2
      }
    }
  }

  /// How many starting processes may come between before it is an error.
  private static let mostTries = 32

  func makeSegment(size: Int, onDisk: Bool) throws(StoreError) -> JournalSegment {
    var tries = 1
    while true {
      let number = filesMade.wrappingAdd(1, ordering: .relaxed).newValue
      let path = JournalFolder.path(database: database, journal: id, number: number)
      do throws(StoreError) {
        let segment = try JournalSegment(path: path, size: size, journal: id, onDisk: onDisk)
        fileBytes.add(size, ordering: .relaxed)
        return segment
      } catch {
        // One that starts just now looks whether this file is an orphan: the next one gets another name.
        guard error.reason == .locked, tries < Self.mostTries else { throw error }
        tries += 1
      }
    }
  }
}
