import MemoModel

/// `memo-ls check`: says how a store is, and changes nothing.
struct Check: Command {
  static let name = "check"
  static let flags = ["--store": "the path of a file"]
  static let help = """
    memo-ls check says in plain words whether a store is in order: its database and the crash
    journals beside it. It changes nothing, and a server may be running meanwhile.

    usage: memo-ls check [--store PATH]

    The exit status is 0 if all is in order, changes that the next start brings back included,
    and 1 if something is damaged or can't be read.

    """

  private let store: String?

  init(_ flags: Flags) { store = flags["--store"] }

  func run(in surroundings: Surroundings) throws(UsageError) -> Int32 {
    let findings = surroundings.inspector(try surroundings.storePath(store)).inspect()
    for finding in findings { surroundings.print("\(finding)\n") }
    return findings.contains(where: \.isFault) ? 1 : 0
  }
}
