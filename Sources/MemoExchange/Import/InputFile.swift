import MemoModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open regular file.
final class InputFile {
  private let descriptor: Int32
  private let status: stat
  /// When it was made, where the system knows, and last changed.
  let createdAt: Timestamp
  let modifiedAt: Timestamp
  /// Up to where it was read.
  private(set) var position = 0

  /// Takes over a descriptor.
  ///
  /// - Throws: if it is not that of a regular file.
  init(_ descriptor: Int32) throws(ImportRefusal) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ImportRefusal("is no regular file")
    }
    self.descriptor = descriptor
    self.status = status
    modifiedAt = Timestamp(file: status.modified)
    createdAt =
      status.created.map { min(Timestamp(file: $0), Timestamp(file: status.modified)) }
      ?? Timestamp(file: status.modified)
  }

  deinit { close(descriptor) }

  /// How many bytes it had when it was opened.
  var count: Int { Int(status.st_size) }

  /// Reads on, at most so many bytes; none at the end.
  func read(_ count: Int) throws(ImportRefusal) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat { result = systemRead(descriptor, buffer.baseAddress, count) } while result < 0 && errno == EINTR
      filled = max(result, 0)
    }
    guard result >= 0 else { throw ImportRefusal("can't be read: \(String(cString: strerror(errno)))") }
    position += result
    return bytes
  }

  /// Reads the whole file.
  ///
  /// - Throws: if it has more than so many bytes, or changes meanwhile.
  func readAll(limit: Int) throws(ImportRefusal) -> [UInt8] {
    guard count <= limit else { throw ImportRefusal("is too large: \(count) bytes, of at most \(limit)") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 1)
    while bytes.count <= limit {
      let more = try read(min(max(count - bytes.count, 0) + 4096, 1 << 20))
      if more.isEmpty { break }
      bytes += more
    }
    guard bytes.count <= limit else { throw ImportRefusal("is too large: more than \(limit) bytes") }
    try checkUnchanged()
    return bytes
  }

  /// Goes back to the beginning.
  func rewind() throws(ImportRefusal) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw ImportRefusal("can't be read twice") }
    position = 0
  }

  /// Checks that nobody has changed the file since it was opened.
  func checkUnchanged() throws(ImportRefusal) {
    var now = stat()
    let isSame =
      fstat(descriptor, &now) == 0 && now.st_size == status.st_size && now.modified == status.modified
      && now.changed == status.changed
    guard isSame else { throw ImportRefusal("was changed while it was read; import it again") }
  }
}

extension stat {
  #if canImport(Darwin)
    fileprivate var modified: timespec { st_mtimespec }
    fileprivate var changed: timespec { st_ctimespec }
    fileprivate var created: timespec? { st_birthtimespec }
  #else
    fileprivate var modified: timespec { st_mtim }
    fileprivate var changed: timespec { st_ctim }
    /// `stat(2)` does not tell it on Linux, and where files were copied it is the time of that.
    fileprivate var created: timespec? { nil }
  #endif
}

extension timespec {
  fileprivate static func == (left: timespec, right: timespec) -> Bool {
    left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec
  }
}

/// `read(2)`, which the file's own method hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
