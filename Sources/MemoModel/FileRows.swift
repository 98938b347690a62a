/// A file of a folder, and its memo, as both were when they were last equal.
public struct FileRow: Hashable, Sendable {
  /// The file's path below the folder. Two are the same only if their bytes are.
  public var path: String
  /// The memo.
  public var id: MemoID
  /// The memo's state; 0 if it had none.
  public var revision: Int
  /// The file's length in bytes.
  public var size: Int
  /// When the file's bytes were last changed, in nanoseconds since 1970.
  public var modified: Int
  /// When anything of the file was, in the same.
  public var changed: Int
  /// The file's number, as the bits of a signed one.
  public var inode: Int
  /// When the file was made, in nanoseconds; 0 if the file system does not say.
  public var born: Int
  /// Tells the text from others.
  public var hash: UInt128
  /// Whether both were gone: no file, and the memo in the trash. What else is told of them is from before that.
  public var isGone: Bool
  /// Whether they go their own ways since.
  public var isReleased: Bool

  /// Creates a row from all its parts.
  public init(
    path: String, id: MemoID, revision: Int, size: Int, modified: Int, changed: Int, inode: Int, born: Int,
    hash: UInt128, isGone: Bool = false, isReleased: Bool = false
  ) {
    self.path = path
    self.id = id
    self.revision = revision
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.born = born
    self.hash = hash
    self.isGone = isGone
    self.isReleased = isReleased
  }

  /// Whether all parts are the same, the path byte for byte.
  public static func == (left: FileRow, right: FileRow) -> Bool {
    left.path.utf8.elementsEqual(right.path.utf8) && left.id == right.id && left.revision == right.revision
      && (left.size, left.modified, left.changed) == (right.size, right.modified, right.changed)
      && (left.inode, left.born, left.hash) == (right.inode, right.born, right.hash)
      && (left.isGone, left.isReleased) == (right.isGone, right.isReleased)
  }
}

/// What is remembered of a folder's files.
public protocol FileReading {
  /// All rows, by the bytes of their paths.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func fileRows() throws(StoreError) -> [FileRow]
}

/// What remembers when files and memos were last equal. A path has one memo, and a memo one path.
public protocol FileStore: FileReading, Sendable {
  /// Forgets the rows of some memos, and then remembers others in place of those with the same path or the same memo,
  /// all at once. A state that a row names stays among its memo's revisions.
  ///
  /// - Throws: ``StoreError`` if the store can't be written; then all is as it was.
  func note(_ rows: [FileRow], forgetting memos: [MemoID]) throws(StoreError)
}
