import CSystem

/// What tells, without reading it, whether a file is still what it was.
package struct FileMark: Hashable, Sendable {
  /// In bytes.
  package let size: Int
  /// When its bytes were last changed, in nanoseconds since 1970; whoever may write it can set that.
  package let modified: Int
  /// When anything of it was last changed, in the same.
  package let changed: Int
  /// Its number in the file system; given again once the file is gone.
  package let inode: UInt64
  /// When it was made, in nanoseconds; 0 where the file system does not say.
  package let born: Int

  /// A mark with all its parts.
  package init(size: Int, modified: Int, changed: Int, inode: UInt64, born: Int) {
    (self.size, self.modified, self.changed, self.inode, self.born) = (size, modified, changed, inode, born)
  }

  /// Whether both are marks of one file, whatever was written into it or what it was called in between.
  package func isSameFile(as other: FileMark) -> Bool { inode == other.inode && born == other.born }
}

/// What the system knows of a file.
package struct FileStatus: Sendable {
  /// What kind of thing it is.
  package enum Kind: Sendable {
    /// A file with bytes.
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
  /// Tells whether it has changed.
  package let mark: FileMark
  /// The file system that it is on.
  package let device: UInt64
  /// How many names it has.
  package let links: Int
  /// Who may do what with it, without the kind.
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
    mark = FileMark(
      size: Int(found.size), modified: Int(found.modified), changed: Int(found.changed), inode: found.inode,
      born: Int(found.born))
    device = found.device
    links = Int(clamping: found.links)
    permissions = UInt16(truncatingIfNeeded: found.mode) & 0o7777
    owner = (found.owner, found.group)
  }

  /// Looks at a name, without following a link; nil if that can't be done, and `errno` says why.
  package init?(_ place: FolderEntry) { self.init(place.folder.descriptor, place.name) }

  /// Looks at what is open; nil if that can't be done, and `errno` says why.
  package init?(_ descriptor: Int32) { self.init(descriptor, "") }

  /// Looks at a name in an open folder, likewise.
  package init?(_ folder: Int32, _ name: String) {
    var found = memo_file_status()
    errno = memo_look_at(folder, name, &found)
    guard errno == 0 else { return nil }
    self.init(found)
  }
}
