import Platform

/// The files in a folder and its subfolders, one by one.
///
/// Each is opened by its name in its own open folder, and no symbolic link is followed: whatever others do meanwhile,
/// the walk never leaves the folder.
final class FolderWalk {
  /// A finding: a file with its path, or something skipped, with a path for people.
  enum Finding {
    case file(InputFile, path: String)
    case skipped(path: String, ImportRefusal)
  }

  /// The deepest nesting of folders; each on the way down is held open.
  static let deepest = 64

  private var folders: [(names: FolderReader, path: String)] = []
  private let refusal: (_ name: String) -> ImportRefusal?

  /// Takes over a folder's descriptor.
  ///
  /// - Parameter refusal: why a file with a name is not opened; nil if it is.
  init(_ descriptor: Int32, refusal: @escaping (_ name: String) -> ImportRefusal?) throws(ImportRefusal) {
    self.refusal = refusal
    try enter(descriptor, "")
  }

  private func enter(_ descriptor: Int32, _ path: String) throws(ImportRefusal) {
    guard let names = FolderReader(descriptor: descriptor) else { throw ImportRefusal(Self.cause) }
    folders.append((names, path))
  }

  /// The next finding; nil at the end.
  func next() -> Finding? {
    while let folder = folders.last {
      guard let name = folder.names.next() else {
        folders.removeLast()
        if folder.names.failure == 0 { continue }
        errno = folder.names.failure
        let path = folder.path.isEmpty ? "." : Self.printable(Array(folder.path.utf8))
        return .skipped(path: path, ImportRefusal(Self.cause))
      }
      let path = (folder.path.isEmpty ? "" : "\(folder.path)/") + String(decoding: name, as: UTF8.self)
      do throws(ImportRefusal) {
        if let file = try look(at: name, in: folder.names.descriptor, path) { return .file(file, path: path) }
      } catch {
        return .skipped(path: Self.printable(Array(path.utf8)), error)
      }
    }
    return nil
  }

  /// Opens a file; or enters a folder and returns nil.
  private func look(at bytes: [UInt8], in folder: Int32, _ path: String) throws(ImportRefusal) -> InputFile? {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      throw ImportRefusal("has a name that is not UTF-8")
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw ImportRefusal("has control characters in its name")
    }
    if name.utf8.first == UInt8(ascii: ".") {
      throw ImportRefusal("is hidden: its name begins with a dot", isNote: false)
    }
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw ImportRefusal(Self.cause) }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if let refusal = refusal(name) { throw refusal }
      let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard file >= 0 else { throw ImportRefusal(Self.cause) }
      return try InputFile(file)
    case S_IFDIR:
      guard folders.count < Self.deepest else {
        throw ImportRefusal("is \(Self.deepest) folders deep; import it by itself")
      }
      let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { throw ImportRefusal(Self.cause) }
      try enter(descriptor, path)
      return nil
    case S_IFLNK: throw ImportRefusal("is a symbolic link, which is not followed")
    default: throw ImportRefusal("is no regular file")
    }
  }

  /// A name fit for a message: characters that could be misread are written as numbers.
  static func printable(_ name: [UInt8]) -> String {
    var result = ""
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static var cause: String { "can't be read: \(String(cString: strerror(errno)))" }
}
