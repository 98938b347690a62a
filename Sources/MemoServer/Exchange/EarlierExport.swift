import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

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
  /// - Throws: `invalidParams` if it is another one, or can't be written.
  init(_ path: String, _ records: any ExchangeStore, force: Bool) throws(ResponseError) {
    self.records = records
    let real = FileName.resolved(path)
    let rows = (try? real.map { path throws(StoreError) in try records.exported(to: path) }) ?? [:]
    files = rows.mapValues { File(row: $0) }
    guard force || !files.isEmpty || OutputFolder.isFree(path) else {
      throw WireError.invalidParams(
        "to", "must be a folder that is new or empty, or of an earlier export; name another one")
    }
    do throws(FileFailure) { folder = try ExportFolder(path) } catch { throw Self.refusal(error) }
  }

  /// Whether a file is as it was written.
  func isUntouched(_ name: String) -> Bool { files[name].map { $0.digest == folder.digest(of: name) } ?? false }

  /// Puts all in place and returns once it is on the disk.
  ///
  /// - Parameters:
  ///   - stale: files that are taken away.
  ///   - files: what has been exported from now on.
  func finish(removing stale: [String], noting files: [String: File]) throws(ResponseError) {
    do throws(FileFailure) { try folder.finish(removing: stale.sorted()) } catch { throw Self.refusal(error) }
    // A store that can't be written can be exported all the same.
    try? records.noteExport(files.mapValues(\.row), to: folder.path)
  }

  static func refusal(_ failure: FileFailure) -> ResponseError {
    WireError.unusable("to", "\(failure.message); mend that, or name another folder")
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
