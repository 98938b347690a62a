import MemoEngine
import MemoHost
import Platform

extension CommandEnvironment {
  /// What commands work with in this process.
  ///
  /// - Parameters:
  ///   - output: the descriptor that stands for stdout.
  ///   - serve: serves an editor.
  package init(output: Int32, serve: @escaping @Sendable (ServeSettings) -> Int32) {
    self.init(
      storePath: { flag throws(CommandError) in
        do throws(StoreLocation.Unknown) { return try StoreLocation.path(flag: flag) } catch {
          throw .usage(error.message)
        }
      },
      store: { path throws(StoreError) in try StoreAccess.toChange(path, log: Self.log) },
      storeToRead: { path throws(StoreError) in
        try StoreAccess.toRead(path, places: Self.privatePlaces, log: Self.log)
      },
      isReadOnly: StoreAccess.isReadOnly,
      exists: { access($0, F_OK) == 0 },
      inspector: { StoreAccess.inspector($0, places: Self.privatePlaces) },
      salvager: { StoreAccess.salvager($0, places: Self.privatePlaces) },
      serve: serve,
      terminal: Terminal(output: output),
      variable: Self.environmentVariable,
      input: { Descriptors.readAll(STDIN_FILENO, atMost: EngineConfiguration().maximumMemoBytes + 1) },
      inputWaits: { Descriptors.holdsBytes(STDIN_FILENO) },
      line: { Descriptors.readLine(STDIN_FILENO) },
      edit: { EditorProcess.run($0, on: $1, output: output) },
      holdSignals: EditorProcess.holdSignals,
      write: { Self.write($0, to: output) },
      complain: Self.complain)
  }

  private static var log: Log { Log(level: .warning) }

  private static var privatePlaces: [String] { PrivateFolder.places(environmentVariable) }

  @Sendable private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes to stdout, or ends: what nobody reads any more need not be made, and what can't be written is a failure.
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
