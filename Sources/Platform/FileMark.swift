import CSystem

/// A fingerprint that shows, without reading a file, whether it has changed.
package struct FileMark: Hashable, Sendable {
  /// In bytes.
  package let size: Int
  /// The time when its bytes were last changed, in nanoseconds since 1970; anyone who may write the file can set this.
  package let modified: Int
  /// The time when its bytes or its metadata were last changed, in nanoseconds since 1970; nobody can set this.
  package let changed: Int
  /// Its number in the file system, which is reused once the file is gone.
  package let inode: UInt64
  /// The time when it was made, in nanoseconds since 1970; 0 where the file system does not say.
  package let born: Int
  /// Its permission bits.
  package let permissions: UInt16

  /// Creates a mark from its parts.
  package init(size: Int, modified: Int, changed: Int, inode: UInt64, born: Int, permissions: UInt16 = 0o644) {
    (self.size, self.modified, self.changed, self.inode, self.born) = (size, modified, changed, inode, born)
    self.permissions = permissions
  }

  /// The same mark without its last time, so that it equals none of a file's.
  package var untrusted: FileMark {
    FileMark(size: size, modified: modified, changed: 0, inode: inode, born: born, permissions: permissions)
  }

  /// Whether both are marks of one file, though it may have been written to or renamed in between.
  package func isSameFile(as other: FileMark) -> Bool { file == other.file }

  /// The numbers that tell the file from others.
  package var file: FileNumber { FileNumber(inode: inode, born: born) }
}

/// The numbers by which a file system tells a file from all others, whatever its name and its bytes are.
package struct FileNumber: Hashable, Sendable {
  /// Its number, which is reused once the file is gone.
  package let inode: UInt64
  /// The time when it was made, in nanoseconds since 1970; 0 where the file system does not say.
  package let born: Int

  /// Creates one from its parts.
  package init(inode: UInt64, born: Int) { (self.inode, self.born) = (inode, born) }
}

/// What the system knows of a file.
package struct FileStatus: Sendable {
  /// The kind of a directory entry.
  package enum Kind: Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A symbolic link.
    case link
    /// A device, a FIFO, a socket.
    case other
  }

  /// What it is.
  package let kind: Kind
  /// Shows whether it has changed.
  package let mark: FileMark
  /// The file system it is on.
  package let device: UInt64
  /// The number of names that it has.
  package let links: Int
  /// Its permission bits, without its kind.
  package let permissions: UInt16
  /// The numbers of its owner and its group.
  package let owner: (user: UInt32, group: UInt32)

  private init(_ found: memo_file_status) {
    kind =
      switch mode_t(truncatingIfNeeded: found.mode) & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    permissions = UInt16(truncatingIfNeeded: found.mode) & 0o7777
    mark = FileMark(
      size: Int(found.size), modified: Int(found.modified), changed: Int(found.changed), inode: found.inode,
      born: Int(found.born), permissions: permissions)
    device = found.device
    links = Int(clamping: found.links)
    owner = (found.owner, found.group)
  }

  /// Whether what is made in it, if it is a folder, gets its group.
  package var handsDownGroup: Bool {
    #if os(Linux)
      permissions & 0o2000 != 0
    #else
      true
    #endif
  }

  /// Whether both describe one file; false for nil.
  package func isSame(as other: FileStatus?) -> Bool {
    other.map { $0.device == device && $0.mark.isSameFile(as: mark) } ?? false
  }

  /// Reads the status of a name, without following a link; nil if that fails, and `errno` says why.
  package init?(_ place: FolderEntry) { self.init(place.folder.descriptor, place.name) }

  /// Reads the status of an open file; nil if that fails, and `errno` says why.
  package init?(_ descriptor: Int32) { self.init(descriptor, "") }

  /// Reads the status of a name in an open folder, without following a link; an empty name means the folder itself.
  package init?(_ folder: Int32, _ name: String) {
    guard let status = name.withCString({ FileStatus(folder, $0) }) else { return nil }
    self = status
  }

  /// The same of a name with a NUL behind it.
  package init?(_ folder: Int32, _ name: UnsafePointer<CChar>) {
    var found = memo_file_status()
    errno = memo_look_at(folder, name, &found)
    guard errno == 0 else { return nil }
    self.init(found)
  }
}
