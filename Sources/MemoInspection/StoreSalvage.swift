public import MemoModel
import StoreFiles

/// Extracts all words that can still be read from a store: its database, then the journals beside it, even those set
/// aside.
public struct StoreSalvage: StoreSalvager {
  private let path: String

  /// Creates a salvager for a database file.
  public init(path: String) { self.path = path }

  /// Hands over each text.
  public func salvage(_ take: (SalvagedText) -> Void) -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let database = open(&findings)
    if let database { salvage(database, &findings, take) }
    guard let journals = try? JournalView.all(database: path) else { return findings }
    for journal in journals {
      // The marks of a journal that was set aside may be gone.
      let saved = journal.state == .setAside ? nil : database?.marks(ofJournal: journal.id)
      let salvage = JournalSalvage(journal, saved: saved, database)
      for text in salvage.texts { take(text) }
      findings += self.findings(about: journal)
    }
    return findings
  }

  private func open(_ findings: inout [StoreFinding]) -> DatabaseSalvage? {
    do throws(StoreError) {
      guard try StoreFile.isRegular(path) else {
        findings.append(StoreFinding(isFault: true, "there is no database at \(path)"))
        return nil
      }
      return try DatabaseSalvage(path: path)
    } catch {
      findings.append(StoreFinding(isFault: true, "nothing can be read from the database: \(error)"))
      return nil
    }
  }

  private func salvage(_ database: DatabaseSalvage, _ findings: inout [StoreFinding], _ take: (SalvagedText) -> Void) {
    if database.hasGaps {
      findings.append(StoreFinding(isFault: true, "the database \(path) is damaged: memos may be missing here"))
    }
    var lost = 0
    defer {
      if lost > 0 {
        findings.append(StoreFinding(isFault: true, "nothing can be read of \(lost.counted("memo")), or of fewer"))
      }
    }
    for key in database.keys {
      let (memo, isLost) = database.memo(key: key)
      if isLost { lost += 1 }
      guard let memo else { continue }
      let name = memo.id?.description ?? "row-\(key)"
      take(SalvagedText(memo: name, source: .database, bytes: memo.text))
      if memo.id == nil {
        findings.append(StoreFinding(isFault: true, "the text in row \(key) belongs to no memo that can be read"))
      } else if !memo.isWhole {
        findings.append(StoreFinding(isFault: true, "not all of the text of memo \(name) can be read"))
      } else if String(validating: memo.text, as: UTF8.self) == nil {
        findings.append(StoreFinding(isFault: true, "the text of memo \(name) is damaged: it is no UTF-8"))
      }
    }
  }

  private func findings(about journal: JournalView) -> [StoreFinding] {
    let name = journal.paths[0]
    var findings: [StoreFinding] = []
    if journal.state == .inUse {
      findings.append(StoreFinding("the journal \(name) belongs to a memo-ls that runs now and may go on writing"))
    }
    if journal.isDamaged { findings.append(StoreFinding(isFault: true, "not all of the journal \(name) can be read")) }
    return findings
  }
}
