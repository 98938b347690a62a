import MemoEngine
import Platform

/// One file of JSON Lines in a folder.
final class FolderLines: ExportTarget {
  /// The file that holds all memos.
  static let name = "memos.jsonl"

  private let earlier: EarlierExport
  private let isForced: Bool
  /// Whether the file keeps memos other than those exported.
  private let isPartial: Bool
  private let number: Int
  private let file: OutputFile
  private var hash = ContentHash()
  private var taken: Set<String> = []
  private var damaged: Set<String> = []
  private(set) var unchanged = 0
  private(set) var kept: [String] = []

  init(_ earlier: EarlierExport, force: Bool, isPartial: Bool) throws(FileFailure) {
    self.earlier = earlier
    isForced = force
    self.isPartial = isPartial
    (number, file) = try earlier.folder.makeFile()
  }

  func take(_ memo: MemoSnapshot, _ bytes: [UInt8]) throws(FileFailure) {
    taken.insert(memo.metadata.id.description)
    try write(bytes)
  }

  func leaveOut(_ id: MemoID, _ title: String) { damaged.insert(id.description) }

  private func write(_ line: [UInt8]) throws(FileFailure) {
    hash.add(line)
    try file.write(line)
  }

  func finish() throws(FileFailure) {
    var files = earlier.files
    if earlier.files[Self.name] != nil { try keepLines() }
    try file.close()
    files[Self.name] = EarlierExport.File(digest: hash.digits)
    if earlier.folder.digest(of: Self.name) == hash.digits {
      unchanged = taken.count
    } else if isForced || !earlier.folder.isTaken(Self.name) || earlier.isUntouched(Self.name) {
      earlier.folder.name(number, Self.name)
    } else {
      // Changed by somebody: their file stays, and is still not ours the next time.
      files[Self.name] = earlier.files[Self.name]
      kept = [Self.name]
      unchanged = taken.count
    }
    try earlier.finish(removing: [], noting: files)
  }

  /// A damaged memo's line may be its last intact one, and memos that were not selected keep theirs.
  private func keepLines() throws(FileFailure) {
    guard isPartial || !damaged.isEmpty, let lines = earlier.folder.lines(of: Self.name) else { return }
    for (id, line) in lines where damaged.contains(id) || isPartial && !taken.contains(id) { try write(line) }
  }
}
