import MemoInspection
import MemoModel
import StoreFiles

/// A store that is inspected in a copy, because SQLite can't read a log in a folder in which it may not create an
/// index.
struct CopiedStore: StoreInspector, StoreSalvager {
  let path: String
  /// Folders that the copy can be made in.
  let places: [String]

  func inspect() -> [StoreFinding] { copied { StoreCheck(path: $0).inspect() } }

  func salvage(_ take: (SalvagedText) -> Void) -> [StoreFinding] {
    copied { StoreSalvage(path: $0).salvage(take) }
  }

  /// The findings in a copy, reported for the original.
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
