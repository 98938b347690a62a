import JSONRPC
import MemoEngine
import MemoHost
import Platform

/// One editor's conversation, in the words of the Language Server Protocol 3.17.
///
/// Belongs to the event loop's thread, like the engine, so it calls that without waiting.
actor LanguageSession: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  /// The notebook that the program was started with.
  nonisolated let home: Notebook
  /// All that documents show memos of, the first as the first.
  var notebooks: [Notebook]
  /// The notebooks whose folders the client has left.
  var left: Set<ObjectIdentifier> = []
  /// Opens a folder that documents are in; nil if none is looked for.
  nonisolated let opensFolder: FolderOpener?
  /// Folders that could not be opened.
  var unusableFolders: Set<FilePath> = []
  /// The reason why the folder that the program was started for can't be used; nil if it can.
  var folderProblem: String?
  /// Whether the person was told of a failed save, and none has succeeded since.
  var isSaveFailureShown = false
  /// The messages to tell once the client has begun.
  var earlyNews: [LogMessageNotification.Params] = []
  /// The origin of this session's changes to memos.
  nonisolated let origin = ChangeOrigin()
  nonisolated let log: Log
  var observations: [Observation] = []

  /// The stage of the session, which decides what may come next.
  enum Phase { case fresh, running, shutDown }

  var phase = Phase.fresh
  var client = ClientCapabilities() {
    didSet {
      if client.folders != oldValue.folders { named = client.folders.map(NamedFiles.init) }
    }
  }
  let readFiles = ReadFiles()
  /// The files below the folders that the client works in.
  private(set) var named: [NamedFiles] = []
  var trace = Trace.off
  var watch: ParentWatch?
  /// Whether the client has said that it has begun: before that it is asked for nothing.
  var hasBegun = false
  /// The folders that the client watches, by their notebooks.
  var watches: [ObjectIdentifier: Registration] = [:]
  var documents = OpenDocuments()
  /// The document that is not open and that is asked about just now.
  var unopened: UnopenedDocument?
  /// The settings that the client made at its beginning, and those it has made by now.
  var (firstSettings, settings) = (Settings(), Settings())
  var examinations = Examinations()
  var toldTokens = ToldTokens()

  /// The stores whose memos are being looked through, and how often that was told.
  var (indexing, indexingsTold) = ([ObjectIdentifier: IndexingProgress](), 0)

  /// Documents that were closed before it was found out what they have in common with their memos, by their openings.
  var closedUnbound: [Int: OpenDocument] = [:]

  /// Files that were closed, as they were, until it is seen to what was not saved.
  var closedFiles: [DocumentURI: OpenDocument] = [:]

  /// The texts of files to which memos were reverted when the files were closed.
  var givenBack: [MemoID: Rope] = [:]

  /// Documents whose memos are being looked up.
  let bindings = UnderWay()

  /// Memos that are saved because their documents were.
  let saves = UnderWay()

  /// The time that the client has for the edits of an answer, or those that it says to have made, before it is asked
  /// for them again.
  nonisolated let patienceWithAnswers: Duration

  /// The time that those who wait for a locked store's recovery may go on once the input has ended.
  private static let patienceAtEnd = Duration.seconds(5)

  init(
    connection: Connection, home: Notebook, opensFolder: FolderOpener?, patienceWithAnswers: Duration, log: Log
  ) {
    (self.connection, self.home, self.opensFolder, self.log) = (connection, home, opensFolder, log)
    self.patienceWithAnswers = patienceWithAnswers
    notebooks = [home]
  }

  func willEnd(_ ending: Ending) {
    let patience = ending.finishesRequests ? Self.patienceAtEnd : .zero
    for notebook in notebooks { notebook.onEngine { $0.prepareToEnd(patience: patience) } }
  }

  func end() async -> Bool {
    await bindings.wait()
    await saves.wait()
    await giveBackClosedFiles()
    keepUnwritten()
    do throws(EngineError) {
      try await flushAll()
      await letGoOfFiles()
      return true
    } catch {
      await letGoOfFiles()
      log.write(.error, "the last save failed; the changes stay in the journal for the next start")
      return false
    }
  }

  func admit(_ call: Call, isKnown: Bool) throws {
    switch phase {
    case _ where call.method == exitMethod: break
    case .fresh where call.method != initializeMethod:
      throw ResponseError(.serverNotInitialized, "initialize must come before any other message")
    case .running where call.method == initializeMethod:
      throw ResponseError(.invalidRequest, "initialize may come only once")
    case .shutDown: throw ResponseError(.invalidRequest, "the session is shut down; only exit may follow")
    case .fresh, .running: break
    }
    // An unknown method is told first, whatever its params.
    guard isKnown else { return }
    if let kind = call.params?.kind, kind != .object, kind != .null {
      throw ResponseError(.invalidParams, "params must be an object, null or absent")
    }
    if trace != .off { connection.notify(LogTrace.self, LogTrace.Params(message: "received \(call.method)")) }
  }

  func notice(_ event: ConnectionEvent) {
    switch event {
    case .notificationFailed(let call, let error): notificationFailed(call, error)
    case .unreadable(let bytes): lose(unread: bytes)
    case .slowTurn(let what, let time): log.write(slowTurn: what, of: time)
    case .inputFailed(let reason): log.write(.error, "the input can't be read: \(reason)")
    }
  }

  /// Tells the client's log of an error that nobody is answered with. A notification that is not known is passed over:
  /// those of `$/` may come to any server (LSP 3.17, `$` Notifications and Requests), and clients send others that
  /// nobody asked for.
  private func notificationFailed(_ call: Call, _ error: ResponseError) {
    guard error.code != .methodNotFound else { return }
    tell(.warning, "a notification was not carried out: \(error.message)")
    if call.method == didChangeMethod { lose(call) }
  }

  /// Tells something to the log, and to the client's once it has begun. Never a document's words.
  func tell(_ level: LogLevel, _ message: String) {
    log.write(level, message)
    let news = LogMessageNotification.Params(level: level, message: message)
    switch phase {
    case .fresh: earlyNews.append(news)
    case .running: connection.notify(LogMessageNotification.self, news)
    case .shutDown: break
    }
  }

  /// Tells what was found wrong before the client had begun.
  func tellEarlyNews() {
    if let folderProblem { show(.warning, "files are served alone: \(folderProblem)") }
    for news in earlyNews { connection.notify(LogMessageNotification.self, news) }
    earlyNews = []
  }

  /// Tells the person at the editor something at once.
  func show(_ level: LogLevel, _ message: String) {
    connection.notify(ShowMessage.self, ShowMessage.Params(level: level, message: message))
  }
}

private let initializeMethod = "\(InitializeRequest.method)"
private let exitMethod = "\(ExitNotification.method)"
let didChangeMethod = "\(DidChange.method)"

extension ErrorCode {
  /// A message came before `initialize` (LSP 3.17, `ServerNotInitialized`).
  static let serverNotInitialized = ErrorCode(rawValue: -32002)
}
