import MemoEngine

/// One file of JSON Lines, which gets its name once it is complete.
final class CollectionFile: ExportTarget {
  private let path: String
  private let file: NamedFile
  private var damaged: Set<String> = []
  let unchanged = 0
  let kept: [String] = []

  init(_ path: String, force: Bool) throws(FileFailure) {
    self.path = path
    file = try NamedFile(path, replacing: force)
  }

  func take(_ memo: MemoSnapshot, _ bytes: [UInt8]) throws(FileFailure) { try file.write(bytes) }

  func leaveOut(_ id: MemoID, _ title: String) { damaged.insert(id.description) }

  /// Returns once the file is in its place and on the disk. A damaged memo's line in the previous file may be its last
  /// intact one, and is kept.
  func finish() throws(FileFailure) {
    if !damaged.isEmpty, let lines = WrittenLines(path) {
      for (id, line) in lines where damaged.contains(id) { try file.write(line) }
    }
    try file.finish()
  }
}
