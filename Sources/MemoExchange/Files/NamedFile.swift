import Platform

/// A file that is written beside its place and moved there when it is complete.
final class NamedFile {
  private let path: String
  private let draft: String
  private let file: OutputFile
  private let isReplacing: Bool
  private var isFinished = false

  /// Starts a file.
  ///
  /// - Parameter replacing: whether an existing one is replaced.
  /// - Throws: ``FileFailure`` if it exists and is not replaced, or can't be created.
  init(_ path: String, replacing: Bool) throws(FileFailure) {
    self.path = path
    isReplacing = replacing
    guard replacing || access(path, F_OK) != 0 else {
      throw FileFailure(path, reason: "is there already; --force replaces it")
    }
    var name = Array((path + ".XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw FileFailure("can't make the file \(path)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    draft = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    file = OutputFile(descriptor: descriptor, name: path)
  }

  deinit { if !isFinished { unlink(draft) } }

  /// Adds bytes at the end.
  ///
  /// - Throws: ``FileFailure`` if not all could be written.
  func write(_ bytes: [UInt8]) throws(FileFailure) { try file.write(bytes) }

  /// Puts the file in its place, and returns once it is on the disk.
  ///
  /// - Throws: ``FileFailure`` if that fails; then either the previous file is there or, if the disk failed last, this
  ///   one.
  func finish() throws(FileFailure) {
    try file.sync()
    try file.close()
    // `link` fails if somebody else was quicker; `rename` replaces.
    let isPlaced = isReplacing ? rename(draft, path) == 0 : link(draft, path) == 0 && unlink(draft) == 0
    guard isPlaced else { throw FileFailure("can't make the file \(path)") }
    isFinished = true
    let folder = FilePath(path.hasPrefix("/") ? path : "./\(path)").folder
    // Some folders may be written but not opened.
    if let open = OpenFolder(path: "\(folder)/"), !Disk.syncNames(open.descriptor) {
      throw FileFailure("can't write the name of the file \(path) to the disk")
    }
  }
}
