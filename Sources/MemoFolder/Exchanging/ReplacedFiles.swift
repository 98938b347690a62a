import Platform
import Synchronization

/// Files that were replaced where no file can have two names: nothing but a descriptor leads to them any more, and what
/// a program still writes into them is to be found for as long as their copies are kept in staging.
final class ReplacedFiles: Sendable {
  /// The open files, by the names of their copies.
  private let files = Mutex<[String: Int32]>([:])

  /// The most files that are held open. What a program writes into any others after they were replaced is lost.
  private static let most = 64

  deinit { for file in files.withLock(\.values) { close(file) } }

  /// Holds a file, if there is room.
  func hold(_ file: Int32, as name: String) {
    files.withLock { files in
      guard files.count < Self.most else { return }
      let own = fcntl(file, F_DUPFD_CLOEXEC, 0)
      if own >= 0 { files[name] = own }
    }
  }

  /// The file's bytes now; nil if it is not held, or can't be read.
  func bytes(of name: String) -> [UInt8]? {
    guard let file = files.withLock({ $0[name] }), lseek(file, 0, SEEK_SET) == 0 else { return nil }
    return Descriptors.readAll(file)
  }

  /// Notes that its copy has another name.
  func rename(_ name: String, to other: String) { files.withLock { $0[other] = $0.removeValue(forKey: name) } }

  /// Leaves a file whose copy goes.
  func leave(_ name: String) { if let file = files.withLock({ $0.removeValue(forKey: name) }) { close(file) } }
}
