import Platform

/// The files above a folder by which git leaves alone what is in it: the `.gitignore` of each folder above it up to the
/// top of its repository, and `.git/info/exclude` there. They are not watched, but looked at with each look at the
/// folder.
struct OuterRules: Equatable {
  /// One such file, which may be missing.
  struct Place: Equatable {
    /// The place of its rules among those of the folder: one where no note is.
    let key: FilePath
    /// The path of the folder that its name starts from.
    let folder: String
    /// Its name from there.
    let name: FilePath
    /// The attached folder's path from the folder that its rules are for; empty if it is the same.
    let prefix: String
    /// The mark of the file; nil if it was not there.
    let mark: FileMark?
  }

  /// The one that comes first in git comes first.
  private(set) var places: [Place] = []

  /// Creates none.
  init() {}

  /// Looks for those above a folder.
  ///
  /// - Parameter path: its real path.
  init(above path: String) {
    var (top, prefix): (String, String) = (path, "")
    var found: [Place] = []
    while FileStatus(AT_FDCWD, "\(top)/.git") == nil {
      guard let slash = top.utf8.lastIndex(of: UInt8(ascii: "/")), top != "/" else { return }
      let name = top[top.utf8.index(after: slash)...]
      prefix = prefix.isEmpty ? String(name) : "\(name)/\(prefix)"
      top = String(top[..<slash])
      found.append(Self.place("\(found.count + 1)", top, ".gitignore", prefix))
    }
    places = found + [Self.place("exclude", Self.repository(of: top), "info/exclude", prefix)]
  }

  /// The path of the repository of a working tree: a folder in it, or what a file there names, which may share most of
  /// another's.
  private static func repository(of tree: String) -> String {
    let own = "\(tree)/.git"
    guard let named = firstLine(of: own), named.hasPrefix("gitdir: ") else { return own }
    let repository = path(String(named.dropFirst("gitdir: ".count)), from: tree)
    return firstLine(of: "\(repository)/commondir").map { path($0, from: repository) } ?? repository
  }

  private static func path(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  /// The first line of a small file; nil if there is none.
  private static func firstLine(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard FileStatus(file)?.kind == .file, let bytes = Descriptors.readAll(file, atMost: 1 << 16) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
  }

  private static func place(_ key: String, _ folder: String, _ name: FilePath, _ prefix: String) -> Place {
    Place(
      key: FilePath(IgnoreTree.own, key), folder: folder, name: name, prefix: prefix,
      mark: FileStatus(AT_FDCWD, "\(folder)/\(name)")?.mark)
  }
}

extension OuterRules.Place {
  /// The rules of the file. One that can't be read has none, as for git.
  var reading: IgnoreRules.Reading {
    guard mark != nil, let open = OpenFolder(path: folder.isEmpty ? "/" : folder),
      case .rules(let rules) = IgnoreRules.read(name, in: open)
    else { return .none }
    return .rules(rules)
  }
}
