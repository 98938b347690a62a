import Dispatch
package import MemoEngine
package import MemoModel
package import Platform
import Synchronization

/// Keeps a folder and a store equal on a thread of its own, from when it begins until it ends, whatever happens to
/// either meanwhile. Only one process at a time does so; the others wait for that one's end.
///
/// The thread sleeps until the folder or the store has changed, or something is to be tried again. What is in the way
/// is told, and tried again with pauses that grow.
package final class FolderKeeping: Sendable {
  private struct State {
    var standing = FolderStanding()
    var news: [FolderNews] = []
    var hasBegun = false
    /// The time until which work may go on once all ends; nil as long as it does not.
    var deadline: ContinuousClock.Instant?
    /// The processor time that the thread had had when its last turn began; nil before.
    var lastTurn: Duration?
    var tell: (@Sendable (FolderNews) -> Void)?
    var didStore: (@Sendable () -> Void)?
    var follow: (@Sendable (FolderReport) -> Void)?
    /// The report of what was done before somebody followed it; nil for nothing.
    var done: FolderReport?
    var takesOver: (@Sendable () -> Void)?
    var watchChanged: (@Sendable () -> Void)?
    /// What others say has changed.
    var told: Set<TreeChange> = []
  }

  let folder: NotesFolder
  /// The store's file; nil if it has none.
  let storePath: String?
  let limit: Int
  /// The format of days' titles, for `strftime`; nil if none is set.
  let dailyFormat: String?
  let openStore: @Sendable () -> any MemoStore
  let openWatch: @Sendable () -> (any TreeWatch)?
  /// The shortest time from one look at everything to the next where no watch tells of changes.
  let polling: Duration
  let bell: Doorbell
  private let state = Mutex(State())
  private let days = Mutex<DailyFiles?>(nil)
  private let queue: DispatchQueue
  private let ended = DispatchSemaphore(value: 0)

  /// The most paths that are looked at one by one.
  private static let mostTold = 1000

  /// The time that what is under way may go on once all ends, and that the last changes have to come into their files.
  /// The thread has no importance: these have longer as long as it has had little of the processor.
  private static let patienceAtEnd = Duration.seconds(2)
  private static let (littleTime, longestEnd) = (Duration.milliseconds(100), Duration.seconds(10))

  /// The quality of service of the threads that keep folders: whoever types goes first.
  static var quality: DispatchQoS {
    #if os(Linux)
      // The nice value 10.
      .background
    #else
      .utility
    #endif
  }

  /// Does nothing yet.
  ///
  /// - Parameters:
  ///   - path: the store's file.
  ///   - limit: the most bytes that a memo may have.
  ///   - dailyFormat: the format of days' titles, for `strftime`; nil if none is set.
  ///   - polling: the time from one look at everything to the next; nil if the system tells of changes as far as it
  ///     can.
  ///   - store: opens the store anew, for the thread alone: what it does there counts as another process's.
  /// - Throws: ``FolderError`` if no file descriptor is left.
  package convenience init(
    _ folder: NotesFolder, at path: String, limit: Int, dailyFormat: String? = nil, polling: Duration? = nil,
    store: @escaping @Sendable () -> any MemoStore
  ) throws(FolderError) {
    if let polling {
      try self.init(
        folder, at: path, limit: limit, dailyFormat: dailyFormat, store: store, watch: { nil }, polling: polling)
    } else {
      try self.init(
        folder, at: path, limit: limit, dailyFormat: dailyFormat, store: store, watch: FolderTurns.watch)
    }
  }

  init(
    _ folder: NotesFolder, at path: String? = nil, limit: Int, dailyFormat: String? = nil,
    store: @escaping @Sendable () -> any MemoStore,
    watch: @escaping @Sendable () -> (any TreeWatch)?, polling: Duration = .seconds(2)
  ) throws(FolderError) {
    guard let bell = Doorbell() else { throw .system("can't watch the folder \(folder.path)", "close some programs") }
    (self.folder, storePath, self.limit, self.bell, self.polling) = (folder, path, limit, bell, polling)
    (self.dailyFormat, openStore, openWatch) = (dailyFormat, store, watch)
    queue = DispatchQueue(label: "memo-folder", qos: Self.quality)
  }

  /// Begins. To be called once what ended processes left is in the store.
  package func begin() {
    let begins = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun && state.deadline == nil
    }
    guard begins else { return }
    queue.async { [self] in
      FolderTurns(self).run()
      ended.signal()
    }
  }

  /// Tells that somebody stored something.
  package func storeChanged() { bell.ring() }

  /// Tells that something has changed at these paths, of which the system perhaps does not tell.
  package func changed(_ paths: [FilePath]) {
    state.withLock { state in
      state.told.formUnion(paths.map(TreeChange.name))
      if state.told.count > Self.mostTold { state.told = [.everything] }
    }
    bell.ring()
  }

  /// Tells somebody from now on each time that ``FolderStanding/isUnwatched`` changes, and at once if it is true.
  package func whenWatchChanges(_ tell: @escaping @Sendable () -> Void) {
    let isUnwatched = state.withLock { state in
      state.watchChanged = tell
      return state.standing.isUnwatched
    }
    if isUnwatched { tell() }
  }

  /// Brings what was stored last into its files, if the folder is kept here, and returns once the thread has ended.
  package func end() {
    let waits = state.withLock { state in
      defer { state.deadline = state.deadline ?? .now + Self.patienceAtEnd }
      return state.hasBegun && state.deadline == nil
    }
    bell.ring()
    if waits { ended.wait() }
  }

  /// The folder's absolute path.
  package var path: String { folder.path }

  /// The place where the files of days lie now.
  package var dailyFiles: DailyFiles {
    days.withLock { days in
      let read = DailyFiles(in: folder, after: days, format: dailyFormat)
      days = read
      return read
    }
  }

  /// The folder's standing.
  package var standing: FolderStanding { state.withLock { $0.standing } }

  /// Names those who are told from now on.
  ///
  /// - Parameters:
  ///   - didStore: the store has something new, which engines should take in.
  ///   - tell: what people should know.
  /// - Returns: what was told before.
  @discardableResult
  package func observe(
    didStore: @escaping @Sendable () -> Void, _ tell: @escaping @Sendable (FolderNews) -> Void
  ) -> [FolderNews] {
    state.withLock { state in
      (state.didStore, state.tell) = (didStore, tell)
      return state.news
    }
  }

  /// Tells somebody from now on what was done, each time that something was; what was done before, at once.
  package func follow(_ follow: @escaping @Sendable (FolderReport) -> Void) {
    let done = state.withLock { state in
      state.follow = follow
      defer { state.done = nil }
      return state.done
    }
    if let done { follow(done) }
  }

  /// Has something done each time that this process takes the folder over from another, before anything else: that one
  /// may have been killed. It is done on the thread that keeps the folder.
  package func whenTakingOver(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.takesOver = body } }

  // MARK: The thread

  func takeOver() { state.withLock(\.takesOver)?() }

  /// What others say has changed, once.
  func takeTold() -> Set<TreeChange> {
    state.withLock { state in
      defer { state.told = [] }
      return state.told
    }
  }

  var isEnding: Bool { state.withLock { $0.deadline != nil } }

  /// Begins the last turn, if all ends. Its time counts from here. To be called on the thread.
  func beginsLastTurn() -> Bool {
    state.withLock { state in
      guard state.deadline != nil else { return false }
      guard state.lastTurn == nil else { return true }
      (state.deadline, state.lastTurn) = (.now + Self.patienceAtEnd, ProcessorTime.ofThread)
      return true
    }
  }

  /// Whether work that takes long may go on. To be called on the thread.
  var hasTime: Bool {
    state.withLock { state in
      guard let deadline = state.deadline, deadline <= .now else { return true }
      guard let lastTurn = state.lastTurn, deadline + Self.longestEnd > .now else { return false }
      return ProcessorTime.ofThread - lastTurn < Self.littleTime
    }
  }

  /// Notes that both were made equal, and tells what was done for that.
  ///
  /// - Parameter otherStore: the store whose keeper has the folder, if that is another one.
  func note(_ report: FolderReport, files: Int, isUnwatched: Bool, isPolled: Bool, otherStore: KeptStore?) {
    note { standing in
      (standing.keeper, standing.isAway, standing.obstacle) = (otherStore == nil ? .here : .elsewhere, false, nil)
      standing.otherStore = otherStore
      (standing.report, standing.files) = (report, files)
      (standing.isUnwatched, standing.isPolled) = (isUnwatched, isPolled)
    }
    guard !report.isQuiet else { return }
    state.withLock(\.didStore)?()
    let follow = state.withLock { state in
      if state.follow == nil { state.done = report.adding(state.done) }
      return state.follow
    }
    follow?(report)
  }

  /// Notes how it stands now, and tells what is new.
  func note(_ change: (inout FolderStanding) -> Void) {
    let (news, tell, watchChanged) = state.withLock { state in
      let former = state.standing
      change(&state.standing)
      let news = state.standing.news(since: former, folder.path)
      if state.tell == nil { state.news += news }
      let isSame = former.isUnwatched == state.standing.isUnwatched
      return (news, state.tell, isSame ? nil : state.watchChanged)
    }
    for news in news { tell?(news) }
    watchChanged?()
  }
}
