import Dispatch
import MemoEngine
import MemoSync
import Synchronization
import TestDoubles

@testable import MemoCommands

/// A command's environment in a test: a store in memory, no terminal unless one is asked for, and what was said.
final class Stage: Sendable {
  /// The memos, as any process would find them.
  let store = TestStore()
  /// The environment's variables.
  private let variables: [String: String]
  private let said = Mutex<(output: [UInt8], errors: String, served: ServeSettings?)>(([], "", nil))

  init(variables: [String: String] = ["EDITOR": "editor"]) { self.variables = variables }

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - typed: what a person types on stdin, which is a terminal then; otherwise stdin is `input`.
  ///   - writes: what the editor makes of a file's text, and how it ends.
  /// - Returns: the exit status.
  func run(
    _ arguments: String..., columns: Int? = nil, input: String = "", typed: String? = nil,
    writes: @escaping @Sendable (_ file: String) -> EditorEnding = { _ in .notStarted }
  ) async -> Int32 {
    await run(arguments, columns: columns, input: input, typed: typed, writes: writes)
  }

  /// Runs a command line, given as an array.
  func run(
    _ arguments: [String], columns: Int? = nil, input: String = "", typed: String? = nil,
    writes: @escaping @Sendable (_ file: String) -> EditorEnding = { _ in .notStarted }
  ) async -> Int32 {
    said.withLock { $0 = ([], "", nil) }
    let environment = environment(columns: columns, input: input, typed: typed, writes: writes)
    // It blocks until the command ends, which no thread of Swift's small pool may do.
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "command").async {
        continuation.resume(returning: Commands.run(arguments, in: environment))
      }
    }
  }

  /// The environment that a command finds.
  func environment(
    columns: Int? = nil, input: String = "", typed: String? = nil,
    writes: @escaping @Sendable (_ file: String) -> EditorEnding = { _ in .notStarted }
  ) -> CommandEnvironment {
    var environment = CommandEnvironment(
      storePath: { flag throws(CommandError) in flag ?? "memory" },
      folder: { _ in nil },
      store: { [store] _ in store },
      storeToRead: { [store] _ in store },
      isReadOnly: { _ in false },
      hasStore: { _ in true },
      exists: { _ in true },
      inspector: { _ in Nothing() },
      salvager: { _ in Nothing() },
      serve: { settings in
        self.said.withLock { $0.served = settings }
        return 0
      },
      terminal: Terminal(readsPerson: typed != nil, columns: columns, progressColumns: nil, hasColours: false),
      variable: { [variables] in variables[$0] },
      input: { Array(input.utf8) },
      inputWaits: { !input.isEmpty },
      line: { typed },
      edit: { _, file in writes(file) },
      holdSignals: {},
      write: { bytes in self.said.withLock { $0.output += bytes } },
      complain: { text in self.said.withLock { $0.errors += text } })
    environment.hubs = NoHubs()
    return environment
  }

  /// What the last command printed, and what it said on stderr.
  var output: String { said.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var errors: String { said.withLock { $0.errors } }
  /// What a server was told, if one was started.
  var served: ServeSettings? { said.withLock { $0.served } }
}

/// No hub can be reached.
private struct NoHubs: HubAccess {
  private var unreachable: HubObstacle { .unreachable("no hub is here") }

  func create(at url: String) async throws -> [String] { throw unreachable }
  func makeLogin(_ name: String, at url: String) async throws -> String { throw unreachable }
  func hasAccount(_ name: String, at url: String) async throws -> Bool { throw unreachable }
  func begin(
    _ name: String, at url: String, passphrase: String, device: String
  ) async throws -> (HubMembership, recoveryKey: String) { throw unreachable }
  func join(
    _ name: String, at url: String, secret: String, device: String
  ) async throws -> (HubMembership, replaced: String?) { throw unreachable }
  func open(_ membership: HubMembership, at url: String, secret: String?) async throws -> any OpenHub {
    throw unreachable
  }
}

private struct Nothing: StoreInspector, StoreSalvager {
  func inspect() -> [StoreFinding] { [StoreFinding("fine")] }
  func salvage(_ take: (SalvagedText) -> Void) -> [StoreFinding] { [] }
}
