import JSONRPC
import MemoEngine
import MemoHost
import MemoExchange
import MemoProtocol

/// Memos on their way out and in.
extension Session {
  func share(_ params: ShareMemo.Params) throws -> Answer<ShareMemo.Result> {
    let memo = try snapshot(params.id)
    let target = params.target
    guard memo.text.summary.utf8 > Self.longText else { return .now(try memo.shared(to: target)) }
    return .later(expectedBytes: memo.text.summary.utf8) { () throws(ResponseError) in try memo.shared(to: target) }
  }

  func export(_ params: ExportMemos.Params) throws -> Answer<ExportMemos.Result> {
    let listing = engine.assumeIsolated { $0.listing() }
    let exporter = Exporter(
      listing: listing, selection: try selection(params.selection), format: ExportFormat(params.format))
    let format = exporter.format
    let progress = Progress(params.workDoneToken, connection)
    guard let path = params.to else {
      return .later(expectedBytes: ExportMemos.largestAnswer) { [self] () throws(ResponseError) in
        try await progress.track("Exporting memos") { progress throws(ResponseError) in
          try await self.recovered()
          try exporter.check()
          let target = AnswerFiles(format)
          let outcome = try await exporter.run(into: target, progress)
          return .files(count: outcome.count, target.files, damaged: outcome.names)
        }
      }
    }
    try checkPath(path, "to")
    return .later(expectedBytes: 0) { [self, engine] () throws(ResponseError) in
      try await progress.track("Exporting memos") { progress throws(ResponseError) in
        try await self.recovered()
        try exporter.check()
        return try await exporter.write(to: path, engine.exchangeRecords, force: params.force, progress)
      }
    }
  }

  func importMemos(_ params: ImportMemos.Params) throws(ResponseError) -> Answer<ImportMemos.Result> {
    try checkPath(params.from, "from")
    let options = ImportOptions(
      format: params.format.map(ImportOptions.Format.init), epoch: params.epoch.map(ImportOptions.Epoch.init),
      maximumMemoBytes: engine.assumeIsolated { $0.maximumMemoBytes }, tags: params.tags,
      makesNew: params.makesNew)
    var tags = JSONObject()
    tags["tags"] = .array(params.tags.map(JSONValue.string))
    do throws(JSONTypeError) {
      try KnownProperties.check(tags, changedBy: tags)
    } catch {
      throw ResponseError.invalidParams(error)
    }
    let progress = Progress(params.workDoneToken, connection)
    return .later(expectedBytes: 0) { [engine, log] () throws(ResponseError) in
      try await progress.track("Importing memos") { progress throws(ResponseError) in
        let reader = try Exchange.reader(params.from, options)
        if params.isTrial { return try await ImportTrial(engine, makesNew: params.makesNew, progress).run(reader) }
        var importer = Importer(engine: engine, options: options, progress: progress)
        do throws(ResponseError) {
          return try await importer.run(reader)
        } catch {
          // Who cancelled it, or has gone, gets no answer that says so.
          log.write(.warning, "an import did not come to its end: \(error.message)")
          throw error
        }
      }
    }
  }

  /// Returns once the store has what ended processes left: an export without that would be none.
  private func recovered() async throws(ResponseError) {
    do throws(EngineError) { try await engine.recovered() } catch { throw WireError.response(error) }
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

  /// Checks that a path means the same wherever the server was started.
  func checkPath(_ path: String, _ name: StaticString) throws(ResponseError) {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else {
      throw WireError.invalidParams(name, "must be an absolute path, which begins with /")
    }
  }
}

extension MemoSnapshot {
  /// The memo in the form that suits a target.
  fileprivate func shared(to target: ShareMemo.Target) throws(ResponseError) -> ShareMemo.Result {
    let format: ExportFormat =
      switch target {
      case .clipboard, .file, .mail: .text
      case .markdown: .markdown
      case .html: .html
      }
    let uri = target == .mail ? try mailLink : nil
    let file = ExportedFile(
      name: FileName.stem(of: text) + format.suffix, mimeType: format.mimeType,
      text: format.bytes(of: metadata, text: text))
    return ShareMemo.Result(target: target, file: file, uri: uri)
  }

  private var mailLink: String {
    get throws(ResponseError) {
      // No link is shorter than its text: a long one is not put together.
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

extension ExportFormat {
  fileprivate init(_ format: ExportMemos.Format) {
    switch format {
    case .text: self = .text
    case .markdown: self = .markdown
    case .html: self = .html
    case .json: self = .json
    }
  }
}

extension ImportOptions.Format {
  fileprivate init(_ format: ImportMemos.Format) {
    switch format {
    case .text: self = .text
    case .markdown: self = .markdown
    case .json: self = .json
    }
  }
}

extension ImportOptions.Epoch {
  fileprivate init(_ epoch: ImportMemos.Epoch) { self = epoch == .unix ? .unix : .apple }
}
