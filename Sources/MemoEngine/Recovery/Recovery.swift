public import MemoModel

/// Brings the changes of orphaned journals into a store.
public enum Recovery {
  /// The result of a recovery.
  public struct Report: Sendable, Equatable, CustomStringConvertible {
    /// The number of memos that were changed, counted for each journal by itself.
    public var memos = 0
    /// The number of changes that were applied.
    public var changes = 0
    /// Other processes' texts that could not be merged and are memos of their own now.
    public var copies = 0
    /// Journals that could not be read or applied completely; they are kept beside the store.
    public var journalsSetAside = 0

    /// Creates a report.
    public init(memos: Int = 0, changes: Int = 0, copies: Int = 0, journalsSetAside: Int = 0) {
      self.memos = memos
      self.changes = changes
      self.copies = copies
      self.journalsSetAside = journalsSetAside
    }

    /// Whether there is nothing to report.
    public var isEmpty: Bool { self == Report() }

    /// The result in words, for people.
    public var description: String {
      var parts: [String] = []
      if changes > 0 || journalsSetAside == 0 {
        parts.append(
          "brought back \(changes.counted("change")) of \(memos.counted("memo")) that an earlier process could not save"
        )
      }
      if copies > 0 { parts.append("what others saved in the same places is kept in \(copies.counted("new memo"))") }
      if journalsSetAside > 0 {
        parts.append(
          "not all could be used of \(journalsSetAside.counted("journal")), kept beside the store as .bad")
        parts.append("memo-ls recover writes what is in there into files")
      }
      return parts.joined(separator: "; ")
    }
  }

  /// Replays journals, each in one transaction, and removes them. If the process ends meanwhile, the next run has the
  /// same result.
  ///
  /// - Throws: ``StoreError`` if the store can't be read or written; what is not replayed then stays as it is.
  public static func run(
    _ journals: some Sequence<any OrphanedJournal>, into store: any MemoStore, now: Timestamp = .now
  ) throws(StoreError) -> Report {
    var report = Report()
    var memos: Set<MemoID> = []
    for journal in journals {
      var replay = JournalReplay(store: store, marks: try store.marks(ofJournal: journal.id))
      for (sequence, record) in journal.records { try replay.apply(record, sequence) }
      let saved = try save(replay, ofJournal: journal.id, to: store, now)
      // Several processes may have changed one memo.
      memos.formUnion(Set(replay.memos.keys).subtracting(saved.refused))
      report.memos = memos.count
      report.changes += replay.applied - saved.refused.reduce(0) { $0 + (replay.memos[$1]?.applied ?? 0) }
      report.copies += saved.copies
      if replay.failed > 0 || !saved.refused.isEmpty || journal.isDamaged {
        report.journalsSetAside += 1
        journal.setAside()
      } else if try store.settle() {
        journal.remove()
      }
      // Else the next start finds that all of it is saved.
    }
    return report
  }

  /// The number of times that others' saves are merged before the rest is left to the next start.
  private static let mostRounds = 16

  /// Writes the result of a replay, merged with others' saves meanwhile.
  ///
  /// - Returns: how many copies were made of others' texts, and the memos that the store refuses though it accepts
  ///   others.
  private static func save(
    _ replay: JournalReplay, ofJournal journal: Int, to store: any MemoStore, _ now: Timestamp
  ) throws(StoreError) -> (copies: Int, refused: Set<MemoID>) {
    var waiting = replay.memos
    var copies = 0
    var refused: Set<MemoID> = []
    for _ in 0..<mostRounds {
      let outcomes = waiting.values.map { $0.outcome(now) }.filter { !$0.changes.isEmpty }
      guard !outcomes.isEmpty else { return (copies, refused) }
      let stale = try write(outcomes[...], journal, store, &refused)
      for id in refused { waiting[id] = nil }
      let staleIDs = Set(stale.map(\.id))
      // A copy is stored even if its memo was saved once more meanwhile.
      copies += outcomes.count { $0.hasCopy && !refused.contains($0.id) }
      waiting = waiting.filter { staleIDs.contains($0.key) }
      for memo in stale { try waiting[memo.id]?.take(memo.stored) }
    }
    throw StoreError(.locked, "other programs keep changing the memos that are to be brought back; start again later")
  }

  /// Writes the outcomes of memos in one transaction or, if one can't be written, in halves.
  private static func write(
    _ outcomes: ArraySlice<ReplayedMemo.Outcome>, _ journal: Int, _ store: any MemoStore, _ refused: inout Set<MemoID>
  ) throws(StoreError) -> [StaleMemo] {
    do throws(StoreError) {
      return try store.write(outcomes.flatMap(\.changes), journal: journal)
    } catch  where error.reason.mayBeOneMemos {
      guard outcomes.count > 1 else {
        // Throws if the store as a whole refuses, and not the memo alone.
        _ = try store.write([], journal: journal)
        do throws(StoreError) {
          // A single failure, such as a call that a signal interrupted, need not happen again.
          return try store.write(outcomes.flatMap(\.changes), journal: journal)
        } catch  where error.reason.mayBeOneMemos {
          refused.formUnion(outcomes.map(\.id))
          return []
        }
      }
      let middle = outcomes.startIndex + outcomes.count / 2
      return try write(outcomes[..<middle], journal, store, &refused)
        + write(outcomes[middle...], journal, store, &refused)
    }
  }
}
