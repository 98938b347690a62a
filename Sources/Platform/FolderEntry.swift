import CSystem

/// A name in an open folder, and what is done to it in one step that everybody else sees whole.
package struct FolderEntry: Sendable {
  /// The folder.
  package let folder: OpenFolder
  /// One name, without a slash.
  package let name: String

  /// Puts both together.
  package init(folder: OpenFolder, name: String) { (self.folder, self.name) = (folder, name) }

  /// How a step went.
  package enum Outcome: Hashable, Sendable {
    /// Done.
    case done
    /// Nothing was done: the system, or the file system there, can't.
    case refused
    /// Nothing was done, for this cause, an `errno`.
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

  /// Lets two files change places: each has the other's name afterwards, and at no instant is a name without a file.
  package func exchange(with other: FolderEntry) -> Outcome {
    Outcome(memo_exchange_names(folder.descriptor, name, other.folder.descriptor, other.name))
  }

  /// Gives the file a name that nothing has; fails with `EEXIST` if something does.
  package func move(toNew other: FolderEntry) -> Outcome {
    Outcome(memo_rename_to_new(folder.descriptor, name, other.folder.descriptor, other.name))
  }

  /// Gives the file a name; what had it is gone.
  package func move(over other: FolderEntry) -> Outcome {
    renameat(folder.descriptor, name, other.folder.descriptor, other.name) == 0 ? .done : .failed(errno)
  }

  /// Takes the name away.
  package func remove() -> Outcome { unlinkat(folder.descriptor, name, 0) == 0 ? .done : .failed(errno) }
}
