import MemoMarkup
package import Platform

/// The reason why something below a folder is no memo.
package enum SkipReason: Hashable, Sendable {
  /// Its name is none that notes have: an attachment, say. Nobody needs to be told.
  case noNote
  /// Its name, or that of a folder that it is in, begins with a dot.
  case hidden
  /// It is in a folder that a program keeps its packages in.
  case packages
  /// It is a folder of memo-ls itself, with a store of its own.
  case otherFolder
  /// A `.gitignore`, or the folder's own file, names it.
  case ignored
  /// It is a symbolic link.
  case link
  /// It is a device, a FIFO, a socket; or a folder called as a note is.
  case noFile
  /// Its name is not UTF-8, so it can't be told.
  case nameNotUTF8
  /// Its text is not UTF-8.
  case notUTF8
  /// It has so many bytes, more than a memo may have.
  case tooLarge(Int)
  /// It is in more folders than may be inside each other.
  case tooDeep
  /// It can't be read, for a cause that is an `errno`. It may be later.
  case unreadable(Int32)

  /// Whether people are told of it.
  package var isTold: Bool { self != .noNote }

  /// Whether something that was a memo before goes its own way, and is left as it is. One that can't be read just now
  /// stays a memo.
  package var releases: Bool { if case .unreadable = self { false } else { true } }

  /// The end of a sentence that begins with the path.
  package var sentence: String {
    switch self {
    case .noNote: "is no note: only .md, .markdown and .txt files are"
    case .hidden: "is hidden: its name begins with a dot"
    case .packages: "is a folder of packages"
    case .otherFolder: "is a folder of memo-ls with a store of its own"
    case .ignored: "is named by .gitignore or .memo-ls/ignore"
    case .link: "is a symbolic link, which is not followed"
    case .noFile: "is no regular file"
    case .nameNotUTF8: "has a name that is not UTF-8"
    case .notUTF8: "is not UTF-8"
    case .tooLarge(let bytes): "is too large: \(bytes) bytes"
    case .tooDeep: "is more than \(Skipping.deepest) folders deep"
    case .unreadable(let code):
      "can't be read: \(String(cString: strerror(code)))\([EACCES, EPERM].contains(code) ? "; allow reading it" : "")"
    }
  }
}

/// The choice of what is looked into below a folder.
package enum Skipping {
  /// The most levels that folders may nest; each on the way down is held open.
  package static let deepest = 64

  private static let suffixes = (MarkdownExtension.all + [".txt"]).map { Array($0.utf8) }

  /// The reason why something is no memo, as far as that is told by its path and what kind of thing it is; nil if it
  /// may be one, or is a folder that may have some. That its folders may is taken for granted.
  package static func reason(for path: FilePath, _ kind: FileStatus.Kind, _ rules: IgnoreTree) -> SkipReason? {
    reason(for: path, called: path.name, kind, rules)
  }

  /// The same of a path whose last name is known.
  static func reason(
    for path: FilePath, called name: String, _ kind: FileStatus.Kind, _ rules: IgnoreTree
  ) -> SkipReason? {
    if name.utf8.first == UInt8(ascii: ".") { return .hidden }
    if kind == .folder {
      if name == "node_modules" { return .packages }
      if path.folders.count >= deepest { return .tooDeep }
      return rules.ignores(path, isFolder: true) ? .ignored : nil
    }
    // Where a link leads nobody looks: it may be to a folder of notes.
    guard kind == .link || isNote(name) else { return .noNote }
    if rules.ignores(path, isFolder: false) { return .ignored }
    if !rules.unreadable.isEmpty, let code = rules.obstacle(in: path.folder) { return .unreadable(code) }
    return switch kind {
    case .file: nil
    case .link: .link
    case .folder, .other: .noFile
    }
  }

  /// Whether a file of this path would be left alone, for its own name or for that of a folder on the way.
  static func leavesAlone(_ path: FilePath, _ rules: IgnoreTree) -> Bool { reason(against: path, rules) != nil }

  /// The reason why a file of this path would be left alone; nil if it would not.
  static func reason(against path: FilePath, _ rules: IgnoreTree) -> SkipReason? {
    reason(for: path, .file, rules) ?? path.folders.lazy.compactMap { reason(for: $0, .folder, rules) }.first
  }

  /// Whether a file is called as notes are, in upper or lower case.
  package static func isNote(_ name: String) -> Bool { isNote(name.utf8) }

  /// The same of a name's bytes.
  static func isNote(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    suffixes.contains { suffix in
      let end = name.suffix(suffix.count)
      return end.startIndex > name.startIndex
        && end.elementsEqual(suffix) { ($0 | ($0 > 0x40 ? 0x20 : 0)) == $1 }
    }
  }

  /// Whether a file may be a memo, as far as its name tells.
  static func mayBeNote(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.first != UInt8(ascii: ".") && isNote(name)
  }
}
