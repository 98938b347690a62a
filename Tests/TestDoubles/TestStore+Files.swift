package import MemoModel
import Synchronization

extension TestStore {
  /// As the port says.
  package func fileRows() throws(StoreError) -> [FileRow] {
    shelf.state.withLock { $0.files }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// As the port says.
  package func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError) {
    shelf.state.withLock { state in
      state.files.removeAll { memos.contains($0.id) }
      for row in rows {
        state.files.removeAll { $0.id == row.id || $0.path.utf8.elementsEqual(row.path.utf8) }
        state.files.append(row)
      }
    }
  }
}
