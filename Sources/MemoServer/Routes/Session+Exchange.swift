import JSONRPC
import MemoEngine
import MemoHost
import MemoExchange
import MemoProtocol

/// Sharing, exporting and importing memos.
extension Session {
  func share(_ params: ShareMemo.Params) throws -> Answer<ShareMemo.Result> {
    let memo = try snapshot(params.id)
    let target = params.target
    // A page is read and written as a whole, off the loop's thread.
    let isLong = target == .html || memo.text.summary.utf8 > Self.longText
    guard isLong else { return .now(try memo.shared(to: target)) }
    return .later(expectedBytes: memo.text.summary.utf8) { () throws(ResponseError) in try memo.shared(to: target) }
  }

  func export(_ params: ExportMemos.Params) throws -> Answer<ExportMemos.Result> {
    let listing = onEngine { $0.listing() }
    let format = params.format
    let exporter = Exporter(listing: listing, selection: try selection(params.selection), format: format)
    if let path = params.to { try checkPath(path, "to") }
    // One that waits for a store has nothing in memory yet, and may not keep cancellations from being read.
    let expectedBytes = params.to != nil || onEngine { $0.isRecovering } ? 0 : ExportMemos.largestAnswer
    return long("Exporting memos", "to", params.workDoneToken, expectedBytes: expectedBytes) {
      [engine] progress throws(ExchangeError) in
      try await ExchangeError.asking { () throws(EngineError) in
        // An export without ended processes' last changes would be incomplete.
        try await engine.recovered()
        try exporter.check()
      }
      if let path = params.to {
        let outcome = try await exporter.write(to: path, engine.exchangeRecords, force: params.force, progress)
        return ExportMemos.Result(outcome, to: path)
      }
      let files = MemoryFiles(format)
      let outcome = try await exporter.run(progress, limit: ExportMemos.largestAnswer, pages: files) {
        files.take($0, $1)
      }
      return ExportMemos.Result(outcome, files: files.files)
    }
  }

  func importMemos(_ params: ImportMemos.Params) throws -> Answer<ImportMemos.Result> {
    try checkPath(params.from, "from")
    let options = ImportOptions(
      format: params.format, epoch: params.epoch, maximumMemoBytes: onEngine { $0.maximumMemoBytes },
      tags: params.tags)
    var tags = JSONObject()
    tags.tags = params.tags
    try KnownProperties.check(tags, changedBy: tags)
    return long("Importing memos", "from", params.workDoneToken) {
      [engine, files, log] progress throws(ExchangeError) in
      let isFiled: FiledPaths = { path in await files?.isFiled(path) ?? false }
      // The store may still be opening.
      try await ExchangeError.asking { () throws(EngineError) in try await engine.recovered() }
      let reader = try ImportReader(params.from, options)
      if params.isTrial {
        let trial = ImportTrial(engine, makesNew: params.makesNew, besides: isFiled, progress)
        return ImportMemos.Result(try await trial.run(reader), isTrial: true)
      }
      do throws(ExchangeError) {
        let importer = Importer(engine, makesNew: params.makesNew, besides: isFiled, progress)
        return ImportMemos.Result(try await importer.run(reader), isTrial: false)
      } catch {
        // A client that cancelled, or is gone, gets no answer that says so.
        log.write(.warning, "an import did not come to its end: \(WireError.response(error, "from").message)")
        throw error
      }
    }
  }

  /// Runs long work, and reports progress to a client that gave a token.
  ///
  /// - Parameter path: the parameter with the path that is read or written.
  private func long<Result: Sendable>(
    _ title: String, _ path: StaticString, _ token: ProgressToken?, expectedBytes: Int = 0,
    _ body: @escaping @Sendable (ExchangeProgress) async throws(ExchangeError) -> Result
  ) -> Answer<Result> {
    let progress = Progress(token, connection)
    return .later(expectedBytes: expectedBytes) { () throws(ResponseError) in
      try await progress.track(title) { progress throws(ResponseError) in
        do throws(ExchangeError) {
          // The work checks for cancellation by itself.
          return try await body(
            ExchangeProgress { message, percentage in await progress.report(message, percentage: percentage) })
        } catch {
          throw WireError.response(error, path)
        }
      }
    }
  }

  private func selection(_ selection: ExportMemos.Selection) throws -> Exporter.Selection {
    switch selection {
    case .all(let trashed): return .all(trashed: trashed)
    case .ids(let names):
      var ids: [MemoID] = []
      var seen: Set<MemoID> = []
      for name in names {
        let id = try memoID(name)
        if seen.insert(id).inserted { ids.append(id) }
      }
      return .ids(ids)
    }
  }

  /// The most bytes of a path: errors repeat it, and no system takes longer ones.
  private static let longestPath = 4095

  /// Checks that a path is absolute, so that it does not depend on where the server was started, and not too long.
  func checkPath(_ path: String, _ name: StaticString) throws(ResponseError) {
    guard path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(0) else {
      throw WireError.invalidParams(name, "must be an absolute path, which begins with /")
    }
    guard path.utf8.count <= Self.longestPath else {
      throw WireError.invalidParams(name, "must have at most \(Self.longestPath) bytes")
    }
  }
}

extension MemoSnapshot {
  /// The memo in the form for a destination.
  fileprivate func shared(to target: ShareMemo.Target) throws(ResponseError) -> ShareMemo.Result {
    let format: ExportFormat =
      switch target {
      case .clipboard, .file, .mail: .text
      case .markdown: .markdown
      case .html: .html
      }
    let uri = target == .mail ? try mailLink : nil
    return ShareMemo.Result(target: target, file: ExportedFile(self, format), uri: uri)
  }

  private var mailLink: String {
    get throws(ResponseError) {
      // A link is at least as long as its text: a long text is not encoded first.
      let uri = text.summary.utf8 > MailLink.largest ? nil : MailLink.uri(of: text)
      let size = uri?.utf8.count ?? text.summary.utf8
      guard let uri, size <= MailLink.largest else {
        throw WireError.limitExceeded(
          "a link must not be longer than \(MailLink.largest) bytes; share the memo as a file and attach that",
          limit: MailLink.largest, value: size)
      }
      return uri
    }
  }
}

extension WireError {
  /// - Parameter path: the parameter with the path that is read or written.
  fileprivate static func response(_ error: ExchangeError, _ path: StaticString) -> ResponseError {
    switch error {
    case .engine(let error): response(error)
    case .stopped(let message): ResponseError(.requestCancelled, message)
    case .path(let message): unusable("\(path)", message)
    case .foreignFolder:
      invalidParams(path, "must be a folder that is new or empty, or of an earlier export; name another one")
    case .tooLarge(let limit, let bytes):
      limitExceeded(
        "an answer must not hold more than \(limit) bytes of memos; say with `to` where to write them", limit: limit,
        value: bytes)
    }
  }
}
