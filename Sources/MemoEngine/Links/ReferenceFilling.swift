import MemoMarkup
import MemoModel
import Platform
import Synchronization

/// Looks through stored memos that nobody has looked through yet: those of a store of an earlier version, and texts
/// that were too long for their save. It goes on by portions on a thread of its own, so that saves come in between.
/// Several processes may do this to one store at once: what one has filled in is no longer told to the others.
final class ReferenceFilling: Sendable {
  /// The most memos of a portion, and the bytes of texts after which it takes no more.
  private static let portion = (memos: 256, bytes: 4 << 20)
  /// From so many bytes of texts on, their memory is worth giving back at once.
  private static let large = 256 << 10

  private let store: any MemoStore
  private let giveBackMemory: @Sendable () -> Void
  private let queue = BlockingQueue(label: "memo-references")
  /// Whether the store may not be used any more. Held during each use.
  private let isEnded = Mutex(false)
  private let progress = Mutex(Progress())

  /// What is known of memos that the store names again though they were looked through.
  private struct Progress {
    /// Those that can't be read, or of which the store keeps nothing. Nobody waits for them.
    var passedOver: Set<MemoID> = []
    /// The revisions that the last portion looked through.
    var offered: [MemoID: Int] = [:]
    /// What was just stored without what it says, so that the store need not be asked for it.
    var saved: [MemoID: MemoContents] = [:]
  }

  /// - Parameter giveBackMemory: gives back to the system what long texts took.
  init(_ store: any MemoStore, giveBackMemory: @escaping @Sendable () -> Void = Memory.giveBack) {
    (self.store, self.giveBackMemory) = (store, giveBackMemory)
  }

  /// Begins anew: what could not be read may have been mended.
  func begin() { progress.withLock { $0 = Progress(saved: $0.saved) } }

  /// Takes what was just stored without what it says. It is kept for the next portion, and no longer: of what it is to
  /// share its text with, much may be forgotten.
  func noteSave(_ contents: MemoContents) { progress.withLock { $0.saved[contents.metadata.id] = contents } }

  /// Looks through some memos.
  ///
  /// - Returns: how many are left.
  func fillPortion() async -> Result<Int, StoreError> {
    await queue.run { Result { () throws(StoreError) in try self.portionFilled() } }
  }

  /// Reads ahead some of what completing names needs.
  ///
  /// - Returns: whether more is to be read. What can't be is left to those who ask for it.
  func readNamesAhead() async -> Bool {
    await queue.run { (try? self.unlessEnded { () throws(StoreError) in try !self.store.readNamesAhead() }) ?? false }
  }

  /// Whether every memo that can be read was looked through. May be asked anywhere but on the engine's executor.
  func isComplete() throws(StoreError) -> Bool {
    let passedOver = progress.withLock(\.passedOver)
    return try store.memosWithoutReferences(limit: passedOver.count + 1).allSatisfy(passedOver.contains)
  }

  /// Returns once the store is not used, and is not going to be. Waits for one call of it at most.
  func end() { isEnded.withLock { $0 = true } }

  private func portionFilled() throws(StoreError) -> Int {
    let before = progress.withLock { progress in
      defer { progress.saved = [:] }
      return progress
    }
    let listed = try unlessEnded { () throws(StoreError) in
      try store.memosWithoutReferences(limit: Self.portion.memos + before.passedOver.count)
    }
    var found: [FoundReferences] = []
    var bytes = 0
    for id in listed?.filter({ !before.passedOver.contains($0) }).prefix(Self.portion.memos) ?? [] {
      guard bytes < Self.portion.bytes else { break }
      guard let memo = try contents(of: id, saved: before.saved[id]), memo.revision != before.offered[id] else {
        progress.withLock { _ = $0.passedOver.insert(id) }
        continue
      }
      found.append(
        FoundReferences(row: memo.row, revision: memo.revision, references: MemoReferences(Outline(of: memo.text))))
      bytes += memo.text.summary.utf8
    }
    // The texts themselves are no longer needed; what they took would stay with the process.
    if bytes > Self.large { giveBackMemory() }
    let offered = Dictionary(found.map { ($0.row.summary.metadata.id, $0.revision) }) { first, _ in first }
    let passedOver = progress.withLock { progress in
      progress.offered = offered
      return progress.passedOver.count
    }
    let left = try unlessEnded { [found] () throws(StoreError) in
      if !found.isEmpty { try store.fill(found) }
      let left = try store.countOfMemosWithoutReferences() - passedOver
      guard try isComplete() else { return max(1, left) }
      // What is counted all the same is of no memo.
      if left > 0 { try store.fill([]) }
      return 0
    }
    return left ?? 0
  }

  /// A stored memo; nil if it is gone or damaged: that keeps no other from being looked through.
  ///
  /// - Parameter saved: what was just stored, if that is known.
  private func contents(of id: MemoID, saved: MemoContents?) throws(StoreError) -> MemoContents? {
    if let saved { return saved }
    do throws(StoreError) {
      return try unlessEnded { () throws(StoreError) in try store.memos([id]).first.map(MemoContents.init) } ?? nil
    } catch  where error.reason == .corrupt {
      return nil
    }
  }

  /// What a call of the store gives; nil if it may not be used any more.
  private func unlessEnded<Value: Sendable>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    try isEnded.withLock { isEnded throws(StoreError) in isEnded ? nil : try body() }
  }
}
