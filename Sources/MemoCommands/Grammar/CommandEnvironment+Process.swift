import MemoEngine
import MemoFolder
import MemoHost
import Platform

extension CommandEnvironment {
  /// The environment of commands in this process.
  ///
  /// - Parameters:
  ///   - output: the descriptor to use as stdout.
  ///   - serve: serves a client.
  package init(output: Int32, serve: @escaping @Sendable (ServeSettings) -> Int32) {
    self.init(
      storePath: { flag throws(CommandError) in
        do throws(StoreLocation.Unknown) { return try StoreLocation.path(flag: flag) } catch {
          throw .usage(error.message)
        }
      },
      folder: Self.folder,
      store: { path throws(StoreError) in try StoreAccess.toChange(path, log: Self.log) },
      storeToRead: { path throws(StoreError) in
        try StoreAccess.toRead(path, places: Self.privatePlaces, log: Self.log)
      },
      isReadOnly: StoreAccess.isReadOnly,
      hasStore: StoreAccess.exists,
      exists: { access($0, F_OK) == 0 },
      inspector: { StoreAccess.inspector($0, places: Self.privatePlaces) },
      salvager: { StoreAccess.salvager($0, places: Self.privatePlaces) },
      serve: serve,
      terminal: Terminal(output: output),
      variable: Self.environmentVariable,
      input: { Descriptors.readAll(STDIN_FILENO, atMost: EngineConfiguration().maximumMemoBytes + 1) },
      moreInput: { Descriptors.readAll(STDIN_FILENO, atMost: $0) },
      inputWaits: { Descriptors.holdsBytes(STDIN_FILENO) },
      line: { Descriptors.readLine(STDIN_FILENO) },
      secretLine: { SecretLine.read(STDIN_FILENO, ask: $0) },
      output: output,
      program: Paths.program,
      edit: { EditorProcess.run($0, on: $1, output: output) },
      holdSignals: EditorProcess.holdSignals,
      write: { Self.write($0, to: output) },
      complain: Self.complain)
  }

  @Sendable private static func folder(_ path: String?) throws(CommandError) -> NotesFolder? {
    let place = realPath(path ?? ".")
    let code = errno
    do throws(FolderError) {
      if let found = try NotesFolder.found(at: path ?? ".") { return try NotesFolder(path: found) }
      // Its memos are not to go to another store.
      let registry = try? FolderRegistry()
      if let reason = registry?.reasonForNone(at: path ?? ".", isNamed: path != nil) { throw reason }
      guard let path else { return nil }
      guard let place else {
        throw FolderError("can't find the folder \(path): \(String(cString: strerror(code)))")
      }
      return try NotesFolder(path: place)
    } catch {
      throw CommandError(error)
    }
  }

  private static var log: Log { Log(level: .warning) }

  private static var privatePlaces: [String] { PrivateFolder.places(environmentVariable) }

  @Sendable private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes to stdout, or ends the process: without a reader nothing more need be printed, and a failed write is a
  /// failure.
  private static func write(_ bytes: [UInt8], to output: Int32) {
    let problem = Descriptors.writeAll(bytes, to: output)
    if problem == 0 { return }
    if problem == EPIPE { exit(128 + SIGPIPE) }
    complain("memo-ls: can't write the output: \(String(cString: strerror(problem)))\n")
    exit(1)
  }

  @Sendable private static func complain(_ text: String) {
    _ = Descriptors.writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}
