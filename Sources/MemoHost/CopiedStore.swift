import MemoInspection
package import MemoModel
import StoreFiles

/// A store that is looked at in a copy, because SQLite can't read a log in a folder in which it may make no index of
/// it.
package struct CopiedStore: StoreInspector, StoreSalvager {
  private let path: String
  private let places: [String]

  /// Names a store.
  ///
  /// - Parameter places: folders for the copy.
  package init(path: String, places: [String]) {
    self.path = path
    self.places = places
  }

  package func inspect() -> [StoreFinding] { copied { StoreCheck(path: $0).inspect() } }

  package func salvage(_ take: (SalvagedText) -> Void) -> [StoreFinding] {
    copied { StoreSalvage(path: $0).salvage(take) }
  }

  /// What is found in a copy, told of the original.
  private func copied(_ body: (_ copy: String) -> [StoreFinding]) -> [StoreFinding] {
    do throws(StoreError) {
      return try PrivateCopy.with(of: path, in: places) { copy throws(StoreError) in
        body(copy).map { StoreFinding(isFault: $0.isFault, $0.description.replacing(copy, with: path)) }
      }
    } catch {
      return [StoreFinding(isFault: true, error.description)]
    }
  }
}
