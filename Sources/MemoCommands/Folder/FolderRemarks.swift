import MemoEngine
import MemoFolder
import Platform

/// Remarks about a folder that people see besides what they asked for.
enum FolderRemark: Sendable {
  /// Many files are gone at once.
  case loss
  /// A file and its memo were changed in the same lines.
  case conflicts
  /// A file can't be read or written.
  case problems
}

extension FolderReport {
  /// The remarks of these kinds that apply, as whole lines.
  ///
  /// - Parameter told: how many of the problems are told already.
  func remarks(
    of folder: NotesFolder, _ kinds: [FolderRemark] = [.loss, .conflicts, .problems], told: Int = 0
  ) -> String {
    kinds.compactMap { remark($0, folder.path, told) }.map { TerminalSanitizer.line($0) + "\n" }.joined()
  }

  private func remark(_ kind: FolderRemark, _ path: String, _ told: Int) -> String? {
    switch kind {
    case .loss: loss.map { Self.remark(ofLoss: $0.counted, path) }
    case .conflicts:
      conflicts == 0
        ? nil
        : "where a file and its memo were both changed in the same lines, both texts are kept: \(conflicts) more "
          + "\(conflicts == 1 ? "file" : "files")\(Self.named(copyFiles))"
    case .problems:
      problems.count <= told
        ? nil
        : "\((problems.count - told).counted(told > 0 ? "more file" : "file")) in \(path) can't be read or written, "
          + "which is tried again; memo-ls folder status \(path.shellWord) tells more"
    }
  }

  /// What is said of files that are gone, which are counted in words.
  fileprivate static func remark(ofLoss counted: String, _ path: String) -> String {
    "\(counted) gone from \(path), so nothing was deleted; if that is meant: memo-ls folder confirm \(path.shellWord)"
  }

  /// The first of some files, after a colon; empty without any.
  private static func named(_ files: [FilePath]) -> String {
    let shown = files.prefix(mostShown).map(\.description).joined(separator: ", ")
    return files.isEmpty ? "" : ", \(shown)\(files.count > mostShown ? ", …" : "")"
  }

  /// The most files that are named.
  private static var mostShown: Int { 3 }

  /// What was done, in words; nil if nothing was.
  var deeds: String? {
    let deeds = [
      (takenIn, "taken in"), (moved, "moved"), (written, "written"), (removed, "removed"),
    ].filter { $0.0 > 0 }.map { "\($0.0.counted("file")) \($0.1)" }
    let followed = followed > 0 ? ["\(followed.counted("link")) changed to follow"] : []
    let trashed = trashed > 0 ? ["\(trashed.counted("memo")) moved to the trash"] : []
    let made = "\(conflicts) conflict \(conflicts == 1 ? "copy" : "copies") made\(Self.named(copyFiles))"
    let all = deeds + followed + trashed + (conflicts > 0 ? [made] : [])
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }
}

extension NotesFolder {
  /// What is to be said where the process that keeps the folder has found many files gone, as a whole line; nil if it
  /// has not.
  var remarkOfLoss: String? {
    if !isAsking { return nil }
    return TerminalSanitizer.line(FolderReport.remark(ofLoss: askedAbout ?? "files are", path)) + "\n"
  }
}

/// The reasons why the files of memos that were changed are not as these are.
struct UnwrittenFiles {
  private let obstacles: [(sentence: String, hasFollowed: Bool)]
  /// The most that are named.
  private static let mostShown = 3

  /// - Parameter obstacles: a sentence for each file, which begins with its path, and whether that has followed all the
  ///   same, but not for certain.
  init(_ obstacles: [(sentence: String, hasFollowed: Bool)] = []) {
    self.obstacles = obstacles.sorted { $0.sentence < $1.sentence }
  }

  var count: Int { obstacles.count }

  var lines: String {
    let more = count - Self.mostShown
    let shown = obstacles.prefix(Self.mostShown).map { sentence, hasFollowed in
      "the change is saved in the memo, but \(hasFollowed ? "its file may lose it" : "not in its file"): \(sentence)"
    }
    let lines = shown + (more > 0 ? ["nor are \(more) more in theirs; memo-ls folder status tells which"] : [])
    return lines.map { TerminalSanitizer.line($0) + "\n" }.joined()
  }
}

extension SkipReason {
  /// The noun for several such things, after their number.
  var kind: String {
    switch self {
    case .noNote: "otherwise called"
    case .hidden: "hidden"
    case .packages: "with packages"
    case .otherFolder: "attached by themselves"
    case .ignored: "named by .gitignore or .memo-ls/ignore"
    case .link: "links"
    case .noFile: "not regular"
    case .nameNotUTF8: "with names that are not UTF-8"
    case .notUTF8: "not UTF-8"
    case .tooLarge: "too large"
    case .tooDeep: "too deep"
    case .unreadable: "unreadable"
    }
  }
}

/// Paths with a reason each, for people: the number of each kind, and the first of these.
struct PathGroups {
  private var groups: [(kind: String, paths: [FilePath])] = []

  /// The most names of each kind that are shown.
  private static let mostShown = 3

  init(_ kinds: [FilePath: String]) {
    for (kind, paths) in Dictionary(grouping: kinds.keys, by: { kinds[$0] ?? "" }) {
      groups.append((kind, paths.sorted()))
    }
    groups.sort { ($1.paths.count, $0.kind) < ($0.paths.count, $1.kind) }
  }

  /// A line for each kind.
  var lines: [String] {
    groups.map { kind, paths in
      let shown = paths.prefix(Self.mostShown).map(\.description).joined(separator: ", ")
      let more = paths.count - Self.mostShown
      return "\(paths.count) \(kind): \(shown)\(more > 0 ? " and \(more) more" : "")"
    }
  }
}

/// A path and what there is to say of it, as JSON.
struct PathFact: JSONObjectWritable {
  let path: FilePath
  let reason: String

  static func all(_ facts: [FilePath: String]) -> [PathFact] {
    facts.sorted { $0.key < $1.key }.map { PathFact(path: $0.key, reason: $0.value) }
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path.description)
    writer.member("reason", reason)
  }
}
