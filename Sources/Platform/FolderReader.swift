/// The names in a folder, one after the other: `readdir(3)`. `.` and `..` are left out.
package final class FolderReader {
  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif
  /// Why the last name was not the folder's last, as an `errno`; 0 if it was.
  package private(set) var failure: Int32 = 0

  /// Opens a folder; nil if it can't be, and `errno` says why.
  package init?(path: String) {
    guard let stream = opendir(path) else { return nil }
    self.stream = stream
  }

  /// Takes over a folder's descriptor; nil if it is none, and `errno` says why. Then it is still the caller's.
  package init?(descriptor: Int32) {
    guard let stream = fdopendir(descriptor) else { return nil }
    self.stream = stream
  }

  deinit { closedir(stream) }

  /// The folder's descriptor, which is closed with this.
  package var descriptor: Int32 { dirfd(stream) }

  /// The next name's bytes, which need not be UTF-8; nil at the end, and where the folder can't be read on.
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
