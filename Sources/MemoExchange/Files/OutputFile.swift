package import MemoModel
import Platform

/// A new file in an ``OutputFolder``.
package final class OutputFile {
  /// The descriptor; -1 once it is closed.
  private var descriptor: Int32
  /// Its name in the folder.
  package let name: String

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit { if descriptor >= 0 { _ = Platform.close(descriptor) } }

  /// Adds bytes at the end.
  ///
  /// - Throws: ``FileFailure`` if not all could be written.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    errno = Descriptors.writeAll(bytes, to: descriptor)
    guard errno == 0 else { throw FileFailure("can't write all of the file \(name)") }
  }

  /// Returns once what was written is on the disk.
  ///
  /// - Throws: ``FileFailure`` if it may not be.
  func sync() throws(FileFailure) {
    guard Disk.sync(descriptor) else { throw FileFailure("can't write the file \(name) to the disk") }
  }

  /// Closes the file. Some file systems report only here that there was no room.
  ///
  /// - Parameter modified: the modification time to set; nil leaves it. Ignored where the file system can't store it.
  /// - Throws: ``FileFailure`` if not all could be written.
  package func close(modified: Timestamp? = nil) throws(FileFailure) {
    if let modified { setTime(modified) }
    defer { descriptor = -1 }
    guard Platform.close(descriptor) == 0 else { throw FileFailure("can't write all of the file \(name)") }
  }

  private func setTime(_ time: Timestamp) {
    let (seconds, milliseconds) = time.millisecondsSince1970.quotientAndRemainder(dividingBy: 1000)
    let isBefore1970 = milliseconds < 0
    let value = timespec(
      tv_sec: seconds - (isBefore1970 ? 1 : 0), tv_nsec: (milliseconds + (isBefore1970 ? 1000 : 0)) * 1_000_000)
    _ = futimens(descriptor, [value, value])
  }
}
