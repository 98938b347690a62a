public import MemoModel

/// What people run by hand: `memo-ls NAME [FLAG ...]`.
public enum Commands {
  private static let all: [any Command.Type] = [Check.self, Recover.self]

  /// Carries out the command that the first argument names.
  ///
  /// - Parameter arguments: the command line without the program's name.
  /// - Returns: the exit status; nil if no command was named, and nothing was done.
  public static func run(_ arguments: [String], in surroundings: Surroundings) -> Int32? {
    guard let name = arguments.first, let command = all.first(where: { $0.name == name }) else { return nil }
    do throws(UsageError) {
      guard let flags = try Flags(arguments.dropFirst(), of: command) else {
        surroundings.print(command.help)
        return 0
      }
      return try command.init(flags).run(in: surroundings)
    } catch {
      surroundings.complain("memo-ls \(name): \(error.message)\n\n\(command.help)")
      return UsageError.status
    }
  }
}

/// One of them.
protocol Command: Sendable {
  /// The word that calls it.
  static var name: String { get }
  /// Its flags, all of which take a value, and what that must be.
  static var flags: [String: String] { get }
  /// The text of `--help`.
  static var help: String { get }

  /// Takes what the command line says.
  init(_ flags: Flags) throws(UsageError)

  /// Does it and gives the exit status.
  func run(in surroundings: Surroundings) throws(UsageError) -> Int32
}

/// What commands reach the world through: whoever starts them puts it together.
public struct Surroundings: Sendable {
  /// Where the store is, given what `--store` says.
  let storePath: @Sendable (_ flag: String?) throws(UsageError) -> String
  /// What looks at the store of a path.
  let inspector: @Sendable (_ path: String) -> any StoreInspector
  /// What reads the words out of the store of a path.
  let salvager: @Sendable (_ path: String) -> any StoreSalvager
  /// Writes to stdout.
  let print: @Sendable (String) -> Void
  /// Writes to stderr.
  let complain: @Sendable (String) -> Void

  /// Creates surroundings from all their parts.
  public init(
    storePath: @escaping @Sendable (_ flag: String?) throws(UsageError) -> String,
    inspector: @escaping @Sendable (_ path: String) -> any StoreInspector,
    salvager: @escaping @Sendable (_ path: String) -> any StoreSalvager,
    print: @escaping @Sendable (String) -> Void,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.storePath = storePath
    self.inspector = inspector
    self.salvager = salvager
    self.print = print
    self.complain = complain
  }
}
