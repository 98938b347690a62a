import MemoModel
import Platform

/// The findings in a folder, each with the memo that it belongs to.
struct FolderCases {
  /// A path, and what stands there.
  struct Case {
    let path: FilePath
    /// The row that is remembered of it, with this path.
    var row: FileRow? {
      get { known?.row }
      set { known = newValue.map(Row.init) }
    }
    var state: FileState
    /// The file, if it has a text, and that if it was kept.
    var file: KnownFile?
    var bytes: [UInt8]?
    private var known: Row?

    /// Takes no room in what has none, such as 100,000 new files.
    private final class Row: Sendable {
      let row: FileRow

      init(_ row: FileRow) { self.row = row }
    }

    init(path: FilePath, row: FileRow?, state: FileState, file: KnownFile? = nil, bytes: [UInt8]? = nil) {
      (self.path, self.state, self.file, self.bytes, known) = (path, state, file, bytes, row.map(Row.init))
    }
  }

  var found: [Case] = []
  /// Files that changed while they were read, again and again.
  private(set) var changing: [FilePath] = []
  /// Files that somebody has begun to write, as far as they have got.
  private(set) var unfinished: [Case] = []
  /// The rows of files that have another name than before, with that.
  private(set) var moved: [FileRow] = []
  /// The rows of copies that are the files of missing originals from now on, and where these were.
  private(set) var copies: [(row: FileRow, original: FilePath)] = []
  /// The rows of files that one of these was renamed over.
  private(set) var overwritten: [FileRow] = []
  /// The paths that turned out to be no memos when they were read, and why.
  private(set) var skipped: [FilePath: SkipReason] = [:]

  /// The most bytes of texts that are kept; others are read again.
  private static let mostBytes = 8 << 20

  /// Nothing was found.
  init() {}

  /// Reads what is to be read, and finds out whose it is.
  ///
  /// - Parameters:
  ///   - include: looks at a path that was not looked at, too, by which a file was known that has another one now.
  ///   - occupant: finds out what stands at a path, be it left alone or not.
  ///   - isUnfinished: whether somebody still writes a file that changed.
  init(
    _ look: inout TreeLook, _ known: KnownFiles, include: (inout TreeLook, FilePath, _ now: FilePath) -> Void,
    occupant: (FilePath) -> Occupant, isUnfinished: (Case) -> Bool, read: (FilePath) -> FileText.Reading
  ) {
    Self.includeOwners(&look, known, include)
    var files: [FilePath: KnownFile] = [:]
    var texts: [FilePath: [UInt8]] = [:]
    var (room, others) = (Self.mostBytes, look.missing)
    func add(_ path: FilePath, _ row: FileRow?, _ file: KnownFile, _ bytes: [UInt8]?) {
      let here = Case(path: path, row: row, state: .text(file.hash), file: file, bytes: bytes)
      if isUnfinished(here) { unfinished.append(here) } else { found.append(here) }
    }
    for path in look.takeFiles() {
      switch read(path) {
      case .text(let bytes, let hash, let mark):
        let (file, fits) = (KnownFile(mark, hash), bytes.count <= room)
        if fits { room -= bytes.count }
        // Where no file is known, none is another's, however many there are.
        if known.rows.isEmpty {
          add(path, nil, file, fits ? bytes : nil)
        } else {
          files[path] = file
          if fits { texts[path] = bytes }
        }
      case .skipped(let reason):
        if reason.isTold { skipped[path] = reason }
        if known[path]?.isPresent == true { others[path] = .some(reason) }
      case .gone: if known[path]?.isPresent == true { others[path] = .some(nil) }
      case .changing: changing.append(path)
      }
    }
    let owners = Self.owners(of: files, others, known, occupant: occupant)
    let movedAway = Set(owners.values.map { FilePath($0.path) })
    overwritten = owners.keys.compactMap { known[$0] }.filter { $0.isPresent && !movedAway.contains(FilePath($0.path)) }
    for (path, file) in files {
      var row = owners[path] ?? (movedAway.contains(path) ? nil : known[path])
      if var other = row, FilePath(other.path) != path {
        other.path = path.description
        moved.append(other)
        row = other
      }
      add(path, row, file, texts[path])
    }
    for (path, reason) in others where !movedAway.contains(path) {
      found.append(Case(path: path, row: known[path], state: reason.map(FileState.skipped) ?? .missing))
    }
    found.sort { $0.path < $1.path }
  }

  /// Takes files that are gone for ones that were moved to where copies are.
  mutating func move(_ copies: [(index: Int, copy: FileRow)]) {
    let places = Set(copies.map { FilePath($0.copy.path) })
    let found = self.found.indices.filter { places.contains(self.found[$0].path) }
    let files = Dictionary(found.map { (self.found[$0].path, self.found[$0]) }) { first, _ in first }
    for (index, copy) in copies {
      guard var row = self.found[index].row else { continue }
      self.copies.append((row: copy, original: self.found[index].path))
      row.path = copy.path
      moved.append(row)
      let path = FilePath(copy.path)
      self.found[index] = Case(
        path: path, row: row, state: .text(copy.hash), file: files[path]?.file ?? KnownFile(copy.mark, copy.hash),
        bytes: files[path]?.bytes)
    }
    for index in found.reversed() { self.found.remove(at: index) }
  }

  /// Leaves copies to their own memos.
  ///
  /// - Returns: where the originals were, which are left out.
  mutating func keep(_ ids: Set<MemoID>) -> [FilePath] {
    let kept = copies.filter { ids.contains($0.row.id) }
    let paths = Set(kept.map { FilePath($0.row.path) })
    copies.removeAll { ids.contains($0.row.id) }
    moved.removeAll { paths.contains(FilePath($0.path)) }
    found.removeAll { paths.contains($0.path) }
    return kept.map(\.original)
  }

  /// The same, with rows as they are by now.
  func withRows(_ row: (FileRow) -> FileRow?) -> FolderCases {
    var cases = self
    for index in found.indices { cases.found[index].row = found[index].row.flatMap(row) }
    return cases
  }

  /// Looks also at the paths by which files were known that have another name now: of two changes at once, one may be
  /// told first.
  private static func includeOwners(
    _ look: inout TreeLook, _ known: KnownFiles, _ include: (inout TreeLook, FilePath, _ now: FilePath) -> Void
  ) {
    if known.rows.isEmpty { return }
    var queue = Array(look.files)
    var seen = Set(look.files.keys)
    while let (path, mark) = queue.popLast() {
      if known[path]?.mark.isSameFile(as: mark) == true { continue }
      guard let owner = known.path(of: mark), owner != path, seen.insert(owner).inserted else { continue }
      include(&look, owner, path)
      if let mark = look.files[owner] { queue.append((owner, mark)) }
    }
  }

  /// The rows of files that have another name now, or are there again, by that name.
  private static func owners(
    of files: [FilePath: KnownFile], _ missing: [FilePath: SkipReason?], _ known: KnownFiles,
    occupant: (FilePath) -> Occupant
  ) -> [FilePath: FileRow] {
    func isKnown(_ row: FileRow?, _ file: KnownFile) -> Bool {
      row.map { $0.isPresent && KnownFile($0.mark, $0.hash).isSame(as: file) } ?? false
    }
    if files.allSatisfy({ isKnown(known[$0.key], $0.value) }) { return [:] }
    var rows: [FilePath: KnownFile] = [:]
    for path in Array(files.keys) + missing.filter({ $0.value == nil }).map(\.key) {
      if let row = known[path], row.isPresent { rows[path] = KnownFile(row.mark, row.hash) }
    }
    // What has left a place where something stands that is no note, by now or for a while, may be one elsewhere.
    let strays = files.filter { path, file in
      rows[path]?.isSame(as: file) != true && known[path]?.isReleased != true
    }.values
    let (numbers, hashes) = (Set(strays.map(\.mark.inode)), Set(strays.map(\.hash)))
    let replaced = missing.compactMap { path, reason in reason?.releases == true ? known[path] : nil }
    let released = known.released > 0 ? known.rows.filter(\.isReleased) : []
    for row in replaced + released {
      let (path, file) = (FilePath(row.path), KnownFile(row.mark, row.hash))
      let mayBeElsewhere = numbers.contains(file.mark.inode) || hashes.contains(file.hash)
      // Renamed over another note it has become that one's file.
      if let other = known.path(of: file.mark), other != path, isKnown(known[other], file) { continue }
      if mayBeElsewhere, occupant(path).leaves(file.mark, isSeen: numbers.contains) { rows[path] = file }
    }
    // What came in the place of what is known has a row.
    let isAllKnown = files.keys.allSatisfy { rows[$0] != nil }
    let gone = (isAllKnown ? [] : known.rows.filter { $0.isGone && files[FilePath($0.path)] == nil }).map {
      (path: FilePath($0.path), file: KnownFile($0.mark, $0.hash))
    }.sorted { $0.path < $1.path }
    let returned = files.filter { path, file in known[path].map { $0.isGone && $0.hash == file.hash } ?? false }
    var owners: [FilePath: FileRow] = [:]
    let moves = Moves.found(rows, gone: gone, returned: Set(returned.keys), among: files)
    for (from, to) in moves where from != to { owners[to] = known[from] }
    return owners
  }
}

extension FolderCases {
  /// What stands where a file was known.
  enum Occupant {
    /// Nothing, or something that no file can have become.
    case noFile
    /// This file.
    case file(FileMark)
    /// That can't be told.
    case unknown

    /// Finds out what stands at a path.
    init(of path: FilePath, in root: OpenFolder) {
      if let status = root.entry(path).flatMap({ FileStatus($0) }) {
        self = status.kind == .file ? .file(status.mark) : .noFile
      } else {
        self = [ENOENT, ENOTDIR, ELOOP].contains(errno) ? .noFile : .unknown
      }
    }

    /// Whether the file that was known there has left. Where another one is, that may be what it has become, as when a
    /// program replaces what it saves: then it has left only if it is seen elsewhere itself.
    func leaves(_ known: FileMark, isSeen: (UInt64) -> Bool) -> Bool {
      switch self {
      case .noFile: true
      case .file(let mark): !mark.isSameFile(as: known) && isSeen(known.inode)
      case .unknown: false
      }
    }
  }
}
