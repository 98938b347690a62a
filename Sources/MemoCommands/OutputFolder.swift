#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A new folder that files are written into, all for their owner alone.
struct OutputFolder {
  private let descriptor: Int32

  /// A file or folder that could not be made, and why.
  struct Failure: Error {
    let message: String

    init(_ what: String) { message = "\(what): \(String(cString: strerror(errno)))" }
  }

  /// Whether a path could become a new folder: there is nothing, or an empty folder.
  static func isFree(_ path: String) -> Bool {
    guard let stream = opendir(path) else { return errno == ENOENT }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { return false }
    }
    return true
  }

  /// Makes the folder, or takes an empty one.
  init(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure("can't make the folder \(path)") }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("can't open the folder \(path)") }
  }

  /// Writes a file and gives its name: stem and suffix, with a number between them if another file has that name.
  func write(_ bytes: [UInt8], stem: String, suffix: String) throws(Failure) -> String {
    var number = 1
    while true {
      let name = number == 1 ? stem + suffix : "\(stem)-\(number)\(suffix)"
      let file = openat(descriptor, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 {
        try write(bytes, to: file, name)
        return name
      }
      guard errno == EEXIST else { throw Failure("can't make the file \(name)") }
      number += 1
    }
  }

  /// Returns once all that was written is on the disk; once for all files, which may be thousands.
  func finish() { sync() }

  private func write(_ bytes: [UInt8], to file: Int32, _ name: String) throws(Failure) {
    var rest = bytes[...]
    var isWritten = true
    while !rest.isEmpty, isWritten {
      let count = rest.withUnsafeBytes { systemWrite(file, $0) }
      if count < 0, errno == EINTR { continue }
      isWritten = count > 0
      rest = rest.dropFirst(max(0, count))
    }
    // Some file systems tell only here that there was no room.
    guard isWritten else {
      let failure = Failure("can't write all of the file \(name)")
      close(file)
      throw failure
    }
    guard close(file) == 0 else { throw Failure("can't write all of the file \(name)") }
  }
}

/// `write(2)`, which the folder's own method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
