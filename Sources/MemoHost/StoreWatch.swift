import MemoEngine
import MemoFolder
import Platform

/// Takes in what other processes save: as soon as one closes the store's lock file, as it does then, and twice a second
/// in any case, since other programs don't, and the protocol promises to report changes within a second. If nothing was
/// changed that reads no disk. Also returns memory that is no longer needed, tells the folder's keeper of changes, and
/// looks for journals of processes that have ended.
final class StoreWatch: Sendable {
  private let tasks: [Task<Void, Never>]
  private let observation: Observation?

  /// The time for which what is saved in a row is gathered.
  private static let gathering = Duration.milliseconds(20)

  /// Starts watching; ends when it is released.
  ///
  /// - Parameters:
  ///   - endedJournals: brings back what ended processes left; nil if nobody does that here.
  ///   - lockFile: what every process closes that has written to the store; nil if that is to wake nobody.
  ///   - interval: how often it looks by itself.
  init(
    _ engine: isolated MemoEngine, _ folder: FolderKeeping?, _ endedJournals: EndedJournals?, lockFile: String?,
    every interval: Duration = .milliseconds(500)
  ) {
    observation = folder.map { folder in
      engine.observe(hearsChanges: false) { event in
        if case .storeChanged = event { folder.storeChanged() }
      }
    }
    let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let clock = Task.detached {
      var closing: ClosingWatch?
      while true {
        // There is no such file before the store is made.
        if let lockFile, closing?.isOver ?? true { closing = ClosingWatch(path: lockFile) { waker.yield() } }
        guard (try? await Task.sleep(for: interval)) != nil else { return }
        waker.yield()
        await engine.giveBackMemory()
        endedJournals?.look()
      }
    }
    let reader = Task.detached {
      for await _ in wakes {
        await engine.pullExternalChanges()
        try? await Task.sleep(for: Self.gathering)
      }
    }
    tasks = [clock, reader]
  }

  deinit { for task in tasks { task.cancel() } }
}
