/// A file of a folder and its memo, as both were when they were last in sync.
public struct FileRow: Hashable, Sendable {
  /// The file's path below the folder. Paths are compared by their bytes.
  public var path: String
  /// The memo.
  public var id: MemoID
  /// The memo's stored revision; 0 if it had none.
  public var revision: Int
  /// The file's length in bytes.
  public var size: Int
  /// The time when the file's bytes were last changed, in nanoseconds since 1970.
  public var modified: Int
  /// The time when the file's bytes or metadata were last changed, in nanoseconds since 1970.
  public var changed: Int
  /// The file's inode number, as a signed integer of the same bits.
  public var inode: Int
  /// The time when the file was made, in nanoseconds since 1970; 0 if the file system does not say.
  public var born: Int
  /// The file's permission bits; nil if they are not known.
  public var permissions: UInt16?
  /// A hash of the text.
  public var hash: UInt128
  /// Whether both were gone: no file, and the memo in the trash. The other members are from before that.
  public var isGone: Bool
  /// Whether the file and the memo have been independent since.
  public var isReleased: Bool
  /// Whether the file's name is to follow the memo's title.
  public var followsTitle: Bool

  /// Creates a row from its parts.
  public init(
    path: String, id: MemoID, revision: Int, size: Int, modified: Int, changed: Int, inode: Int, born: Int,
    permissions: UInt16? = nil, hash: UInt128, isGone: Bool = false, isReleased: Bool = false,
    followsTitle: Bool = false
  ) {
    self.path = path
    self.id = id
    self.revision = revision
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.born = born
    self.permissions = permissions
    self.hash = hash
    self.isGone = isGone
    self.isReleased = isReleased
    self.followsTitle = followsTitle
  }

  /// Whether all parts are the same, the path byte for byte.
  public static func == (left: FileRow, right: FileRow) -> Bool {
    left.path.utf8.elementsEqual(right.path.utf8) && left.id == right.id && left.revision == right.revision
      && (left.size, left.modified, left.changed) == (right.size, right.modified, right.changed)
      && (left.inode, left.born, left.hash) == (right.inode, right.born, right.hash)
      && left.permissions == right.permissions
      && (left.isGone, left.isReleased, left.followsTitle) == (right.isGone, right.isReleased, right.followsTitle)
  }
}

extension FileRow {
  /// The folder of the paths by which rows of files that are gone are kept once other files have theirs. No note is
  /// there.
  package static let aside = ".memo-ls/gone"

  /// Whether it is such a row. Its memo has no file by it.
  package var isAside: Bool { path.utf8.starts(with: "\(Self.aside)/".utf8) }

  /// The row of a file that is gone, kept where no other file can be.
  package var keptAside: FileRow {
    var row = self
    row.path = "\(Self.aside)/\(id)/\(formerPath)"
    return row
  }

  /// The path that the file has, or had before another file had that.
  package var formerPath: String {
    isAside ? String(Substring(path.utf8.dropFirst(Self.aside.utf8.count + id.description.utf8.count + 2))) : path
  }
}

/// The records of a folder's files.
public protocol FileReading {
  /// All rows, by the bytes of their paths.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func fileRows() throws(StoreError) -> [FileRow]

  /// The row of a path, byte for byte; nil if there is none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func fileRow(at path: String) throws(StoreError) -> FileRow?

  /// The memos whose files need a look: live memos without a file, memos whose state is not the one in their row, and
  /// rows whose memo no longer exists.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func memosUnlikeFiles() throws(StoreError) -> [MemoID]

  /// The files of memos; memos without one, or whose file was released, or whose row is kept aside, are left out.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func files(of ids: [MemoID]) throws(StoreError) -> [MemoID: MemoFile]

  /// The paths that files are to be moved to, see ``FileStore/write(_:moving:)``.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func wantedPaths() throws(StoreError) -> [MemoID: String]
}

/// A planned move of a memo's file.
public struct FileMove: Sendable {
  /// The memo.
  public let id: MemoID
  /// The file now, and after the move.
  public let old: MemoFile, new: MemoFile

  /// Creates a move.
  public init(_ id: MemoID, from old: MemoFile, to new: MemoFile) { (self.id, self.old, self.new) = (id, old, new) }
}

/// The memos whose files clients have open. Until a client saves or closes a file, nobody else writes it.
public struct FilesOpen: Hashable, Sendable {
  /// Those opened by clients of this store, and by clients of others.
  public let here: Set<MemoID>, elsewhere: Set<MemoID>

  /// Creates both sets.
  public init(here: Set<MemoID> = [], elsewhere: Set<MemoID> = []) { (self.here, self.elsewhere) = (here, elsewhere) }

  /// Whether any client has a memo's file open.
  public func contains(_ id: MemoID) -> Bool { here.contains(id) || elsewhere.contains(id) }
}

/// Records when files and memos were last in sync. A path has one memo, and a memo one path.
public protocol FileStore: FileReading, Sendable {
  /// Records that clients have the files of some memos open, until they are closed, this store is closed, or its
  /// process ends. Such a file no longer follows its memo's title.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func openFiles(of ids: [MemoID]) throws(StoreError)

  /// Records that clients of this store no longer have these files open. Others learn of it as a change without a new
  /// version, so that whoever keeps the folder looks at the files.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func closeFiles(of ids: [MemoID]) throws(StoreError)

  /// The memos whose files clients have open, in all processes that are alive.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func filesOpen() throws(StoreError) -> FilesOpen

  /// Deletes the rows of some memos, then records others in place of those with the same path or the same memo, in one
  /// transaction. The revision that a row names stays among its memo's revisions.
  ///
  /// A memo that has another file from now on, or none any more, is titled by that and its text (`Excerpts`); others
  /// learn of it as a change without a new version.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError)

  /// Makes changes and records rows in one transaction, or does neither if a memo is no longer at its change's base.
  ///
  /// - Returns: the stored state of such memos.
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func write(
    _ changes: [StoreChange], noting rows: [FileRow], forgetting memos: [MemoID]
  ) throws(StoreError) -> [StaleMemo]

  /// Makes changes and records planned moves of files in one transaction, or does neither if a memo is no longer at its
  /// change's base, or has another file by now.
  ///
  /// From then on these memos are titled as if their files had moved already. Whoever keeps the folder moves them, even
  /// after a crash. A planned move ends with the next row that gives the memo a new path.
  ///
  /// - Returns: the stored state of such memos.
  /// - Throws: ``StoreError`` if the store can't be written; then nothing was changed.
  func write(_ changes: [StoreChange], moving files: [FileMove]) throws(StoreError) -> [StaleMemo]
}
