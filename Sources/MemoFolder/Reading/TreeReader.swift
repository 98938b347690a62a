import Dispatch
import MemoModel
package import Platform

/// Goes through what is below a folder.
///
/// Each folder is opened by its name in the one above it, and no link is followed: whatever others do meanwhile, it
/// never leaves the folder. Nothing of what it comes by is kept here, so a million files take no more memory than one.
package struct TreeReader {
  /// Something that a reader comes by.
  package enum Finding: Sendable {
    /// A file that may be a memo.
    case file(FilePath, FileMark)
    /// A path that is no memo, or a folder with none. Where its name is not UTF-8 the path is one for people.
    case skipped(FilePath, SkipReason)
  }

  /// A name in a folder, and what it is there.
  private struct Found {
    let name: String
    /// Nil if that can't be told, for a cause that is an `errno`.
    let status: FileStatus?
    let failure: Int32

    /// Looks; nil if the name is not UTF-8.
    init?(_ bytes: [UInt8], in folder: OpenFolder) {
      guard let name = String(validating: bytes, as: UTF8.self) else { return nil }
      self.name = name
      status = FileStatus(folder.descriptor, name)
      failure = status == nil ? errno : 0
    }
  }

  /// The most names that are looked at in one go; and the number below which waking other threads for that takes longer
  /// than it saves.
  private static let (mostAtOnce, few) = (1024, 64)

  private let root: OpenFolder
  private let watch: (any TreeWatch)?
  /// The rules for what is left alone, as they were found on the way.
  package private(set) var rules: IgnoreTree
  /// The same as it was before.
  private let former: IgnoreTree
  /// The folders that other file systems than those above them are mounted at.
  private(set) var mounts: Set<FilePath> = []

  /// Begins with what is known to be left alone.
  ///
  /// - Parameter watch: is asked to tell of each folder before that is read, so that nothing falls in between.
  package init(_ root: OpenFolder, rules: IgnoreTree, watch: (any TreeWatch)? = nil) {
    (self.root, self.rules, former, self.watch) = (root, rules, rules, watch)
  }

  /// Reads a folder, with all below it.
  ///
  /// - Parameter path: of the folder; empty for all.
  /// - Returns: false if some folder can't be watched: what happens there has to be looked for.
  package mutating func read(_ path: FilePath = "", _ body: (Finding) -> Void) -> Bool {
    guard let folder = root.folder(path) else {
      switch errno {
      // Gone since it was seen.
      case ENOENT, ENOTDIR: break
      case ELOOP: body(.skipped(path, .link))
      case let code: body(.skipped(path, .unreadable(code)))
      }
      return true
    }
    rules.forget(path)
    return read(path, folder, path.isEmpty ? nil : root.folder(path.folder)?.device, body)
  }

  private mutating func read(
    _ path: FilePath, _ folder: OpenFolder, _ above: UInt64?, _ body: (Finding) -> Void
  ) -> Bool {
    let device = folder.device
    if let above, let device, above != device { mounts.insert(path) }
    if !path.isEmpty, NotesFolder.isOne(folder) {
      body(.skipped(path, .otherFolder))
      return true
    }
    var isWatched = watch?.add(folder, path: path) ?? true
    guard let descriptor = folder.open("", O_RDONLY | O_DIRECTORY), let names = FolderReader(descriptor: descriptor)
    else {
      body(.skipped(path, .unreadable(errno)))
      return isWatched
    }
    rules.set(IgnoreRules.read(".gitignore", in: folder), in: path, former: former)
    let isUnreadable = rules.unreadable[path] != nil
    if let code = rules.unreadable[path] { body(.skipped(FilePath(path, ".gitignore"), .unreadable(code))) }
    // What it names must not become memos.
    if let code = rules.obstacle(in: path) {
      body(.skipped(path, .unreadable(code)))
      return isWatched
    }
    var folders: [String] = []
    var some: [[UInt8]]
    repeat {
      some = names.next(Self.mostAtOnce)
      // To look at names takes longer than all else.
      let look = { @Sendable (name: [UInt8]) in Found(name, in: folder) }
      let seen =
        some.count < Self.few
        ? some.map(look) : some.concurrentMap(helpedAt: FolderKeeping.quality.qosClass, look)
      for (bytes, found) in zip(some, seen) {
        guard let found else {
          body(.skipped(FilePath(path, String(decoding: bytes, as: UTF8.self)), .nameNotUTF8))
          continue
        }
        if isUnreadable, found.name == ".gitignore" { continue }
        let here = FilePath(path, found.name)
        // It may be gone by now: then it is as if it had not been there.
        guard let status = found.status else {
          if found.failure != ENOENT { body(.skipped(here, .unreadable(found.failure))) }
          continue
        }
        if let reason = Skipping.reason(for: here, called: found.name, status.kind, rules) {
          body(.skipped(here, reason))
        } else if status.kind == .folder {
          folders.append(found.name)
        } else {
          body(.file(here, status.mark))
        }
      }
    } while some.count == Self.mostAtOnce
    // What was not read of it may be there all the same.
    if names.failure != 0 { body(.skipped(path, .unreadable(names.failure))) }
    for name in folders {
      let here = FilePath(path, name)
      if let inner = folder.folder(FilePath(name)) {
        isWatched = read(here, inner, device, body) && isWatched
      } else if errno == ELOOP {
        body(.skipped(here, .link))
      } else if errno != ENOENT, errno != ENOTDIR {
        body(.skipped(here, .unreadable(errno)))
      }
    }
    return isWatched
  }
}
