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
  package func next(_ count: Int) -> [[UInt8]] {
    var names: [[UInt8]] = []
    while names.count < count, let name = next() { names.append(name) }
    return names
  }

  /// The next name's bytes, which need not be UTF-8; nil at the end or on a ``failure``.
  package func next() -> [UInt8]? {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        failure = errno
        return nil
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) { name in
          Array(UnsafeBufferPointer(start: name, count: Int(NAME_MAX) + 1).prefix { $0 != 0 })
        }
      }
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { return name }
    }
  }
}
