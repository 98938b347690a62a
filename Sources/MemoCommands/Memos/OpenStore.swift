import MemoEngine
import MemoExchange
import Synchronization

/// A store in use by one command, with an engine of its own beside those of running editors.
struct OpenStore: Sendable {
  /// The engine.
  let engine: MemoEngine
  let store: any MemoStore
  /// The store's place.
  let place: StorePlace
  /// Keeps the store's folder, if it has one and that is in use.
  let turn: FolderTurn?
  /// The command's environment.
  let environment: CommandEnvironment

  /// The database file.
  var path: String { place.path }

  /// What a command does with a store.
  enum Use {
    /// Reads it, even if it can't be written.
    case read
    /// Changes it.
    case change
    /// Changes it, and creates it if it is missing.
    case make
  }

  /// Runs a body on the store that the command line means, and closes the store afterwards. A folder is synchronised
  /// before, and after a change.
  ///
  /// - Parameters:
  ///   - arguments: the command line, perhaps with `--store` and `--folder`.
  ///   - use: what the command does. Except for `make`, a missing store is a failure; so is a read-only one that is to
  ///     be changed.
  ///   - configuration: the engine's settings.
  /// - Throws: what the body throws, and a usage error if there is no place for a store.
  static func with<Value>(
    _ arguments: Arguments, in environment: CommandEnvironment, to use: Use = .change,
    _ configuration: EngineConfiguration = EngineConfiguration(),
    _ body: (OpenStore) async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    let place = try environment.place(arguments)
    let turn = FolderTurn(place, in: environment)
    defer { turn?.letGo() }
    try await turn?.makeEqual(waits: true, remarks: [.loss, .conflicts])
    guard use == .make || environment.hasStore(place.path) else {
      throw .failure("there is no store at \(place.path); memo-ls new makes the first memo")
    }
    // What is read may take long to be printed.
    if use == .read { turn?.letGo() } else { turn?.noteStart() }
    let outcome = await outcome(of: body, in: place, turn, to: use, configuration, environment)
    if use != .read { try await turn?.followChanges() }
    return try outcome.get()
  }

  /// The outcome of a body, once its changes are saved, even if it threw.
  private static func outcome<Value>(
    of body: (OpenStore) async throws(CommandError) -> Value, in place: StorePlace, _ turn: FolderTurn?, to use: Use,
    _ configuration: EngineConfiguration, _ environment: CommandEnvironment
  ) async -> Result<Value, CommandError> {
    do throws(CommandError) {
      let store = try open(place.path, to: use, in: environment)
      let engine = MemoEngine(store: store, configuration: configuration)
      defer {
        engine.endFilling()
        if use != .read { turn?.noteChanges(by: store) }
        store.close()
      }
      let value = try await body(
        OpenStore(engine: engine, store: store, place: place, turn: turn, environment: environment))
      // A command has no journal to keep what is not settled.
      guard (try? store.settle()) != nil else {
        throw .failure(
          "another program took away the log of \(place.path) before the change was in \(place.path); make it again")
      }
      return .success(value)
    } catch {
      return .failure(error)
    }
  }

  private static func open(
    _ path: String, to use: Use, in environment: CommandEnvironment
  ) throws(CommandError) -> any MemoStore {
    guard use == .read || !environment.isReadOnly(path) else {
      throw .failure(
        "\(path) is read-only, so nothing was changed; copy it to a folder of yours, and name that with --store")
    }
    do throws(StoreError) {
      return use == .read ? try environment.storeToRead(path) : try environment.store(path)
    } catch {
      throw .failure(error.description)
    }
  }

  /// Calls the engine, and converts its errors to the command's.
  func asking<Value>(
    _ body: (MemoEngine) async throws(EngineError) -> Value
  ) async throws(CommandError) -> Value {
    do throws(EngineError) { return try await body(engine) } catch { throw CommandError(error) }
  }

  /// Returns once all changes are durable.
  func save() async throws(CommandError) {
    try await asking { engine throws(EngineError) in _ = try await engine.flush(nil) }
  }

  /// A memo, in the trash or not.
  func memo(_ id: MemoID) async throws(CommandError) -> MemoSnapshot {
    try await asking { engine throws(EngineError) in try await engine.memo(id) }
  }

  /// A memo that is not in the trash.
  func livingMemo(_ id: MemoID) async throws(CommandError) -> MemoSnapshot {
    let memo = try await memo(id)
    guard memo.metadata.isTrashed else { return memo }
    throw .failure("\(id) is in the trash; bring it back first with: memo-ls restore \(id)")
  }

  /// A page of a list.
  func page(_ query: ListQuery) async throws(CommandError) -> ListPage {
    try await asking { engine throws(EngineError) in try await engine.list().page(query) }
  }
}

extension CommandError {
  /// Converts an engine's error.
  init(_ error: EngineError) {
    switch error {
    // Properties come from the command line.
    case .invalidProperty(let error): self = .usage("\(error.path.drop { $0 == "." }) \(error.expectation)")
    default: self = .failure(Self.message(error))
    }
  }

  /// Converts an export's or import's error.
  init(_ error: ExchangeError) {
    switch error {
    // These come from a file.
    case .engine(.invalidProperty(let error)): self = .failure("properties\(error.path) \(error.expectation)")
    case .engine(let error): self.init(error)
    case .stopped(let message), .path(let message): self = .failure(message)
    case .foreignFolder(let path):
      self = .usage(
        "\(path) is there already and is no empty folder, nor of an earlier export; name another one with --to, or use "
          + "--force")
    case .tooLarge(let limit, let bytes): self = .failure("that is \(bytes) bytes, of at most \(limit)")
    }
  }

  private static func message(_ error: EngineError) -> String {
    switch error {
    case .memoNotFound(let id): "there is no memo \(id), or it is in the trash; memo-ls list shows which there are"
    case .memoExists(let id): "there is a memo \(id) already, perhaps in the trash"
    case .memoTooLarge(let limit, let bytes):
      "the text has \(bytes) bytes, and a memo can't have more than \(limit); make several memos of it"
    case .revisionNotFound(let id, let revision):
      "the memo \(id) has no revision \(revision), or not any more; memo-ls history \(id) shows which there are"
    case .storeUnavailable(let error): error.description
    case .nothingToUndo(let id), .undoRefused(let id, _):
      "there is nothing to undo in the memo \(id); memo-ls history \(id) shows what is kept"
    case .nothingToRedo(let id):
      "there is nothing to redo in the memo \(id): it was changed since, or nothing was undone"
    case .versionConflict(let id, _, _): "the memo \(id) was changed meanwhile; try again"
    case .templateUnusable(let name, let problem): message(problem, name)
    case .titleTaken(let title, let ids):
      "\(title) is the name of another memo already, \(ids.map(\.description).joined(separator: ", ")); choose "
        + "another title"
    case .renamingRefused(let problem): message(problem)
    case .invalidRange, .invalidProperty, .cancelled: "it could not be done; try again"
    }
  }

  private static func message(_ problem: RenamingProblem) -> String {
    switch problem {
    case .nameUnwritable(.block): "a block's name is letters, digits, - and _"
    case .nameUnwritable: "a title or a heading is one line that says something, without [ ] | # ^ and NUL"
    case .titleIsFile: "the title is the name of a file that is to stay; rename the file"
    case .titleIsNoFileName:
      "the memo's file is called so, and not every file system takes \\ / : * ? \" < >, a dot at its ends, the name of "
        + "a device, such as CON, or one of more than 240 bytes"
    case .titleIsAddress: "a title must not begin with memo:, which links take for a memo's id"
    case .nameMisread: "where the memo has it, it would be read as something else, or is too long"
    case .lineIsMore(.title, let id):
      "the first line of memo \(id) is more than a title, such as a task or a link, and would no longer be that; write "
        + "a title above it with: memo-ls edit \(id)"
    case .lineIsMore(_, let id):
      "the heading's words have links or tags, which would go; change it by hand with: memo-ls edit \(id)"
    case .linkUnwritable(_, let id): "the links in memo \(id) can't lead by it as they are written"
    case .headingUnknown: "the memo has no such heading; memo-ls outline shows which there are"
    case .headingTaken: "the memo has another heading of this name"
    case .blockUnknown: "the memo has no such block"
    case .blockTaken: "the memo has another block of this name"
    case .tagUnknown: "no tag has an empty name"
    case .tagUnwritable(let name):
      "\(name) can be no tag: one has at most \(KnownProperties.longestTag) letters, digits, _ - and /, with a letter, "
        + "and is no colour"
    case .headerUnwritable(_, let id):
      "the front matter of memo \(id) can't be changed alone as it is written; change it by hand with: "
        + "memo-ls edit \(id)"
    case .textReadInPart(_, let id):
      "memo \(id) has more links and tags than are read of a text, and some would keep the old name; split it with: "
        + "memo-ls edit \(id)"
    }
  }

  private static func message(_ problem: TemplateProblem, _ name: String) -> String {
    switch problem {
    case .unknown(let templates):
      "no template is called \(name)"
        + (templates.isEmpty
          ? "; memo-ls edit --tag template ID makes a memo one"
          : ": there \(templates.count == 1 ? "is" : "are") \(MemoName.told(templates))")
    case .renamed(let id, let title): "no memo is called \(name) any more; the memo \(id) is called \(title) now"
    case .ambiguous(let memos):
      "several memos are called \(name): \(MemoName.told(memos)); name the template by its id"
    case .trashed(let id): "the template \(id) is in the trash; memo-ls restore \(id) brings it back"
    case .headerUnwritable(let id):
      "the tag of template \(id) can't be taken out of its front matter, as that is written; write it elsewhere with: "
        + "memo-ls edit \(id)"
    case .untagged(let id): "memo \(id) is no template; memo-ls edit --tag template \(id) makes it one"
    }
  }
}
