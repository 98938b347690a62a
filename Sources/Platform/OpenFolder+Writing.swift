import CSystem

extension OpenFolder {
  /// Gives a file, which only its owner may read, other bytes, or makes it: whole, and on the disk. The old ones stay
  /// until the new ones are there.
  ///
  /// - Parameters:
  ///   - name: one name, without a slash. With `.new` behind it, it is overwritten.
  ///   - syncNames: brings the names in a folder to the disk; false if that fails, and `errno` says why.
  /// - Returns: false if the file is what it was, or may not be on the disk; `errno` says why.
  package func replace(
    _ name: String, with bytes: [UInt8], syncNames: (Int32) -> Bool = Disk.syncNames
  ) -> Bool {
    let draft = FolderEntry(folder: self, name: "\(name).new")
    _ = draft.remove()
    guard let file = open(FilePath(draft.name), O_CREAT | O_EXCL | O_WRONLY, permissions: 0o600) else { return false }
    var code = Descriptors.writeAll(bytes, to: file)
    if code == 0, !Disk.sync(file) { code = errno }
    close(file)
    if code == 0, case .failed(let failure) = draft.move(over: FolderEntry(folder: self, name: name)) { code = failure }
    if code == 0 { return syncNames(descriptor) }
    _ = draft.remove()
    errno = code
    return false
  }
}
