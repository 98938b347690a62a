import Synchronization

/// A moment at which what is unsaved was noted. What is read of the store later is of that moment as long as it lasts.
struct EngineMoment: Sendable {
  private let writes: WriteCount
  private let count: Int

  /// The present moment.
  init(_ writes: WriteCount) { (self.writes, count) = (writes, writes.value) }

  /// Whether the engine has begun or finished no transaction since.
  var lasts: Bool { writes.value == count }
}

/// The number of transactions that an engine has started and finished. Usable on any thread.
final class WriteCount: Sendable {
  private let count = Atomic(0)

  /// The number so far.
  var value: Int { count.load(ordering: .acquiring) }

  /// Counts one more: before it starts, or once it has ended.
  func add() { count.add(1, ordering: .acquiringAndReleasing) }
}

/// What was unsaved at some moment, to be read together with what is stored.
protocol Momentary: Sendable {
  var moment: EngineMoment { get }
}

extension MemoEngine {
  var moment: EngineMoment { EngineMoment(saving.count) }

  /// How often saves may come in between before one is kept waiting.
  static let mostSavesBetween = 3

  /// Reads what is unsaved and what is stored as both are at one moment: anew, and as they are then, if this engine has
  /// stored something in between. Else an edit could be shown without another that came before it.
  ///
  /// - Parameters:
  ///   - unsaved: what is unsaved.
  ///   - present: notes what is unsaved now.
  ///   - read: reads it with what is stored.
  nonisolated func atOneMoment<Unsaved: Momentary, Value: Sendable>(
    _ unsaved: Unsaved, else present: @Sendable (isolated MemoEngine) -> Unsaved,
    _ read: @Sendable (Unsaved) async throws(EngineError) -> Value
  ) async throws(EngineError) -> Value {
    var unsaved = unsaved
    for _ in 0..<Self.mostSavesBetween {
      let value = try await read(unsaved)
      if unsaved.moment.lasts { return value }
      unsaved = await anew(present)
    }
    return try await beforeNextSave(present, read)
  }

  private func beforeNextSave<Unsaved: Momentary, Value: Sendable>(
    _ present: @Sendable (isolated MemoEngine) -> Unsaved,
    _ read: @Sendable (Unsaved) async throws(EngineError) -> Value
  ) async throws(EngineError) -> Value {
    await saveUnderWay()
    saving.isWriting = true
    defer { endStoreWork() }
    return try await read(anew(present))
  }

  private func anew<Unsaved>(_ present: @Sendable (isolated MemoEngine) -> Unsaved) -> Unsaved {
    note(.rereading)
    return present(self)
  }
}
