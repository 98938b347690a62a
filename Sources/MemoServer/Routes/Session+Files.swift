import JSONRPC
import MemoEngine
import MemoHost
import MemoProtocol
import Platform

/// Files of the store's folder that the client has open.
extension Session {
  /// The memo that a file is. The file keeps its name from now on and, if it is to be held, is the client's.
  func openFile(_ params: OpenFile.Params) -> Answer<OpenFile.Result> {
    let encoding = positionEncoding
    guard let files else { return .now(OpenFile.Result(nil, encoding)) }
    return inTurn { [self] in
      guard let id = await files.memo(at: FilePath(params.path)) else { return OpenFile.Result(nil, encoding) }
      await files.open(id)
      if params.hold { await hold(id) }
      if await !heldFiles.contains(id) { await files.close([id]) }
      let isTakenIn = await files.isTakenIn(id)
      // What was stored so far is in the memo then, too; or comes into it at its save, if it is just being saved.
      await engine.pullExternalChanges()
      return OpenFile.Result(try await living(id), isTakenIn: isTakenIn, encoding)
    }
  }

  /// Leaves a file to whoever keeps the folder.
  func closeFile(_ params: CloseFile.Params) throws -> Answer<NoResult> {
    let id = try memoID(params.id)
    guard let files else { return .now(NoResult()) }
    return inTurn { [self] in
      guard try await letGo(of: id) else { return NoResult() }
      if params.discard { try await giveBack(id, files) }
      await files.close([id])
      return NoResult()
    }
  }

  /// Leaves all files to whoever keeps the folder, with all that was typed.
  func closeFiles() async {
    await fileWork?.value
    await files?.close(Array(heldFiles))
    heldFiles = []
  }

  /// Holds a file, unless its client has cancelled that: it would never let go of it.
  private func hold(_ id: MemoID) { if (try? commit()) != nil { heldFiles.insert(id) } }

  /// Lets go of a file; false if it is not held.
  ///
  /// - Throws: `CancellationError` if its client has cancelled that.
  private func letGo(of id: MemoID) throws -> Bool {
    try commit()
    return heldFiles.remove(id) != nil
  }

  /// Does what is asked about files in the order in which it is.
  private func inTurn<Value: JSONWritable & Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) -> Answer<Value> {
    let before = fileWork
    let (turn, end) = AsyncStream<Never>.makeStream()
    fileWork = Task { for await _ in turn {} }
    // In the task of the request, which may be cancelled.
    return .later(expectedBytes: 0) {
      defer { end.finish() }
      await before?.value
      return try await body()
    }
  }

  /// A memo that is not in the trash; nil if there is none.
  private func living(_ id: MemoID) async throws -> MemoSnapshot? {
    await engine.fetch(id) { _ in }
    do throws(EngineError) {
      let memo = try onEngine(id) { engine, id throws(EngineError) in try engine.memo(id) }
      return memo.metadata.isTrashed ? nil : memo
    } catch {
      guard case .memoNotFound = error else { throw WireError.response(error) }
      return nil
    }
  }

  /// Has a memo say again what its file says, as one step of its history, unless somebody else has the file open.
  private func giveBack(_ id: MemoID, _ files: NoteFiles) async throws {
    // What was typed is a state by itself, to which undoing leads.
    _ = try await engine.flush(id)
    guard await !files.isOpenElsewhere(id), let bytes = await files.text(of: id),
      let file = Rope(validatingUTF8: bytes), let memo = try await living(id), !memo.text.isIdentical(to: file)
    else { return }
    let change = TextChange(range: nil, text: String(decoding: bytes, as: UTF8.self))
    try onEngine((id, change)) { engine, step throws(EngineError) in
      _ = try engine.updateMemo(step.0, baseVersion: nil, changes: [step.1], properties: nil, encoding: .utf8)
    }
    _ = try await engine.flush(id)
  }
}
