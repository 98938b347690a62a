import JSONRPC
import MemoCommands
import MemoEngine
import MemoHost
import MemoInspection
import MemoSQLite
import Platform

extension CommandEnvironment {
  /// What commands that are run by hand work with in this process.
  ///
  /// - Parameter output: the descriptor that stands for stdout.
  init(output: Int32) {
    self.init(
      storePath: { flag throws(CommandError) in
        do throws(StoreLocation.Unknown) {
          return try StoreLocation.path(flag: flag)
        } catch {
          throw .usage(error.message)
        }
      },
      store: { RecoveringStore(SQLiteStore(path: $0), CommandEnvironment.log) },
      storeToRead: { path throws(StoreError) in
        try StoreToRead.open(path, places: CommandEnvironment.privatePlaces, log: CommandEnvironment.log)
      },
      isReadOnly: { ReadOnlyStore.isReadOnly($0) },
      exists: { access($0, F_OK) == 0 },
      inspector: { path in
        guard ReadOnlyStore.needsCopy(path) else { return StoreCheck(path: path) }
        return CopiedStore(path: path, places: CommandEnvironment.privatePlaces)
      },
      salvager: { path in
        guard ReadOnlyStore.needsCopy(path) else { return StoreSalvage(path: path) }
        return CopiedStore(path: path, places: CommandEnvironment.privatePlaces)
      },
      terminal: Terminal(output: output),
      variable: { CommandEnvironment.environmentVariable($0) },
      input: { Descriptors.readAll(STDIN_FILENO, atMost: EngineConfiguration().maximumMemoBytes + 1) },
      inputWaits: { Descriptors.holdsBytes(STDIN_FILENO) },
      line: { Descriptors.readLine(STDIN_FILENO) },
      edit: { EditorProcess.run($0, on: $1, output: output) },
      holdSignals: { EditorProcess.holdSignals() },
      write: { CommandEnvironment.write($0, to: output) },
      complain: { _ = Descriptors.writeAll(Array($0.utf8), to: STDERR_FILENO) })
  }

  private static var log: Log { Log(level: .warning, descriptor: StandardStreams.unblocking(STDERR_FILENO)) }

  private static var privatePlaces: [String] { PrivateFolder.places(environmentVariable) }

  private static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Writes to stdout, or ends: what nobody reads any more need not be made, and what can't be written is a failure.
  private static func write(_ bytes: [UInt8], to output: Int32) {
    let problem = Descriptors.writeAll(bytes, to: output)
    if problem == 0 { return }
    if problem == EPIPE { exit(128 + SIGPIPE) }
    StandardStreams.print("memo-ls: can't write the output: \(String(cString: strerror(problem)))\n", to: STDERR_FILENO)
    exit(1)
  }
}
