import Platform

/// A folder for an export. Its files are for their owner alone, and appear all at once: they are written to a hidden
/// folder inside it and put in their places when all are there. An export abandoned before leaves no trace, and
/// replaced files are put back.
final class ExportFolder {
  /// The absolute path, with links resolved.
  let path: String
  private let descriptor: Int32
  private let staging: Int32
  private let isNew: Bool
  /// The final names of files in the hidden folder, by their numbers, which are their names there; nil for those to be
  /// dropped.
  private var staged: [String?] = []
  /// Folders that were created for them, the outer ones first.
  private var madeFolders: [String] = []
  private var isFinished = false

  /// The hidden folder's name; one left by a killed process does no harm.
  static let stagingName = ".memo-ls-export"

  /// Creates the folder, or opens an existing one.
  ///
  /// - Throws: ``FileFailure`` if it can be neither created nor opened.
  init(_ path: String) throws(FileFailure) {
    isNew = mkdir(path, 0o700) == 0
    guard isNew || errno == EEXIST else { throw FileFailure("can't make the folder \(path)") }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("can't open the folder \(path)") }
    self.path = realPath(path) ?? path
    Self.empty(descriptor)
    let isMade = mkdirat(descriptor, Self.stagingName, 0o700) == 0
    staging = isMade ? openat(descriptor, Self.stagingName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1
    guard staging >= 0 else {
      let failure = FileFailure("can't write into the folder \(path)")
      close(descriptor)
      throw failure
    }
  }

  deinit {
    close(staging)
    Self.empty(descriptor)
    if !isFinished {
      for folder in madeFolders.reversed() { unlinkat(descriptor, folder, AT_REMOVEDIR) }
      if isNew { rmdir(path) }
    }
    close(descriptor)
  }

  /// Removes the hidden folder and its contents.
  private static func empty(_ descriptor: Int32) {
    let inner = openat(descriptor, stagingName, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0, let files = FolderReader(descriptor: inner) else { return }
    while let name = files.next() { unlinkat(inner, String(decoding: name, as: UTF8.self), 0) }
    unlinkat(descriptor, stagingName, AT_REMOVEDIR)
  }

  /// A digest of a file's bytes; nil if it does not exist, or can't be read.
  func digest(of name: String) -> String? {
    guard let input = input(name) else { return nil }
    var hash = ContentHash()
    while let bytes = try? input.read(1 << 20) {
      if bytes.isEmpty { return hash.digits }
      hash.add(bytes)
    }
    return nil
  }

  /// The memos in a file of JSON Lines; nil if it does not exist.
  func lines(of name: String) -> WrittenLines? { input(name).map { WrittenLines($0) } }

  private func input(_ name: String) -> InputFile? {
    guard let parent = try? parent(of: name, makingIt: false) else { return nil }
    defer { close(parent.descriptor) }
    let file = openat(parent.descriptor, parent.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    return file >= 0 ? try? InputFile(file) : nil
  }

  /// Whether a name is in use.
  func isTaken(_ name: String) -> Bool {
    guard let parent = try? parent(of: name, makingIt: false) else { return false }
    defer { close(parent.descriptor) }
    var status = stat()
    return fstatat(parent.descriptor, parent.name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Starts a file that is dropped unless it is given a name.
  ///
  /// - Returns: its number, and the file.
  /// - Throws: ``FileFailure`` if it can't be created.
  func makeFile() throws(FileFailure) -> (number: Int, file: OutputFile) {
    let number = staged.count
    let file = openat(staging, "\(number)", O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileFailure("can't make a file in \(path)") }
    staged.append(nil)
    return (number, OutputFile(descriptor: file, name: "of an export in \(path)"))
  }

  /// Sets a file's final name.
  func name(_ number: Int, _ name: String) { staged[number] = name }

  /// Puts all files in their places, and returns once they are on the disk.
  ///
  /// - Parameter stale: files to remove.
  /// - Throws: ``FileFailure`` if that fails; then all is as it was.
  func finish(removing stale: [String]) throws(FileFailure) {
    // All at once, since thousands of files would take a minute one by one.
    try sync()
    var done: [(name: String, number: Int, isPlaced: Bool)] = []
    do throws(FileFailure) {
      for case (let number, let name?) in staged.enumerated() {
        try setAside(name, number)
        done.append((name, number, false))
        let parent = try parent(of: name, makingIt: true)
        defer { close(parent.descriptor) }
        guard renameat(staging, "\(number)", parent.descriptor, parent.name) == 0 else {
          throw FileFailure("can't make the file \(name)")
        }
        done[done.count - 1].isPlaced = true
      }
      for (index, name) in stale.enumerated() {
        try setAside(name, staged.count + index)
        done.append((name, staged.count + index, false))
        if let parent = try? parent(of: name, makingIt: false) {
          unlinkat(parent.descriptor, parent.name, 0)
          close(parent.descriptor)
        }
      }
      try sync()
    } catch {
      for step in done.reversed() { putBack(step.name, step.number, isPlaced: step.isPlaced) }
      throw error
    }
    isFinished = true
    for name in stale { removeEmptyFolders(above: name) }
  }

  private func sync() throws(FileFailure) {
    guard Disk.syncAll(beside: descriptor) else { throw FileFailure("can't write the files in \(path) to the disk") }
  }

  /// Links the present file of a name into the hidden folder, too, so that it is in at least one place at every
  /// instant.
  private func setAside(_ name: String, _ number: Int) throws(FileFailure) {
    guard let parent = try? parent(of: name, makingIt: false) else { return }
    defer { close(parent.descriptor) }
    var status = stat()
    if fstatat(parent.descriptor, parent.name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw FileFailure("can't replace \(name)", reason: "it is a folder")
    }
    if linkat(parent.descriptor, parent.name, staging, "old-\(number)", 0) == 0 || errno == ENOENT { return }
    // Some file systems have no hard links.
    guard renameat(parent.descriptor, parent.name, staging, "old-\(number)") == 0 || errno == ENOENT else {
      throw FileFailure("can't replace the file \(name)")
    }
  }

  private func putBack(_ name: String, _ number: Int, isPlaced: Bool) {
    guard let parent = try? parent(of: name, makingIt: false) else { return }
    defer { close(parent.descriptor) }
    if isPlaced { unlinkat(parent.descriptor, parent.name, 0) }
    _ = renameat(staging, "old-\(number)", parent.descriptor, parent.name)
  }

  private func removeEmptyFolders(above name: String) {
    var parts = name.split(separator: "/").dropLast()
    while !parts.isEmpty, unlinkat(descriptor, parts.joined(separator: "/"), AT_REMOVEDIR) == 0 { parts.removeLast() }
  }

  /// A descriptor of the folder that contains a name. No link is followed, so it is never outside.
  private func parent(of path: String, makingIt: Bool) throws(FileFailure) -> (descriptor: Int32, name: String) {
    let parts = path.split(separator: "/").map(String.init)
    var current = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for (index, part) in parts.dropLast().enumerated() {
      if makingIt, mkdirat(current, part, 0o700) == 0 { madeFolders.append(parts[...index].joined(separator: "/")) }
      let next = openat(current, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let failure = FileFailure("can't open the folder of \(path)")
      close(current)
      guard next >= 0 else { throw failure }
      current = next
    }
    guard current >= 0, let name = parts.last else { throw FileFailure("can't open the folder of \(path)") }
    return (current, name)
  }
}
