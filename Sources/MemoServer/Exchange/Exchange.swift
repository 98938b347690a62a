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

  /// Writes memos into a folder that is new, empty, or of an earlier export.
  ///
  /// - Parameters:
  ///   - ids: which; nil is all, those in the trash too if `trashed`.
  ///   - force: whether what else is there may be replaced.
  ///   - isStopped: whether to end between two memos; asked often. Then all is as it was.
  /// - Throws: ``Failure`` if one is not there, or can't be written.
  package static func export(
    _ engine: MemoEngine, ids: [MemoID]?, trashed: Bool, format: ExportFormat, to path: String, force: Bool,
    isStopped: @escaping @Sendable () -> Bool, _ watcher: @escaping Watcher
  ) async throws(Failure) -> ExportMemos.Result {
    let listing = await engine.listing()
    return try await failing { () throws(ResponseError) in
      let exporter = Exporter(listing: listing, selection: selection(ids, trashed), format: format)
      return try await exporter.write(
        to: path, engine.exchangeRecords, force: force, progress(watcher, isStopped))
    }
  }

  /// Whether a folder is new, empty, or of an earlier export.
  package static func canExport(to path: String, _ engine: MemoEngine) -> Bool {
    if OutputFolder.isFree(path) { return true }
    guard let real = FileName.resolved(path), let files = try? engine.exchangeRecords.exported(to: real) else {
      return false
    }
    return !files.isEmpty
  }

  /// Hands the bytes of memos on, one memo after the other.
  ///
  /// - Returns: those that are left out because they are damaged in the store.
  /// - Throws: ``Failure`` if one is not there.
  package static func export(
    _ listing: MemoListing, ids: [MemoID]?, trashed: Bool, format: ExportFormat, _ body: @escaping ([UInt8]) -> Void
  ) async throws(Failure) -> [String] {
    try await failing { () throws(ResponseError) in
      let exporter = Exporter(listing: listing, selection: selection(ids, trashed), format: format)
      return try await exporter.run(into: Bytes(format, body), Progress(nil)).names
    }
  }

  /// Makes memos of a folder's files, or of one file.
  ///
  /// - Parameter isStopped: whether to end between two memos; asked often.
  /// - Throws: ``Failure`` if it can't be read, the store can't be written, or it was stopped.
  package static func importMemos(
    from reader: ImportReader, _ options: ImportOptions, into engine: MemoEngine,
    isStopped: @escaping @Sendable () -> Bool, _ watcher: @escaping Watcher
  ) async throws(Failure) -> ImportMemos.Result {
    try await failing { () throws(ResponseError) in
      var importer = Importer(engine: engine, options: options, progress: progress(watcher, isStopped))
      return try await importer.run(reader)
    }
  }

  /// Tells what importing would do.
  ///
  /// - Parameter engine: what there is already; nil for nothing.
  /// - Throws: ``Failure`` if something can't be read.
  package static func tryImport(
    of reader: ImportReader, _ options: ImportOptions, into engine: MemoEngine?, _ watcher: @escaping Watcher
  ) async throws(Failure) -> ImportMemos.Result {
    try await failing { () throws(ResponseError) in
      try await ImportTrial(engine, makesNew: options.makesNew, progress(watcher) { false }).run(reader)
    }
  }

  /// What reads a folder or a file.
  ///
  /// - Throws: `invalidParams` if nothing can be read there at all.
  static func reader(_ path: String, _ options: ImportOptions) throws(ResponseError) -> ImportReader {
    do throws(FileFailure) {
      return try ImportReader(path, options)
    } catch {
      throw WireError.unusable("from", "\(error.message); name a folder or a file that can be read")
    }
  }

  private static func selection(_ ids: [MemoID]?, _ trashed: Bool) -> Exporter.Selection {
    ids.map { .ids($0) } ?? .all(trashed: trashed)
  }

  private static func progress(
    _ watcher: @escaping Watcher, _ isStopped: @escaping @Sendable () -> Bool
  ) -> Progress {
    Progress(
      { if case .report(let message, let percentage) = $0 { watcher(message, percentage) } }, isStopped: isStopped)
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
