/// Reads the names in a folder one by one: `readdir(3)` without `.` and `..`.
package final class FolderReader {
  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif
  /// The reason why reading stopped before the last name, as an `errno`; 0 if it did not.
  package private(set) var failure: Int32 = 0

  /// Opens a folder; nil if it can't be, and `errno` says why.
  package init?(path: String) {
    guard let stream = opendir(path) else { return nil }
    self.stream = stream
  }

  /// Takes over a folder's descriptor; nil if it is not a folder's, and `errno` says why. Then it is closed, too.
  package init?(descriptor: Int32) {
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      errno = code
      return nil
    }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The folder's descriptor, closed with this reader.
  package var descriptor: Int32 { dirfd(stream) }

  /// The next names: so many, or fewer at the end or on a ``failure``.
  package func next(_ count: Int) -> FolderNames {
    var names = FolderNames()
    while names.count < count, let name = nextName() { names.append(name) }
    return names
  }

  /// The next name's bytes, which need not be UTF-8; nil at the end or on a ``failure``.
  package func next() -> [UInt8]? { nextName().map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } }

  /// The next name, until the one after it is asked for.
  private func nextName() -> UnsafePointer<CChar>? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        failure = errno
        return nil
      }
      let name = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: CChar.self)
      if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { return UnsafePointer(name) }
    }
  }

  /// The place of a name in an entry, which may end right behind it.
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}

/// Names of a folder, in the order in which the system tells of them.
package struct FolderNames: Sendable {
  /// All of them, each with a NUL behind it.
  private var bytes: [UInt8] = []
  /// The places where they begin.
  private var starts: [Int] = []

  /// The number of them.
  package var count: Int { starts.count }

  fileprivate mutating func append(_ name: UnsafePointer<CChar>) {
    starts.append(bytes.count)
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: name, count: strlen(name) + 1))
  }

  /// Hands over the bytes of some of them, each with the NUL behind it.
  package func forEach(in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for index in range { body(UnsafeBufferPointer(rebasing: bytes[starts[index]..<end(of: index)])) }
    }
  }

  /// The bytes of one, without the NUL.
  package subscript(index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<end(of: index) - 1] }

  private func end(of index: Int) -> Int { index + 1 < starts.count ? starts[index + 1] : bytes.count }
}
