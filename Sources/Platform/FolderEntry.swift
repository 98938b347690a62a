import CSystem

/// A name in an open folder. Each operation on it is one step, so other processes see it done or not done.
package struct FolderEntry: Sendable {
  /// The folder.
  package let folder: OpenFolder
  /// One name, without a slash.
  package let name: String

  /// Creates an entry; it need not exist.
  package init(folder: OpenFolder, name: String) { (self.folder, self.name) = (folder, name) }

  /// The result of an operation.
  package enum Step: Hashable, Sendable {
    /// Done.
    case done
    /// Nothing was done: the system or the file system can't do it.
    case refused
    /// Nothing was done, for this `errno`.
    case failed(Int32)

    fileprivate init(_ code: Int32) {
      self =
        switch code {
        case 0: .done
        case EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP: .refused
        default: .failed(code)
        }
    }
  }

  /// Exchanges the names of two files; at no instant does either name have no file.
  package func exchange(with other: FolderEntry) -> Step {
    Step(memo_exchange_names(folder.descriptor, name, other.folder.descriptor, other.name))
  }

  /// Renames the file to an unused name; fails with `EEXIST` if the name is used.
  package func move(toNew other: FolderEntry) -> Step {
    Step(memo_rename_to_new(folder.descriptor, name, other.folder.descriptor, other.name))
  }

  /// Gives the file a second, unused name; fails with `EEXIST` if the name is used.
  package func link(as other: FolderEntry) -> Step {
    guard linkat(folder.descriptor, name, other.folder.descriptor, other.name, 0) == 0 else {
      // Linux answers EPERM where the file system has no hard links.
      return errno == EPERM ? .refused : Step(errno)
    }
    return .done
  }

  /// Renames the file to an unused name, in one step where the file system can. Elsewhere a file that gets that name
  /// between the check and the rename is lost. Fails with `EEXIST` if the name is used.
  package func moveToFree(_ other: FolderEntry) -> Step {
    let moved = move(toNew: other)
    guard moved == .refused else { return moved }
    let linked = link(as: other)
    guard linked == .refused else { return linked == .done ? remove() : linked }
    guard FileStatus(other) == nil else { return .failed(EEXIST) }
    return errno == ENOENT ? move(over: other) : .failed(errno)
  }

  /// Renames the file, replacing what has that name.
  package func move(over other: FolderEntry) -> Step {
    renameat(folder.descriptor, name, other.folder.descriptor, other.name) == 0 ? .done : .failed(errno)
  }

  /// Whether some process has the file open for writing; nil if that can't be told.
  package var isOpenForWriting: Bool? {
    guard let file = folder.open(FilePath(name), O_RDONLY) else { return nil }
    defer { close(file) }
    let answer = memo_is_open_for_writing(file)
    return answer < 0 ? nil : answer == 1
  }

  /// Removes the name.
  package func remove() -> Step { unlinkat(folder.descriptor, name, 0) == 0 ? .done : .failed(errno) }
}
