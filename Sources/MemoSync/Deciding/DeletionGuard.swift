/// Keeps a device on which all was deleted by mistake from emptying the others.
package enum DeletionGuard {
  /// The most memos that may go at once without a question; more may where as many stay.
  package static let most = 20

  /// Whether people are to be asked first.
  ///
  /// - Parameters:
  ///   - count: how many memos tombstones would destroy, or send to the trash.
  ///   - all: how many there are.
  package static func isToBeConfirmed(_ count: Int, of all: Int) -> Bool { count > most && count > all - count }
}
