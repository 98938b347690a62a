import MemoMarkup
import MemoModel
import Platform
import Synchronization

/// Indexes stored memos that were not indexed yet: those of a store of an earlier version, and texts too long for their
/// save. It works in batches on a thread of its own, so that saves come in between. Several processes may do this to
/// one store at once: what one has indexed, the others skip.
final class ReferenceFilling: Sendable {
  /// The most memos of a batch, and the bytes of texts after which it ends.
  private static let portion = (memos: 256, bytes: 4 << 20)
  /// The size of texts, in bytes, from which on their memory is worth returning at once.
  private static let large = 256 << 10

  private let store: any MemoStore
  private let giveBackMemory: @Sendable () -> Void
  private let queue = BlockingQueue(label: "memo-references")
  /// Whether the store may no longer be used. Held during each use.
  private let isEnded = Mutex(false)
  private let progress = Mutex(Progress())

  /// Knowledge about memos that the store keeps naming.
  private struct Progress {
    /// Memos that can't be read, or whose references the store does not keep. Nobody waits for them.
    var passedOver: Set<MemoID> = []
    /// The revisions that the last batch indexed.
    var offered: [MemoID: Int] = [:]
    /// Memos just stored without references, so that the store need not be asked for them.
    var saved: [MemoID: MemoContents] = [:]
  }

  /// - Parameter giveBackMemory: returns the memory of long texts to the system.
  init(_ store: any MemoStore, giveBackMemory: @escaping @Sendable () -> Void = Memory.giveBack) {
    (self.store, self.giveBackMemory) = (store, giveBackMemory)
  }

  /// Starts over: what could not be read may have been repaired.
  func begin() { progress.withLock { $0 = Progress(saved: $0.saved) } }

  /// Takes a memo just stored without references. It is kept only for the next batch: by then the texts that it shares
  /// storage with may be gone.
  func noteSave(_ contents: MemoContents) { progress.withLock { $0.saved[contents.metadata.id] = contents } }

  /// Indexes a batch of memos.
  ///
  /// - Returns: how many memos are left.
  func fillPortion() async -> Result<Int, StoreError> {
    await queue.run { Result { () throws(StoreError) in try self.portionFilled() } }
  }

  /// Reads ahead part of the data for completing names.
  ///
  /// - Returns: whether there is more to read. Data that can't be read is left to later queries.
  func readNamesAhead() async -> Bool {
    await queue.run { (try? self.unlessEnded { () throws(StoreError) in try !self.store.readNamesAhead() }) ?? false }
  }

  /// Whether every readable memo was indexed. Usable on any thread except the engine's executor.
  func isComplete() throws(StoreError) -> Bool {
    let passedOver = progress.withLock(\.passedOver)
    return try store.memosWithoutReferences(limit: passedOver.count + 1).allSatisfy(passedOver.contains)
  }

  /// The number of memos that can't be indexed, as far as is known.
  var passedOver: Int { progress.withLock(\.passedOver.count) }

  /// Returns once the store is no longer used. Waits for at most one call of it.
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
        FoundReferences(
          row: memo.row, revision: memo.revision, references: MemoReferences(Outline(of: memo.text), in: memo.file)))
      bytes += memo.text.summary.utf8
    }
    // The texts are no longer needed; the process would keep their memory.
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
      // Anything still counted belongs to no memo.
      if left > 0 { try store.fill([]) }
      return 0
    }
    return left ?? 0
  }

  /// A stored memo; nil if it is gone or damaged: this must not keep others from being indexed.
  ///
  /// - Parameter saved: the memo as it was just stored, if known.
  private func contents(of id: MemoID, saved: MemoContents?) throws(StoreError) -> MemoContents? {
    if let saved { return saved }
    do throws(StoreError) {
      return try unlessEnded { () throws(StoreError) in try store.memos([id]).first.map(MemoContents.init) } ?? nil
    } catch  where error.reason == .corrupt {
      return nil
    }
  }

  /// The result of a call to the store; nil if it may no longer be used.
  private func unlessEnded<Value: Sendable>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    try isEnded.withLock { isEnded throws(StoreError) in isEnded ? nil : try body() }
  }
}
