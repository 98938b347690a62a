package import MemoModel
import Synchronization

extension TestStore {
  /// As the port says.
  package func importRecord(of source: String) throws(StoreError) -> ImportRecord? {
    shelf.state.withLock { $0.imports[source] }
  }

  /// As the port says.
  package func note(_ records: [ImportRecord]) throws(StoreError) {
    shelf.state.withLock { state in for record in records { state.imports[record.source] = record } }
  }

  /// As the port says.
  package func exported(to folder: String) throws(StoreError) -> [String: String] {
    shelf.state.withLock { $0.exports[folder] ?? [:] }
  }

  /// As the port says.
  package func noteExport(_ files: [String: String], to folder: String) throws(StoreError) {
    shelf.state.withLock { $0.exports[folder] = files }
  }
}
