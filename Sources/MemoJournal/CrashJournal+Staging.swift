public import MemoModel
import Synchronization

/// A record in a file of its own, which looks unused to other processes until the record is appended.
private final class StagedSegment: StagedRecord {
  let record: JournalRecord
  private let segment: Mutex<JournalSegment?>
  private let journal: CrashJournal

  init(_ record: JournalRecord, _ segment: JournalSegment, _ journal: CrashJournal) {
    self.record = record
    self.segment = Mutex(segment)
    self.journal = journal
  }

  deinit { if let unused = take() { journal.discard(unused) } }

  /// Takes the file, which the caller must keep or remove; nil if it was taken before.
  func take() -> JournalSegment? {
    segment.withLock { segment in
      defer { segment = nil }
      return segment
    }
  }
}

extension CrashJournal {
  /// Writes a long change to a file of its own.
  public func stage(_ record: JournalRecord) throws(StoreError) -> any StagedRecord {
    var encoder = JournalEncoder()
    encoder.encode(record)
    let size = JournalFormat.headerSize + JournalFormat.room(encoder.count)
    let segment = try makeSegment(size: size)
    // From now on an owner removes the file.
    let staged = StagedSegment(record, segment, self)
    try segment.stage(encoder)
    // The file is full: the next change needs another one.
    makeSpare()
    return staged
  }

  /// Appends the file to the others.
  public func append(_ staged: any StagedRecord) throws(StoreError) -> Int {
    guard let segment = (staged as? StagedSegment)?.take() else { return try append(staged.record) }
    return append(segment)
  }
}
