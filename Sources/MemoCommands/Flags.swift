/// What stands behind a command's name.
struct Flags {
  private var values: [String: String] = [:]

  /// Reads flags and their values, which stand behind them or behind `=`; of a flag given twice the last counts. Nil if help
  /// is asked for.
  init?(_ arguments: ArraySlice<String>, of command: any Command.Type) throws(UsageError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if argument == "--help" { return nil }
      guard let expected = command.flags[parts[0]] else { throw UsageError("unknown argument: \(argument)") }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw UsageError("\(parts[0]) must be followed by \(expected)")
      }
      values[parts[0]] = value
    }
  }

  /// A flag's value; nil if it was not given.
  subscript(flag: String) -> String? { values[flag] }
}

/// A command line that can't be understood.
public struct UsageError: Error, Sendable {
  /// What is wrong with it.
  public let message: String

  /// The exit status for it: `EX_USAGE` of sysexits.h.
  static let status: Int32 = 64

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}
