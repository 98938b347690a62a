public import MemoModel
import Platform
import StoreFiles

/// Says how a store is: its database, then the journals beside it. Changes nothing.
public struct StoreCheck: StoreInspector {
  private let path: String

  /// Names the database file to be looked at.
  public init(path: String) { self.path = path }

  /// What there is to say.
  public func inspect() -> [StoreFinding] {
    var database = DatabaseCheck(path: path)
    var findings = inspectDatabase(&database)
    let isInOrder = !findings.contains(where: \.isFault)
    do throws(StoreError) {
      for journal in try JournalView.all(database: path) {
        findings.append(journal.finding(saved: database.marks(ofJournal: journal.id), isStoreInOrder: isInOrder))
      }
    } catch {
      // Where there is no folder, that there is no store has been said.
      if !findings.contains(where: \.isFault) {
        findings.append(StoreFinding(isFault: true, error.description))
      }
    }
    return findings
  }

  private func inspectDatabase(_ check: inout DatabaseCheck) -> [StoreFinding] {
    do throws(StoreError) {
      guard try StoreFile.identity(path) != nil else {
        return [StoreFinding(isFault: true, "there is no store at \(path)")]
      }
      try StoreGuard.check(path)
      try check.run()
    } catch {
      check.findings.append(StoreFinding(isFault: true, error.description))
    }
    return check.findings
  }
}
