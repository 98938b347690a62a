import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// Tells what an import would do, and does nothing.
struct ImportTrial {
  private let engine: MemoEngine?
  private let makesNew: Bool
  private let progress: Progress
  private var result = ImportMemos.Result()
  /// What would have been made by now.
  private var made: Set<MemoID> = []

  /// - Parameter engine: what there is already; nil for nothing.
  init(_ engine: MemoEngine?, makesNew: Bool, _ progress: Progress) {
    self.engine = engine
    self.makesNew = makesNew
    self.progress = progress
    result.isTrial = true
  }

  /// Looks at a folder or a file.
  ///
  /// - Throws: `storeUnavailable` or `requestCancelled`.
  consuming func run(_ reader: ImportReader) async throws(ResponseError) -> ImportMemos.Result {
    while let step = reader.next() {
      switch step {
      case .memo(let memo): try await look(at: memo)
      case .skipped(let path, let reason, let isNote): result.skip(path, reason, isNote: isNote)
      case .busy: break
      }
      try await progress.pause()
    }
    return result
  }

  private mutating func look(at memo: ImportedMemo) async throws(ResponseError) {
    if !makesNew, let engine, try await isKnown(memo, engine) { return }
    let there = makesNew ? nil : try await self.memo(memo.id)
    if makesNew || there == nil && made.insert(memo.id).inserted {
      result.imported += 1
      for problem in memo.problems { result.warn(memo.path, problem) }
    } else if !memo.namesItself || there?.text.isIdentical(to: Rope(memo.text)) ?? false {
      result.unchanged += 1
    } else {
      result.skip(
        memo.path, "there is a memo \(memo.id) already, with other text or properties; it would be left as it is")
    }
  }

  private mutating func isKnown(_ memo: ImportedMemo, _ engine: MemoEngine) async throws(ResponseError) -> Bool {
    let store = engine.exchangeRecords
    let record: ImportRecord?
    do throws(StoreError) {
      record = try memo.source.flatMap { source throws(StoreError) in try store.importRecord(of: source) }
    } catch {
      throw WireError.response(.storeUnavailable(error))
    }
    guard let record, let there = try await self.memo(record.id) else { return false }
    guard record.digest != memo.digest, let base = Rope(validatingUTF8: record.text) else {
      result.unchanged += 1
      return true
    }
    if there.metadata.isTrashed {
      result.unchanged += 1
      result.warn(memo.path, "has changed, but its memo is in the trash and would stay as it is")
    } else {
      result.merged += 1
      if TextMerge(base: base, ours: there.text, theirs: Rope(memo.text)).hasConflict {
        result.conflicts += 1
        result.warn(memo.path, "has changed where its memo has, too; the file's text would be a memo of its own")
      }
    }
    return true
  }

  private func memo(_ id: MemoID) async throws(ResponseError) -> MemoSnapshot? {
    guard let engine else { return nil }
    let reader = await engine.listing().reader
    do throws(EngineError) { return try reader.memo(id) } catch { throw WireError.response(error) }
  }
}
