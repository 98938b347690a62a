import MemoModel

/// `memo-ls check`: says how a store is, and changes nothing.
struct CheckCommand: Command {
  static let usage = CommandUsage(
    "check", "say whether a store is in order", options: [.store],
    details: [
      "Says in plain words whether a store is in order: its database and the crash journals beside it. It changes "
        + "nothing, and a server may be running meanwhile."
    ],
    success: "all is in order, changes that the next start brings back included",
    failure: "something is damaged or can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) throws(CommandError) -> Int32 {
    let findings = environment.inspector(try environment.storePath(arguments[.store])).inspect()
    for finding in findings { environment.print("\(finding)\n") }
    return findings.contains(where: \.isFault) ? 1 : 0
  }
}
