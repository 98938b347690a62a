import JSONRPC
package import MemoEngine
package import MemoExchange
package import MemoProtocol

/// Export and import for whoever has an engine and no session.
package enum Exchange {
  /// Why it was not done, or not all of it.
  package struct Failure: Error {
    /// A sentence for people.
    package let message: String
  }

  /// Told how far the work has come: in words, and as a part of 100 where the whole is known.
  package typealias Watcher = @Sendable (_ message: String, _ percentage: Int?) -> Void

  /// Writes memos into a folder that is new or empty.
  ///
  /// - Parameter ids: which; nil is all, those in the trash too if `trashed`.
  /// - Throws: ``Failure`` if one is not there, or can't be written.
  package static func export(
    _ listing: MemoListing, ids: [MemoID]?, trashed: Bool, format: ExportFormat, to path: String,
    _ watcher: @escaping Watcher
  ) async throws(Failure) -> ExportMemos.Result {
    try await failing { () throws(ResponseError) in
      let target = try FolderFiles(path, format)
      let exporter = Exporter(listing: listing, selection: selection(ids, trashed), format: format)
      let count = try await exporter.run(into: target, progress(watcher))
      target.finish()
      return .written(count: count, to: path, bytes: target.bytes)
    }
  }

  /// Hands the bytes of memos on, one memo after the other.
  ///
  /// - Throws: ``Failure`` if one is not there.
  package static func export(
    _ listing: MemoListing, ids: [MemoID]?, trashed: Bool, format: ExportFormat, _ body: @escaping ([UInt8]) -> Void
  ) async throws(Failure) {
    try await failing { () throws(ResponseError) in
      let exporter = Exporter(listing: listing, selection: selection(ids, trashed), format: format)
      _ = try await exporter.run(into: Bytes(format, body), Progress(nil))
    }
  }

  /// Makes memos of a folder's files, or of one file.
  ///
  /// - Throws: ``Failure`` if it can't be read, or the store can't be written.
  package static func importMemos(
    from path: String, _ options: ImportOptions, into engine: MemoEngine, _ watcher: @escaping Watcher
  ) async throws(Failure) -> ImportMemos.Result {
    try await failing { () throws(ResponseError) in
      var importer = Importer(engine: engine, progress: progress(watcher))
      return try await importer.run(path, options)
    }
  }

  private static func selection(_ ids: [MemoID]?, _ trashed: Bool) -> Exporter.Selection {
    ids.map { .ids($0) } ?? .all(trashed: trashed)
  }

  private static func progress(_ watcher: @escaping Watcher) -> Progress {
    Progress { if case .report(let message, let percentage) = $0 { watcher(message, percentage) } }
  }

  private static func failing<Value>(
    _ body: () async throws(ResponseError) -> Value
  ) async throws(Failure) -> Value {
    do throws(ResponseError) {
      return try await body()
    } catch {
      throw Failure(message: error.message)
    }
  }

  /// Bytes that go on as they come.
  private final class Bytes: Exporter.Target {
    private let format: ExportFormat
    private let body: ([UInt8]) -> Void

    init(_ format: ExportFormat, _ body: @escaping ([UInt8]) -> Void) {
      self.format = format
      self.body = body
    }

    func take(_ memo: MemoSnapshot) { body(format.bytes(of: memo.metadata, text: memo.text)) }
  }
}
