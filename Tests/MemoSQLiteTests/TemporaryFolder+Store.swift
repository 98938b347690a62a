import MemoSQLite
import TestSupport

extension TemporaryFolder {
  /// A store in the folder.
  func store() -> SQLiteStore { SQLiteStore(path: database) }
}
