import Platform

extension FileExchange {
  /// The reason why a file can't be written, or taken away, just now, as far as that is told by all that comes before;
  /// nil if nothing is in the way.
  ///
  /// - Parameter bytes: what is to be written; nil if the file is to go.
  func obstacle(to path: FilePath, _ bytes: [UInt8]?) -> Outcome? {
    let (above, found) = nearest(path.folder)
    guard let found else { return [ENOTDIR, ELOOP].contains(errno) ? nil : .failed(errno) }
    if let obstacle = obstacle(in: found) { return obstacle }
    guard above == path.folder else { return bytes.flatMap { draft($0, like: nil) } }
    let original = found.open(FilePath(path.name), O_RDONLY)
    defer { if let original { close(original) } }
    guard let original else {
      if errno != ENOENT { return .failed(errno) }
      return bytes.flatMap { draft($0, like: nil) }
    }
    guard let status = FileStatus(original) else { return .failed(errno) }
    if status.permissions & 0o222 == 0 { return .failed(EACCES) }
    // What may not be changed may not be renamed.
    if faccessat(found.descriptor, path.name, W_OK, AT_EACCESS) != 0, errno == EPERM { return .failed(EPERM) }
    return bytes.flatMap { draft($0, like: original) }
  }

  /// Whether a folder is, or would be made, on another file system than staging: nothing is written there.
  func isElsewhere(_ path: FilePath) -> Bool {
    guard let device = nearest(path).folder?.device, let own = staging.device else { return false }
    return device != own
  }

  /// The nearest folder that is there, of a path and those above it, as those that are not are made; nil if it can't be
  /// opened, and `errno` says why.
  private func nearest(_ path: FilePath) -> (path: FilePath, folder: OpenFolder?) {
    var (path, found) = (path, root.folder(path))
    while found == nil, errno == ENOENT, !path.isEmpty {
      path = path.folder
      found = root.folder(path)
    }
    return (path, found)
  }

  /// The reason why nothing can be exchanged between a folder and staging; nil if nothing is in the way.
  func obstacle(in folder: OpenFolder) -> Outcome? {
    guard let device = folder.device, let own = staging.device else { return .failed(errno) }
    if device != own { return .failed(EXDEV) }
    return Self.reason(against: folder).map { [EACCES, EPERM].contains($0) ? .closedFolder($0) : .failed($0) }
      ?? Self.reason(against: staging).map(Outcome.closedStaging)
  }

  /// The `errno` that says why nothing in a folder can change; nil if nothing is in the way.
  private static func reason(against folder: OpenFolder) -> Int32? {
    faccessat(folder.descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 ? nil : errno
  }

  /// Writes what would change places with the file, and throws it away.
  private func draft(_ bytes: [UInt8], like original: Int32?) -> Outcome? {
    let draft = FolderEntry(folder: staging, name: "try.\(getpid())")
    guard let file = staging.open(FilePath(draft.name), O_CREAT | O_TRUNC | O_RDWR, permissions: 0o600) else {
      return .failed(errno)
    }
    defer { close(file) }
    defer { _ = draft.remove() }
    return fill(file, bytes, like: original, 0)
  }

  /// The reason why nothing was done, or why that may not last, as the end of a sentence that says what can't be, with
  /// what to do about it; nil if there is no such cause.
  static func cause(_ outcome: Outcome) -> String? {
    switch outcome {
    case .done, .overtaken, .changed: nil
    case .incomplete(let failure): ", since \(failure.sentence)"
    case .closedFolder(let code): ": \(String(cString: strerror(code))) in its folder; allow writing there"
    case .closedStaging(let code):
      ": \(String(cString: strerror(code))) in \(NotesFolder.ownName)/staging; allow writing there"
    case .unsynced(let code), .failed(let code): ": \(reason(code))"
    }
  }

  private static func reason(_ code: Int32) -> String {
    if code == EXDEV { return "it is on another file system than the folder, and files there are only read; move it" }
    if code == ELOOP { return "a link is in its place, or in its folder's, and links are not followed; remove it" }
    let advice: String? =
      switch code {
      case EACCES, EPERM: "allow writing to the file, and in its folder"
      case EROFS: "mount that for writing"
      case ENOSPC, EDQUOT: "free some space"
      case EIO: "check the disk"
      default: nil
      }
    return String(cString: strerror(code)) + (advice.map { "; \($0)" } ?? "")
  }
}

extension FileAttributes.Failure {
  /// The rest of a sentence that says what can't be done.
  fileprivate var sentence: String {
    switch self {
    case .owner:
      "the file belongs to another user or group, and what replaces it could not be given to that; make the file "
        + "yours, or let that user write"
    case .mode: "its permissions could not be kept; check whose it is"
    case .attribute(let name, _): "its attribute \(name) could not be kept; take that away, or free some space"
    }
  }
}
