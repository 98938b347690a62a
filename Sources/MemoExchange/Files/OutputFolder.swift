import Platform

/// A new folder that files are written into, all for their owner alone.
package final class OutputFolder {
  private let descriptor: Int32
  private var names = FileNames()

  /// Whether nothing is there that would be in the way: no file, and no folder that has anything in it. Whether a
  /// folder can be made there is another question.
  package static func isFree(_ path: String) -> Bool {
    guard let files = FolderReader(path: path) else { return errno != ENOTDIR }
    // What an export that was killed has left is in nobody's way.
    while let name = files.next() { if !name.elementsEqual(ExportFolder.stagingName.utf8) { return false } }
    return true
  }

  /// Makes the folder, or takes an empty one.
  ///
  /// - Throws: ``FileFailure`` if it can be neither made nor opened.
  package init(_ path: String) throws(FileFailure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure("can't make the folder \(path)") }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("can't open the folder \(path)") }
  }

  deinit { close(descriptor) }

  /// Makes a file: stem and suffix, with a number between them if another file has that name.
  ///
  /// - Throws: ``FileFailure`` if it can't be made.
  package func makeFile(stem: String, suffix: String) throws(FileFailure) -> OutputFile {
    while true {
      let name = names.unique(stem) + suffix
      let file = openat(descriptor, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 { return OutputFile(descriptor: file, name: name) }
      guard errno == EEXIST else { throw FileFailure("can't make the file \(name)") }
    }
  }

  /// Returns once all that was written is on the disk; once for all files, which may be thousands.
  package func finish() { sync() }
}
