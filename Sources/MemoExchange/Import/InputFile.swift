import MemoModel
import Platform

/// An open regular file.
final class InputFile {
  private let descriptor: Int32
  private let status: stat
  /// The times when it was created, where the system knows, and last changed.
  let createdAt: Timestamp
  let modifiedAt: Timestamp
  /// The number of bytes read.
  private(set) var position = 0

  /// Takes over a descriptor.
  ///
  /// - Throws: if it is not a regular file's.
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

  /// Copies another descriptor's input to a file without a name, which vanishes with this object.
  convenience init(copying input: Int32) throws(ImportRefusal) {
    func cause(_ what: String) -> ImportRefusal { ImportRefusal("\(what): \(String(cString: strerror(errno)))") }
    var name = Array(((getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/memo-ls-XXXXXX").utf8CString)
    let copy = mkstemp(&name)
    guard copy >= 0 else { throw cause("there is no place for a copy") }
    unlink(name)
    do throws(Descriptors.CopyFailure) {
      try Descriptors.copy(from: input, to: copy)
    } catch {
      let refusal = cause(error == .reading ? "can't be read" : "there is no room for a copy")
      close(copy)
      throw refusal
    }
    lseek(copy, 0, SEEK_SET)
    try self.init(copy)
  }

  deinit { close(descriptor) }

  /// Whether its first byte that is not white space begins a JSON array.
  var beginsWithArray: Bool {
    ends(4096).beginning.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "[")
  }

  /// Whether it has nothing but white space. Reads up to the first other byte, and goes back to the beginning.
  func isBlank() throws(ImportRefusal) -> Bool {
    var isBlank = true
    while isBlank {
      let bytes = try read(1 << 16)
      if bytes.isEmpty { break }
      isBlank = bytes.allSatisfy(" \t\r\n".utf8.contains)
    }
    try rewind()
    return isBlank
  }

  /// Its size in bytes when it was opened.
  var count: Int { Int(status.st_size) }

  /// The next bytes, at most this many; none at the end.
  func read(_ count: Int) throws(ImportRefusal) -> [UInt8] {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      repeat { result = Platform.read(descriptor, buffer.baseAddress, count) } while result < 0 && errno == EINTR
      filled = max(result, 0)
    }
    guard result >= 0 else { throw ImportRefusal("can't be read: \(String(cString: strerror(errno)))") }
    position += result
    return bytes
  }

  /// Reads the whole file.
  ///
  /// - Throws: if it exceeds the limit, or changes meanwhile.
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

  /// The bytes at the beginning and at the end, at most this many of each, as far as they can be read.
  func ends(_ count: Int) -> (beginning: [UInt8], end: [UInt8]) {
    func bytes(at offset: Int) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
      }
    }
    return (bytes(at: 0), bytes(at: max(0, self.count - count)))
  }

  /// Goes back to the beginning.
  func rewind() throws(ImportRefusal) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw ImportRefusal("can't be read twice") }
    position = 0
  }

  /// Checks that the file was not changed since it was opened.
  func checkUnchanged() throws(ImportRefusal) {
    var now = stat()
    let isSame =
      fstat(descriptor, &now) == 0 && now.st_size == status.st_size && now.modified == status.modified
      && now.changed == status.changed
    guard isSame else { throw ImportRefusal("was changed while it was read; import it again") }
  }
}
