#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What `readdir(3)` gives.
enum FolderEntry {
  /// An entry's name: any bytes but NUL and `/`.
  static func name(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: UInt8.self, capacity: Int(NAME_MAX) + 1) { name in
        Array(UnsafeBufferPointer(start: name, count: Int(NAME_MAX) + 1).prefix { $0 != 0 })
      }
    }
  }
}
