/// The journals of other processes, as one save sees them.
final class OtherJournals {
  /// Whether there are any.
  let areThere: Bool
  private let find: () -> Set<Int>?
  /// Read when first needed, since that reads all journals.
  private lazy var bases = find()

  /// - Parameter bases: returns the revisions that changes in journals are based on; nil if unknown.
  init(areThere: Bool, _ bases: @escaping () -> Set<Int>?) { (self.areThere, find) = (areThere, bases) }

  /// Whether unsaved changes may be based on a revision.
  func need(_ revision: Int) -> Bool { bases?.contains(revision) ?? true }
}
