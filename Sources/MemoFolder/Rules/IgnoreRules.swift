package import Platform

/// A file of patterns, such as `.gitignore`, which says what below its folder is left alone.
package struct IgnoreRules: Sendable {
  private let patterns: [IgnorePattern]
  /// The bytes that it was read from.
  let text: [UInt8]

  /// The most bytes of such a file that are read: more than anybody writes.
  package static let mostBytes = 1 << 20

  /// Reads a file's bytes; nil if it names nothing.
  package init?(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.prefix(Self.mostBytes).dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    patterns = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
      IgnorePattern(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    if patterns.isEmpty { return nil }
    self.text = Array(bytes.prefix(Self.mostBytes))
  }

  /// Whether a path is left alone, as the last pattern says that names it; nil if none does.
  ///
  /// - Parameter path: from the file's folder on.
  fileprivate func verdict(on path: Substring, name: Substring, isFolder: Bool) -> Bool? {
    patterns.last { $0.names(path.utf8, name: name.utf8, isFolder: isFolder) }.map { !$0.isNegated }
  }
}

extension IgnoreRules {
  /// Whether they name a folder, one on the way to it, or whatever is in it.
  ///
  /// - Parameter path: of the folder, from the file's folder on.
  fileprivate func nameAll(below path: String) -> Bool {
    let folders = FilePath(path).folders + (path.isEmpty ? [] : [FilePath(path)])
    // A name that nobody would write a rule for.
    let file = FilePath(FilePath(path), "no rule is for this")
    return (folders.map { ($0, true) } + [(file, false)]).contains { path, isFolder in
      verdict(on: path.description[...], name: path.name[...], isFolder: isFolder) == true
    }
  }

  /// The outcome of looking where such a file may be.
  enum Reading {
    /// It has rules.
    case rules(IgnoreRules)
    /// There is none, or it names nothing.
    case none
    /// It can't be read, for a cause that is an `errno`.
    case unreadable(Int32)
  }

  /// Reads a file in a folder.
  static func read(_ name: FilePath, in folder: OpenFolder) -> Reading {
    guard let file = folder.open(name, O_RDONLY) else {
      // git follows no link either.
      return [ENOENT, ENOTDIR, ELOOP, ENXIO, EOPNOTSUPP].contains(errno) ? .none : .unreadable(errno)
    }
    defer { close(file) }
    guard FileStatus(file)?.kind == .file else { return .none }
    guard let bytes = Descriptors.readAll(file, atMost: mostBytes) else { return .unreadable(errno) }
    return IgnoreRules(bytes).map(Reading.rules) ?? .none
  }
}

/// All such files of a tree: a deeper one comes before those above it, also above the tree, and the folder's own before
/// all.
package struct IgnoreTree: Sendable {
  /// The rules by their folders; the folder's own ones stand where its file does.
  private var rules: [FilePath: IgnoreRules] = [:] { didSet { findWhetherSilent() } }
  /// The places of the rules of files above the tree among them, with the tree's path from there.
  private var outer: [(key: FilePath, prefix: String)] = [] { didSet { findWhetherSilent() } }
  /// Whether none of them can name anything. Of 100,000 files each is asked about.
  private var isSilent = true
  /// The folders whose rules hold though there are none now: their file may be about to be replaced.
  private(set) var held: Set<FilePath> = []
  /// The folders whose file can't be read, and why, as an `errno`; rules that were there before hold.
  private(set) var unreadable: [FilePath: Int32] = [:]

  /// The place of the folder's own file.
  static let own = FilePath(NotesFolder.ownName)

  /// Nothing is left alone but what the folder's own file names.
  package init(own: IgnoreRules? = nil) {
    rules[Self.own] = own
    findWhetherSilent()
  }

  /// Takes the rules that were known before, by the folders of the files that say them.
  init(_ texts: [FilePath: [UInt8]]) {
    rules = texts.compactMapValues { IgnoreRules($0) }
    findWhetherSilent()
  }

  private mutating func findWhetherSilent() {
    isSilent = outer.isEmpty && rules.keys.allSatisfy { $0.isBelow(Self.own) }
  }

  /// Whether nothing is left alone for them, nor for what can't be read of them.
  var namesNothing: Bool { isSilent && unreadable.isEmpty }

  /// The bytes of all files whose rules hold, by their folders.
  var texts: [FilePath: [UInt8]] { rules.mapValues(\.text) }

  /// Sets what the file in a folder has; nil for none.
  package mutating func set(_ rules: IgnoreRules?, in folder: FilePath) {
    self.rules[folder] = rules
    held.remove(folder)
    unreadable[folder] = nil
  }

  /// Takes over what was read in a folder.
  ///
  /// - Parameter former: what there was before.
  mutating func set(_ reading: IgnoreRules.Reading, in folder: FilePath, former: IgnoreTree) {
    switch reading {
    case .rules(let rules): set(rules, in: folder)
    case .none:
      set(former.rules[folder], in: folder)
      if rules[folder] != nil { held.insert(folder) }
    case .unreadable(let code):
      set(former.rules[folder], in: folder)
      unreadable[folder] = code
    }
  }

  /// Takes over what is said above the tree. Rules that name all of the tree are those of a repository that has nothing
  /// to do with it: they do not count.
  mutating func set(_ outer: OuterRules, former: IgnoreTree) {
    for place in outer.places { set(place.reading, in: place.key, former: former) }
    self.outer = outer.places.filter { rules[$0.key]?.nameAll(below: $0.prefix) != true }.map { ($0.key, $0.prefix) }
    for key in rules.keys where key.isBelow(Self.own) && !outer.places.contains(where: { $0.key == key }) {
      set(nil, in: key)
    }
  }

  /// Whether rules stand where no note is: they are not those of a folder in the tree.
  static func isOutside(_ place: FilePath) -> Bool { place == own || place.isBelow(own) }

  /// Forgets what stands in a folder and below it.
  package mutating func forget(_ folder: FilePath) {
    let isElsewhere = { (path: FilePath) in Self.isOutside(path) || path != folder && !path.isBelow(folder) }
    rules = rules.filter { isElsewhere($0.key) }
    held = held.filter(isElsewhere)
    unreadable = unreadable.filter { isElsewhere($0.key) }
  }

  /// The reason why nobody can say what is left alone in a folder, as an `errno`; nil if that is known.
  func obstacle(in folder: FilePath) -> Int32? {
    if unreadable.isEmpty { return nil }
    return ([Self.own, ""] + folder.folders + [folder]).lazy.compactMap { rules[$0] == nil ? unreadable[$0] : nil }
      .first
  }

  /// Whether this path is left alone, by itself: where a folder above it is, nothing takes it in again.
  package func ignores(_ path: FilePath, isFolder: Bool) -> Bool {
    if isSilent { return false }
    let (text, name) = (path.description, path.name[...])
    if let verdict = rules[Self.own]?.verdict(on: text[...], name: name, isFolder: isFolder) { return verdict }
    var folder = path
    while !folder.isEmpty {
      folder = folder.folder
      guard let rules = rules[folder] else { continue }
      let rest = folder.isEmpty ? text[...] : Substring(text.utf8.dropFirst(folder.description.utf8.count + 1))
      if let verdict = rules.verdict(on: rest, name: name, isFolder: isFolder) { return verdict }
    }
    for (key, prefix) in outer {
      guard let rules = rules[key] else { continue }
      let path = prefix.isEmpty ? text : "\(prefix)/\(text)"
      if let verdict = rules.verdict(on: path[...], name: name, isFolder: isFolder) { return verdict }
    }
    return false
  }
}
