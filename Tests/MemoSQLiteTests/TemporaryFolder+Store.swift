import MemoSQLite
import TestSupport

extension TemporaryFolder {
  /// A store in the folder.
  ///
  /// - Parameter bases: the revisions that changes in others' journals stand on.
  func store(bases: @escaping @Sendable () -> Set<Int>? = { [] }) -> SQLiteStore {
    SQLiteStore(path: database, bases: bases)
  }
}
