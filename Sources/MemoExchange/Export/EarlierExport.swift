import MemoEngine

/// A folder that memos are exported to, and what was exported there before.
final class EarlierExport {
  /// A file that was written.
  struct File {
    /// Tells its bytes from others.
    let digest: String
    /// Whose it is; nil if it holds many memos, or that isn't known.
    var memo: String?
  }

  let folder: ExportFolder
  /// What was exported the last time, by its name.
  let files: [String: File]
  private let records: any ExchangeStore

  /// Opens a folder that is new, empty, or of an earlier export.
  ///
  /// - Parameter force: whether it may be any other, too.
  /// - Returns: nil if it is another one.
  /// - Throws: ``FileFailure`` if it can't be written.
  init?(_ path: String, _ records: any ExchangeStore, force: Bool) throws(FileFailure) {
    self.records = records
    let real = FileName.resolved(path)
    let rows = (try? real.map { path throws(StoreError) in try records.exported(to: path) }) ?? [:]
    files = rows.mapValues { File(row: $0) }
    guard force || !files.isEmpty || OutputFolder.isFree(path) else { return nil }
    folder = try ExportFolder(path)
  }

  /// Whether a file is as it was written.
  func isUntouched(_ name: String) -> Bool { files[name].map { $0.digest == folder.digest(of: name) } ?? false }

  /// Puts all in place and returns once it is on the disk.
  ///
  /// - Parameters:
  ///   - stale: files that are taken away.
  ///   - files: what has been exported from now on.
  func finish(removing stale: [String], noting files: [String: File]) throws(FileFailure) {
    try folder.finish(removing: stale.sorted())
    // A store that can't be written can be exported all the same.
    try? records.noteExport(files.mapValues(\.row), to: folder.path)
  }
}

extension EarlierExport.File {
  /// Reads what the store keeps: the digest, and perhaps an identifier behind a space.
  fileprivate init(row: String) {
    let parts = row.split(separator: " ", maxSplits: 1).map(String.init)
    self.init(digest: parts.first ?? "", memo: parts.count > 1 ? parts[1] : nil)
  }

  /// What the store keeps.
  fileprivate var row: String { memo.map { "\(digest) \($0)" } ?? digest }
}
