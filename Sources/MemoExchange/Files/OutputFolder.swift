import Platform

/// A new folder for files that are all for their owner alone.
package final class OutputFolder {
  private let descriptor: Int32
  private var names = FileNames()

  /// Whether the path is free: no file, and no folder with anything in it. Whether a folder can be created there is
  /// another question.
  package static func isFree(_ path: String) -> Bool {
    guard let files = FolderReader(path: path) else { return errno != ENOTDIR }
    // The remains of a killed export do not count.
    while let name = files.next() { if !name.elementsEqual(ExportFolder.stagingName.utf8) { return false } }
    return true
  }

  /// Creates the folder, or opens an empty one.
  ///
  /// - Throws: ``FileFailure`` if it can be neither created nor opened.
  package init(_ path: String) throws(FileFailure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure("can't make the folder \(path)") }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("can't open the folder \(path)") }
  }

  deinit { close(descriptor) }

  /// Creates a file: stem and suffix, with a number between them if the name is in use.
  ///
  /// - Throws: ``FileFailure`` if it can't be created.
  package func makeFile(stem: String, suffix: String) throws(FileFailure) -> OutputFile {
    while true {
      let name = names.unique(stem) + suffix
      let file = openat(descriptor, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 { return OutputFile(descriptor: file, name: name) }
      guard errno == EEXIST else { throw FileFailure("can't make the file \(name)") }
    }
  }

  /// Returns once all files, which may be thousands, are on the disk.
  ///
  /// - Throws: ``FileFailure`` if they may not be.
  package func finish() throws(FileFailure) {
    guard Disk.syncAll(beside: descriptor) else { throw FileFailure("can't write the files to the disk") }
  }
}
