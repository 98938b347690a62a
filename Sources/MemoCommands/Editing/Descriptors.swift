#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reading and writing all there is.
public enum Descriptors {
  /// All bytes up to the end, or as many as are wanted; nil if they can't be read.
  public static func readAll(_ descriptor: Int32, atMost limit: Int = .max) -> [UInt8]? {
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

  /// Whether bytes wait to be read. Neither reads nor waits; a terminal or another device counts as empty.
  public static func holdsBytes(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return lseek(descriptor, 0, SEEK_CUR) < status.st_size
    case S_IFIFO, S_IFSOCK:
      var count: Int32 = 0
      return ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
    default: return false
    }
  }

  /// The next line without its end, read byte by byte so that what follows stays; nil at the end of input.
  public static func readLine(_ descriptor: Int32) -> String? {
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

  /// Writes all bytes.
  ///
  /// - Returns: 0, or why it could not be done, as an `errno`.
  public static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      guard count < 0 else { continue }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // Somebody else made the stream not wait; it has room again later.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&room, 1, -1)
      default: return errno
      }
    }
    return 0
  }
}
