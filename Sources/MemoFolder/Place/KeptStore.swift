import Platform

/// The store that a process keeps a folder equal to. A folder may be attached in several homes, such as those of two
/// containers, each with a store of its own.
package struct KeptStore: Hashable, Sendable {
  /// The database file, as its process calls it; another process may have another file there.
  package let path: String
  /// Tells it from all other files of the system.
  let number: String

  /// Names a store; nil if there is no such file.
  package init?(path: String) {
    guard let status = FileStatus(AT_FDCWD, path) else { return nil }
    (self.path, number) = (path, "\(status.device)-\(status.mark.inode)")
  }

  /// Reads what ``bytes`` are.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 2, lines[1].hasSuffix("\n") else { return nil }
    (number, path) = (lines[0], String(lines[1].dropLast()))
  }

  /// The bytes by which a lock notes it.
  var bytes: [UInt8] { Array("\(number)\n\(path)\n".utf8) }
}
