public import MemoModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Says how a store is: its database, then the journals beside it. Changes nothing.
public struct StoreCheck: StoreInspector {
  private let path: String

  /// Names the database file to be looked at.
  public init(path: String) { self.path = path }

  /// What there is to say.
  public func inspect() -> [StoreFinding] {
    var database = DatabaseCheck(path: path)
    var findings = inspectDatabase(&database)
    for journal in JournalView.all(database: path) {
      findings.append(journal.finding(saved: database.marks(ofJournal: journal.id)))
    }
    return findings
  }

  private func inspectDatabase(_ check: inout DatabaseCheck) -> [StoreFinding] {
    guard StoreFile.identity(path) != nil else {
      let why = errno == ENOENT || errno == ENOTDIR ? "" : ": \(String(cString: strerror(errno)))"
      return [StoreFinding(isFault: true, "there is no store at \(path)\(why)")]
    }
    do throws(StoreError) {
      try StoreGuard.check(path)
      try check.run()
    } catch {
      check.findings.append(StoreFinding(isFault: true, error.description))
    }
    return check.findings
  }
}

/// A number of things in words.
func count(_ number: Int, _ thing: String) -> String { number == 1 ? "1 \(thing)" : "\(number) \(thing)s" }
