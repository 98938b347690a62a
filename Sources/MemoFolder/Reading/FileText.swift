import MemoText
package import Platform

/// Reads a file as one moment had it.
package enum FileText {
  /// The outcome of reading a file.
  package enum Reading: Sendable {
    /// The text's bytes, its hash, and the mark of the file that has it.
    case text([UInt8], UInt128, FileMark)
    /// It is no memo.
    case skipped(SkipReason)
    /// There is nothing.
    case gone
    /// Somebody writes it, again and again: it is to be looked at later.
    case changing
  }

  /// The most times that a file is read that changes meanwhile.
  private static let mostTries = 4

  /// The age from which a change's time tells it from the next, in nanoseconds: file systems tell times apart by 2 s
  /// (FAT), and by a tick of the system's clock.
  private static let age = 2_000_000_000

  /// Reads a file below a folder.
  ///
  /// - Parameter limit: the most bytes that a memo may have.
  package static func read(_ path: FilePath, in root: OpenFolder, limit: Int) -> Reading {
    guard let file = root.open(path, O_RDONLY) else {
      switch errno {
      // What was a folder on the way may be a file by now.
      case ENOENT, ENOTDIR: return .gone
      case ELOOP: return .skipped(.link)
      case ENXIO, EOPNOTSUPP: return .skipped(.noFile)
      case let code: return .skipped(.unreadable(code))
      }
    }
    defer { close(file) }
    return read(file, limit: limit)
  }

  /// Reads a file that is open.
  package static func read(_ file: Int32, limit: Int) -> Reading {
    for _ in 0..<mostTries {
      let start = now
      guard let before = FileStatus(file) else { return .skipped(.unreadable(errno)) }
      guard before.kind == .file else { return .skipped(.noFile) }
      guard before.mark.size <= limit else { return .skipped(.tooLarge(before.mark.size)) }
      guard let bytes = Descriptors.readStart(file, count: before.mark.size) else {
        return .skipped(.unreadable(errno))
      }
      guard let after = FileStatus(file) else { return .skipped(.unreadable(errno)) }
      guard after.mark == before.mark, after.mark.size == bytes.count else { continue }
      guard bytes.withUnsafeBufferPointer(\.isValidUTF8) else { return .skipped(.notUTF8) }
      return .text(bytes, ContentHash.of(bytes), trusted(after.mark, since: start))
    }
    return .changing
  }

  /// The bytes of a file that is read as it is, such as a list of rules; nil if there is none that can be read.
  static func bytes(of name: FilePath, in folder: OpenFolder, atMost limit: Int) -> [UInt8]? {
    guard let file = folder.open(name, O_RDONLY) else { return nil }
    defer { close(file) }
    return FileStatus(file)?.kind == .file ? Descriptors.readAll(file, atMost: limit) : nil
  }

  /// A mark that equals that of the file as long as nobody writes it. Right after a change another would not show in
  /// its times: then it equals none, and the file will be read again.
  static func trusted(_ mark: FileMark, since start: Int) -> FileMark {
    if mark.changed < start - age { return mark }
    return mark.untrusted
  }

  /// The time, in nanoseconds since 1970.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
