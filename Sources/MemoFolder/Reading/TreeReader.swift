import Dispatch
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
    /// A file that is as its row says, which stands at this place among those that are known.
    case known(Int)
    /// A path that is no memo, or a folder with none. Where its name is not UTF-8 the path is one for people.
    case skipped(FilePath, SkipReason)
  }

  /// The most names that are looked at in one go.
  private static let mostAtOnce = 1024

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
  package mutating func read(_ path: FilePath = "", _ body: (Finding) -> Void) -> Bool { read(path, nil, body) }

  /// The same where files are known: no path is made of those that are as they were.
  mutating func read(_ path: FilePath, _ known: KnownFiles?, _ body: (Finding) -> Void) -> Bool {
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
    return read(path, folder, known, path.isEmpty ? nil : root.folder(path.folder)?.device, body)
  }

  private mutating func read(
    _ path: FilePath, _ folder: OpenFolder, _ known: KnownFiles?, _ above: UInt64?, _ body: (Finding) -> Void
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
    let look = FolderLook(folder, path: path, known)
    let namesNothing = rules.namesNothing
    var some: FolderNames
    repeat {
      some = names.next(Self.mostAtOnce)
      for (index, found) in look.found(some).enumerated() {
        if case .known(let place) = found, namesNothing {
          body(.known(place))
          continue
        }
        guard let name = String(validating: some[index], as: UTF8.self) else {
          body(.skipped(FilePath(path, String(decoding: some[index], as: UTF8.self)), .nameNotUTF8))
          continue
        }
        if isUnreadable, name == ".gitignore" { continue }
        let here = FilePath(path, name)
        switch found {
        // It may be gone by now: then it is as if it had not been there.
        case .failure(let code): if code != ENOENT { body(.skipped(here, .unreadable(code))) }
        case .known(let place):
          let reason = Skipping.reason(for: here, called: name, .file, rules)
          body(reason.map { .skipped(here, $0) } ?? .known(place))
        case .other(let status):
          if let reason = Skipping.reason(for: here, called: name, status.kind, rules) {
            body(.skipped(here, reason))
          } else if status.kind == .folder {
            folders.append(name)
          } else {
            body(.file(here, status.mark))
          }
        }
      }
    } while some.count == Self.mostAtOnce
    // What was not read of it may be there all the same.
    if names.failure != 0 { body(.skipped(path, .unreadable(names.failure))) }
    for name in folders {
      let here = FilePath(path, name)
      if let inner = folder.folder(FilePath(name)) {
        isWatched = read(here, inner, known, device, body) && isWatched
      } else if errno == ELOOP {
        body(.skipped(here, .link))
      } else if errno != ENOENT, errno != ENOTDIR {
        body(.skipped(here, .unreadable(errno)))
      }
    }
    return isWatched
  }
}
