package import MemoModel
import Platform

/// A folder of notes that a store is kept equal to, with what is in its `.memo-ls`: the name by which its store is
/// found, staging, where a file is written before it takes another's place, locks, and notes of what has to be known
/// the next time.
package final class NotesFolder: Sendable {
  /// The name of what in the folder is not a note but ours.
  package static let ownName = ".memo-ls"

  private static let (idName, stagingName, ignoreName) = ("id", "staging", "ignore")
  private static let (confirmName, askedName, linksName, mountsName) = ("confirm", "asked", "links", "mounts")
  private static let rulesName = "rules"

  /// The folder's absolute path.
  package let path: String
  /// Tells it from all other folders, wherever it is moved: 32 hexadecimal digits.
  package let id: String
  let root: OpenFolder
  let own: OpenFolder
  let staging: OpenFolder

  /// Opens a folder that was prepared.
  ///
  /// - Throws: ``FolderError`` if it was not, or can't be used.
  package convenience init(path: String) throws(FolderError) {
    guard let root = OpenFolder(path: path) else { throw .unopened(path) }
    guard let own = root.folder(FilePath(Self.ownName)) else {
      if errno == ENOENT {
        throw FolderError("\(path) is no folder of memo-ls; make it one with: memo-ls folder attach \(path.shellWord)")
      }
      if errno == EACCES { throw .strangers(path, "can't be looked into: \(String(cString: strerror(errno)))") }
      throw .system("can't open \(path)/\(Self.ownName)")
    }
    try self.init(path, root, own)
  }

  private init(_ path: String, _ root: OpenFolder, _ own: OpenFolder) throws(FolderError) {
    try Self.check(own, path)
    guard let id = Self.id(in: own) else {
      throw FolderError(
        "\(path)/\(Self.ownName) says no longer which store is the folder's; attach it again with: memo-ls folder "
          + "attach \(path.shellWord)")
    }
    let staging = try Self.staging(in: own, "\(path)/\(Self.ownName)")
    (self.path, self.id, self.root, self.own, self.staging) = (path, id, root, own, staging)
  }

  /// Opens staging, or makes it: programs that copy folders may leave out empty ones.
  private static func staging(in own: OpenFolder, _ path: String) throws(FolderError) -> OpenFolder {
    if let staging = own.folder(FilePath(stagingName)) { return staging }
    guard errno == ENOENT else { throw .system("can't open \(path)/\(stagingName)") }
    guard mkdirat(own.descriptor, stagingName, 0o700) == 0 || errno == EEXIST else {
      throw .system("can't make \(path)/\(stagingName)")
    }
    guard let staging = own.folder(FilePath(stagingName)) else { throw .system("can't open \(path)/\(stagingName)") }
    return staging
  }

  /// Makes a folder one of memo-ls, or opens it if it is one. Its id comes last: until it is there, the folder is none.
  ///
  /// - Parameter id: its id from now on; nil for the one that it has or, if it has none, for a new one.
  /// - Throws: ``FolderError`` if it can't be made one.
  package static func prepare(_ path: String, id: String? = nil) throws(FolderError) -> NotesFolder {
    guard let root = OpenFolder(path: path) else { throw .unopened(path) }
    guard mkdirat(root.descriptor, ownName, 0o700) == 0 || errno == EEXIST else {
      throw .system("can't make \(path)/\(ownName)")
    }
    guard let own = root.folder(FilePath(ownName)) else { throw .system("can't open \(path)/\(ownName)") }
    try check(own, path)
    _ = try staging(in: own, "\(path)/\(ownName)")
    // git, and whatever goes by its rules, leaves it alone.
    try own.replace(".gitignore", with: "*\n", in: "\(path)/\(ownName)")
    let former = Self.id(in: own)
    if former == nil || id != nil && id != former {
      try own.replace(idName, with: "\(id ?? newID())\n", in: "\(path)/\(ownName)")
    }
    guard Disk.syncNames(root.descriptor) else { throw .system("can't write \(path)/\(ownName)") }
    return try NotesFolder(path, root, own)
  }

  /// The folder of memo-ls that a path is in, or is; nil if there is none. It may be another user's.
  package static func found(from path: String) -> String? {
    var path = path
    while true {
      if isOne(AT_FDCWD, path == "/" ? path : "\(path)/") { return path }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), path != "/" else { return nil }
      let above = String(decoding: path.utf8[..<slash], as: UTF8.self)
      path = above.isEmpty ? "/" : above
    }
  }

  /// The folder of memo-ls that a place is in, or is, though its own path may be no UTF-8; nil if there is none.
  ///
  /// - Throws: ``FolderError`` if the folder's path is none, either.
  package static func found(at place: String) throws(FolderError) -> String? {
    var place = place
    while true {
      if let path = realPath(place) { return found(from: path) }
      guard errno == EILSEQ else { return nil }
      guard !isOne(AT_FDCWD, "\(place)/") else {
        throw FolderError(
          "the folder here is attached, but can't be used, since its path is not UTF-8; rename it, or the folder above "
            + "that is called so; or name a store with --store")
      }
      place += "/.."
    }
  }

  /// A number that no other folder has.
  static func newID() -> String {
    let number = UInt128(UInt64.random(in: .min ... .max)) << 64 | UInt128(UInt64.random(in: .min ... .max))
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// The id of the folder that is at a path; nil if there is none of memo-ls.
  static func id(at path: String) -> String? {
    OpenFolder(path: path)?.folder(FilePath(ownName)).flatMap(id(in:))
  }

  /// Whether a folder is one of memo-ls, or may be another user's, which can't be looked into.
  static func isOne(_ folder: OpenFolder) -> Bool { isOne(folder.descriptor, "") }

  private static func isOne(_ folder: Int32, _ prefix: String) -> Bool {
    if faccessat(folder, "\(prefix)\(ownName)/\(idName)", F_OK, 0) == 0 { return true }
    return errno == EACCES && faccessat(folder, "\(prefix)\(ownName)", F_OK, 0) == 0
  }

  /// Whether the folder at a path is this one.
  func isSame(as path: String) -> Bool {
    guard let other = OpenFolder(path: path)?.folder(FilePath(Self.ownName)) else { return false }
    return FileStatus(other.descriptor)?.isSame(as: FileStatus(own.descriptor)) == true
  }

  /// Whether the folder is there, and still the same: not a drive that was taken away, nor another put in its place.
  package var isThere: Bool {
    guard let own = root.folder(FilePath(Self.ownName)) else { return false }
    return Self.id(in: own) == id
  }

  /// Whether its path still leads to it, and to what is ours in it. If not, it was moved, or another one is mounted in
  /// its place.
  var isAtItsPath: Bool {
    OpenFolder(path: path).flatMap { FileStatus($0.descriptor) }?.isSame(as: FileStatus(root.descriptor)) == true
      && FileStatus(root.descriptor, Self.ownName)?.isSame(as: FileStatus(own.descriptor)) == true
      && FileStatus(own.descriptor, Self.stagingName)?.isSame(as: FileStatus(staging.descriptor)) == true
  }

  /// Whether it is at its path, but has nothing of ours any more, since somebody took that away.
  var isStripped: Bool {
    Self.id(at: path) == nil
      && OpenFolder(path: path).flatMap { FileStatus($0.descriptor) }?.isSame(as: FileStatus(root.descriptor)) == true
  }

  /// The rules in its own file for what is to be left alone.
  var ownRules: IgnoreRules.Reading { IgnoreRules.read(FilePath(Self.ignoreName), in: own) }

  /// Makes it a folder like any other. Its files stay, and what somebody wrote, or may still write, into files that
  /// came out of their places: it is taken in when the folder is attached again.
  ///
  /// - Returns: how many such files stay in staging.
  /// - Throws: ``FolderError`` if that can't be done.
  @discardableResult
  package func detach() throws(FolderError) -> Int {
    // What makes it one of ours goes first: what is left then means nothing.
    if case .failed(let code) = FolderEntry(folder: own, name: Self.idName).remove(), Self.id(in: own) != nil {
      throw .system("can't remove \(path)/\(Self.ownName)/\(Self.idName)", code: code)
    }
    let names = [
      Self.confirmName, Self.askedName, Self.linksName, Self.mountsName, Self.rulesName, FolderLock.name, ".gitignore",
    ]
    let locks = Self.names(in: own).filter { $0.hasPrefix("\(FolderLock.name)-") }
    for name in names + locks { _ = FolderEntry(folder: own, name: name).remove() }
    let left = staged.map { StagedFile(folder: staging, name: $0) }.count { !$0.removeIfSeen() }
    unlinkat(own.descriptor, Self.stagingName, AT_REMOVEDIR)
    // What people put there, such as their rules, stays.
    unlinkat(root.descriptor, Self.ownName, AT_REMOVEDIR)
    return left
  }

  /// The number of files that came out of their places and that some program may still write into, as far as anybody
  /// waits for that.
  package func countAwaited(at now: Timestamp) -> Int {
    staged.count { StagedFile(folder: staging, name: $0).isAwaited(at: now) }
  }

  /// The token of the loss that people have agreed to; nil if none.
  package var confirmation: String? {
    FileText.bytes(of: FilePath(Self.confirmName), in: own, atMost: 100).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Notes that people agree to a loss, or that this was made use of.
  ///
  /// - Throws: ``FolderError`` if that can't be noted.
  package func confirm(_ loss: String?) throws(FolderError) {
    if let loss { return try own.replace(Self.confirmName, with: loss, in: "\(path)/\(Self.ownName)") }
    _ = FolderEntry(folder: own, name: Self.confirmName).remove()
  }

  /// Whether people are asked about files that went, and have not answered yet.
  package var isAsking: Bool { question != nil }

  /// The number of the files that went, as ``FolderLoss/counted``; nil if nobody is asked, or that is not known.
  package var askedAbout: String? { question?.about }

  /// The question that people have not answered yet; nil for none.
  var question: FolderQuestion? {
    FileText.bytes(of: FilePath(Self.askedName), in: own, atMost: 64 << 20).flatMap { FolderQuestion($0) }
  }

  /// Records that question; nil once nobody is asked any more.
  ///
  /// - Throws: ``FolderError`` if that can't be noted.
  func note(_ question: FolderQuestion?) throws(FolderError) {
    if let question { return try own.replace(Self.askedName, with: question.bytes, in: "\(path)/\(Self.ownName)") }
    _ = FolderEntry(folder: own, name: Self.askedName).remove()
  }

  /// The folders that file systems with notes were mounted at.
  var mounts: Set<FilePath> {
    let bytes = FileText.bytes(of: FilePath(Self.mountsName), in: own, atMost: 1 << 20) ?? []
    return Set(bytes.split(separator: 0).map { FilePath(String(decoding: $0, as: UTF8.self)) })
  }

  /// Records the places where file systems are mounted.
  ///
  /// - Throws: ``FolderError`` if they can't be noted.
  func noteMounts(_ mounts: Set<FilePath>) throws(FolderError) {
    guard !mounts.isEmpty else {
      _ = FolderEntry(folder: own, name: Self.mountsName).remove()
      return
    }
    let paths = mounts.sorted().map { "\($0)\0" }.joined()
    try own.replace(Self.mountsName, with: paths, in: "\(path)/\(Self.ownName)")
  }

  /// The bytes of the files that said what is left alone, by their folders.
  var knownRules: [FilePath: [UInt8]] {
    let bytes = FileText.bytes(of: FilePath(Self.rulesName), in: own, atMost: 16 << 20) ?? []
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
    return Dictionary(
      stride(from: 0, to: parts.count - 1, by: 2).map { place in
        (FilePath(String(decoding: parts[place], as: UTF8.self)), Array(parts[place + 1]))
      }
    ) { first, _ in first }
  }

  /// Records the bytes of those files.
  ///
  /// - Throws: ``FolderError`` if they can't be noted.
  func noteRules(_ texts: [FilePath: [UInt8]]) throws(FolderError) {
    guard !texts.isEmpty else {
      _ = FolderEntry(folder: own, name: Self.rulesName).remove()
      return
    }
    // No name has a NUL, so no rule that has one names anything.
    let parts = texts.sorted { $0.key < $1.key }.map {
      Array($0.key.description.utf8) + [0] + $0.value.filter { $0 != 0 } + [0]
    }
    try own.replace(Self.rulesName, with: Array(parts.joined()), in: "\(path)/\(Self.ownName)")
  }

  /// Whether links by path follow files that another program moves.
  package var followsLinks: Bool {
    FileText.bytes(of: FilePath(Self.linksName), in: own, atMost: 100)?.starts(with: "follow".utf8) == true
  }

  /// Says whether links by path follow files that another program moves.
  ///
  /// - Throws: ``FolderError`` if that can't be noted.
  package func followLinks(_ follows: Bool) throws(FolderError) {
    if follows { return try own.replace(Self.linksName, with: "follow\n", in: "\(path)/\(Self.ownName)") }
    if case .failed(let code) = FolderEntry(folder: own, name: Self.linksName).remove(), followsLinks {
      throw .system("can't remove \(path)/\(Self.ownName)/\(Self.linksName)", code: code)
    }
  }

  /// The names in staging.
  var staged: [String] { Self.names(in: staging) }

  private static func names(in folder: OpenFolder) -> [String] {
    guard let reader = folder.open("", O_RDONLY | O_DIRECTORY).flatMap(FolderReader.init(descriptor:)) else {
      return []
    }
    var names: [String] = []
    while let name = reader.next() { if let name = String(validating: name, as: UTF8.self) { names.append(name) } }
    return names
  }

  private static func id(in own: OpenFolder) -> String? {
    guard let bytes = FileText.bytes(of: FilePath(idName), in: own, atMost: 64) else { return nil }
    let digits = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let isHex = digits.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    return digits.count == 32 && isHex ? String(decoding: digits, as: UTF8.self) : nil
  }

  /// Checks that the folder's own part is this user's: whoever owns what says which store the folder's is could lead
  /// words into another.
  private static func check(_ own: OpenFolder, _ path: String) throws(FolderError) {
    guard let status = FileStatus(own.descriptor) else { throw .system("can't look at \(path)/\(ownName)") }
    guard status.owner.user == geteuid() else {
      throw .strangers(path, "belongs to another user (number \(status.owner.user))")
    }
  }
}

extension OpenFolder {
  /// Gives a file another text, or makes it: whole, and on the disk.
  ///
  /// - Parameters:
  ///   - place: what the folder is called where it is told that this can't be done.
  ///   - syncNames: brings the names in a folder to the disk.
  func replace(
    _ name: String, with text: String, in place: String, syncNames: (Int32) -> Bool = Disk.syncNames
  ) throws(FolderError) {
    try replace(name, with: Array(text.utf8), in: place, syncNames: syncNames)
  }

  /// The same with bytes.
  func replace(
    _ name: String, with bytes: [UInt8], in place: String, syncNames: (Int32) -> Bool = Disk.syncNames
  ) throws(FolderError) {
    guard replace(name, with: bytes, syncNames: syncNames) else {
      throw .system("can't write \(place)/\(name)", "free some space, or check the permissions there")
    }
  }
}
