package import MemoModel
import Platform
import StoreFiles

/// Tells who has a journal's file, by `flock`, which ends with its process in whatever way. The journal's own process
/// has the lock shared, though with nobody; whoever brings the changes of an ended one back has it alone: so others
/// know which of both it is.
package enum JournalLock {
  /// Who has a file.
  package enum Holder: Sendable {
    /// Nobody had it: now this process has it alone.
    case nobody
    /// The process whose journal it is, which lives.
    case owner
    /// A process that is just bringing its changes back.
    case recoverer
  }

  /// Takes a new file for the process whose journal it is; false if somebody else has it.
  static func own(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 }

  /// Finds out who has a file, and takes it if nobody has.
  ///
  /// - Throws: ``StoreError`` if that can't be told.
  package static func take(_ descriptor: Int32, _ path: String) throws(StoreError) -> Holder {
    // Whoever looks at the same moment stands in the way, too, but only for that; the owner stays.
    for _ in 0..<looks {
      if try isFree(LOCK_EX, descriptor, path) { return .nobody }
      guard try isFree(LOCK_SH, descriptor, path) else { return .recoverer }
    }
    return .owner
  }

  /// The number of times that an owner is looked for before it is believed.
  private static let looks = 8

  /// Whether nobody has a file, which is tried once: this process has it then.
  static func isFree(_ descriptor: Int32) -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  /// Leaves a file to others.
  package static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }

  private static func isFree(_ kind: Int32, _ descriptor: Int32, _ path: String) throws(StoreError) -> Bool {
    if flock(descriptor, kind | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw JournalFolder.failure(path) }
    return false
  }
}
