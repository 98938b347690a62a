package import Platform

/// A file of patterns, such as `.gitignore`, which says what below its folder is left alone.
package struct IgnoreRules: Sendable {
  private let patterns: [IgnorePattern]

  /// What of such a file is read: more than anybody writes.
  package static let mostBytes = 1 << 20

  /// Reads a file's bytes; nil if it names nothing.
  package init?(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.prefix(Self.mostBytes).dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    patterns = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      IgnorePattern(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    if patterns.isEmpty { return nil }
  }

  /// Whether a path is left alone, as the last pattern says that names it; nil if none does.
  ///
  /// - Parameter path: from the file's folder on.
  fileprivate func verdict(on path: Substring, name: Substring, isFolder: Bool) -> Bool? {
    patterns.last { $0.names(path.utf8, name: name.utf8, isFolder: isFolder) }.map { !$0.isNegated }
  }
}

/// All such files of a tree: a deeper one comes before those above it, and the folder's own before all.
package struct IgnoreTree: Sendable {
  private var rules: [FilePath: IgnoreRules] = [:]
  private let own: IgnoreRules?

  /// Nothing is left alone but what the folder's own file names.
  package init(own: IgnoreRules? = nil) { self.own = own }

  /// Says what the file in a folder has; nil for none.
  package mutating func set(_ rules: IgnoreRules?, in folder: FilePath) { self.rules[folder] = rules }

  /// Forgets what stands in a folder and below it.
  package mutating func forget(_ folder: FilePath) {
    rules = rules.filter { $0.key != folder && !$0.key.isBelow(folder) }
  }

  /// Whether this path is left alone, by itself: where a folder above it is, nothing takes it in again.
  package func ignores(_ path: FilePath, isFolder: Bool) -> Bool {
    if own == nil, rules.isEmpty { return false }
    let (text, name) = (path.description, path.name[...])
    if let verdict = own?.verdict(on: text[...], name: name, isFolder: isFolder) { return verdict }
    var folder = path
    while !rules.isEmpty, !folder.isEmpty {
      folder = folder.folder
      guard let rules = rules[folder] else { continue }
      let rest = folder.isEmpty ? text[...] : Substring(text.utf8.dropFirst(folder.description.utf8.count + 1))
      if let verdict = rules.verdict(on: rest, name: name, isFolder: isFolder) { return verdict }
    }
    return false
  }

  /// Whether a file is left alone, or any folder on the way to it.
  package func ignoresAnyPart(of path: FilePath) -> Bool {
    path.folders.contains { ignores($0, isFolder: true) } || ignores(path, isFolder: false)
  }
}
