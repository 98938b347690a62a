import MemoEngine
import Platform

/// A folder for an export, and the files of the earlier export to it.
final class EarlierExport {
  /// An exported file.
  struct File {
    /// A digest of its bytes.
    let digest: String
    /// The identifier of its memo; nil if it holds many memos, or that is unknown.
    var memo: String?
  }

  let folder: ExportFolder
  /// The files of the last export, by their names.
  let files: [String: File]
  private let records: any ExchangeStore

  /// Opens a folder that is new, empty, or of an earlier export.
  ///
  /// - Parameter force: whether any other folder will do, too.
  /// - Returns: nil if it is another one.
  /// - Throws: ``FileFailure`` if it can't be written.
  init?(_ path: String, _ records: any ExchangeStore, force: Bool) throws(FileFailure) {
    self.records = records
    let real = realPath(path)
    let rows = (try? real.map { path throws(StoreError) in try records.exported(to: path) }) ?? [:]
    files = rows.mapValues { File(row: $0) }
    guard force || !files.isEmpty || OutputFolder.isFree(path) else { return nil }
    folder = try ExportFolder(path)
  }

  /// Whether a file is as it was exported.
  func isUntouched(_ name: String) -> Bool { files[name].map { $0.digest == folder.digest(of: name) } ?? false }

  /// Puts all files in place and returns once they are on the disk.
  ///
  /// - Parameters:
  ///   - stale: files to remove.
  ///   - files: the exported files to record.
  func finish(removing stale: [String], noting files: [String: File]) throws(FileFailure) {
    try folder.finish(removing: stale.sorted())
    // A store that can't be written can still be exported.
    try? records.noteExport(files.mapValues(\.row), to: folder.path)
  }
}

extension EarlierExport.File {
  /// Reads a stored row: the digest, and perhaps an identifier after a space.
  fileprivate init(row: String) {
    let parts = row.split(separator: " ", maxSplits: 1).map(String.init)
    self.init(digest: parts.first ?? "", memo: parts.count > 1 ? parts[1] : nil)
  }

  /// The row to store.
  fileprivate var row: String { memo.map { "\(digest) \($0)" } ?? digest }
}
