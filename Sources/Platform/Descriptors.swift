import CSystem

/// The process's file descriptors: reading and writing all there is.
package enum Descriptors {
  /// Whether this many more can be opened. Ask before other threads run, which may open some.
  package static func areLeft(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }

  /// From now on the process ends with this status and says this where Dispatch stops it because hardly a file can be
  /// opened any more. What was answered is in the journal.
  package static func endWithoutAny(_ status: Int32, saying message: StaticString) {
    // A literal's bytes last as long as the process, and end with 0.
    message.utf8Start.withMemoryRebound(to: CChar.self, capacity: message.utf8CodeUnitCount + 1) {
      memo_end_without_descriptors(status, $0)
    }
  }

  /// A non-blocking descriptor of the same terminal. A terminal polls as writable when it has little room, and the
  /// flags of the given descriptor are shared with other programs, so the terminal is opened anew. Returns the given
  /// descriptor where it is no terminal, or can't be opened.
  package static func unblocking(_ descriptor: Int32) -> Int32 {
    guard isatty(descriptor) == 1 else { return descriptor }
    let twin = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return twin >= 0 ? twin : descriptor
  }

  /// All bytes up to the end; stops early once it has the limit or more. Nil if they can't be read.
  package static func readAll(_ descriptor: Int32, atMost limit: Int = .max) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < limit {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// The first bytes of a file, so many as it has of these; nil if they can't be read.
  package static func readStart(_ descriptor: Int32, count: Int) -> [UInt8]? {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let read = pread(descriptor, rest.baseAddress, rest.count, off_t(filled))
        if read < 0, errno == EINTR { continue }
        isRead = read >= 0
        if read <= 0 { return }
        filled += read
      }
    }
    return isRead ? bytes : nil
  }

  /// Whether bytes wait to be read. Neither reads nor waits; a terminal or another device counts as empty.
  package static func holdsBytes(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(descriptor, 0, SEEK_CUR) < status.st_size
    case S_IFIFO, S_IFSOCK: return waitingBytes(descriptor) > 0
    default: return false
    }
  }

  /// The number of bytes that wait to be read from a pipe or a socket; 0 where that can't be told.
  package static func waitingBytes(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// The next line without its end, read byte by byte so that what follows stays; nil at the end of input.
  package static func readLine(_ descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  /// Writes as much as a pipe or a socket has room for, though its flags, which other processes may share, say that
  /// writing waits for more.
  ///
  /// - Returns: how many bytes that were, 0 for none; -1 if the descriptor can't be written to, as `errno` says; nil
  ///   where the system does not offer this.
  package static func writeNow(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int? {
    let count = memo_write_now(descriptor, bytes.baseAddress, bytes.count)
    guard count < 0 else { return count }
    switch errno {
    case EAGAIN, EINTR: return 0
    case EOPNOTSUPP, ENOSYS, EINVAL, EPERM: return nil
    default: return -1
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: 0, or why it could not be done, as an `errno`.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  }

  /// Writes all bytes.
  ///
  /// - Returns: 0, or why it could not be done, as an `errno`.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // Another process made the stream non-blocking; it will have room again.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      default: return errno
      }
    }
    return 0
  }

  /// Writes all bytes to a place in a file.
  ///
  /// - Returns: 0, or why it could not be done, as an `errno`.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int) -> Int32 {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? EIO : errno }
      written += count
    }
    return 0
  }

  /// What kept bytes from being copied; `errno` says why.
  package enum CopyFailure: Error {
    /// They could not be read.
    case reading
    /// They could not be written.
    case writing
  }

  /// Writes all that can be read from one descriptor to another.
  ///
  /// - Throws: ``CopyFailure`` if that fails on the way; what was written stays.
  package static func copy(from input: Int32, to output: Int32) throws(CopyFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = read(input, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .reading }
      if count == 0 { return }
      errno = writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: output)
      guard errno == 0 else { throw .writing }
    }
  }
}
