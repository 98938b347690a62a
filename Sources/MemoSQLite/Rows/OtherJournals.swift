/// The journals of other processes, as one save sees them.
final class OtherJournals {
  /// Whether there are any.
  let areThere: Bool
  private let find: () -> Set<Int>?
  /// Found when it is first asked for: they are read for it.
  private lazy var bases = find()

  /// - Parameter bases: gives the revisions that changes in journals stand on; nil if that can't be told.
  init(areThere: Bool, _ bases: @escaping () -> Set<Int>?) { (self.areThere, find) = (areThere, bases) }

  /// Whether changes that are not saved may stand on a revision.
  func need(_ revision: Int) -> Bool { bases?.contains(revision) ?? true }
}
