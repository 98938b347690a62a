package import MemoEngine

/// Reports what an import would do, without doing it.
package struct ImportTrial {
  private let engine: MemoEngine?
  private let makesNew: Bool
  private let isFiled: FiledPaths
  private let progress: ExchangeProgress
  private var report = ImportReport()
  /// The memos that would have been created so far.
  private var made: Set<MemoID> = []

  /// - Parameters:
  ///   - engine: the existing memos; nil for none.
  ///   - isFiled: tells which files are memos of the store already.
  package init(
    _ engine: MemoEngine?, makesNew: Bool, besides isFiled: @escaping FiledPaths = { _ in false },
    _ progress: ExchangeProgress
  ) {
    self.engine = engine
    self.makesNew = makesNew
    self.isFiled = isFiled
    self.progress = progress
  }

  /// Examines a folder or a file.
  ///
  /// - Throws: `storeUnavailable` or `cancelled`.
  package consuming func run(_ reader: ImportReader) async throws(ExchangeError) -> ImportReport {
    do throws(EngineError) {
      while let step = reader.next() {
        switch step {
        case .memo(let memo): try await look(at: memo)
        case .skipped(let path, let reason, let isNote): report.skip(path, reason, isNote: isNote)
        case .busy: break
        }
        try await progress.pause()
      }
      return report
    } catch {
      throw .engine(error)
    }
  }

  private mutating func look(at memo: ImportedMemo) async throws(EngineError) {
    if !makesNew, let engine, try await isKnown(memo, engine) { return }
    let there = makesNew ? nil : try await engine?.listing().reader.memo(memo.id)
    if makesNew || there == nil && made.insert(memo.id).inserted {
      report.imported += 1
      for problem in memo.problems { report.warn(memo.path, problem) }
    } else if !memo.namesItself || there?.text.isIdentical(to: Rope(memo.text)) ?? false {
      report.unchanged += 1
    } else {
      report.skip(
        memo.path, "there is a memo \(memo.id) already, with other text or properties; it would be left as it is")
    }
  }

  private mutating func isKnown(_ memo: ImportedMemo, _ engine: MemoEngine) async throws(EngineError) -> Bool {
    if await report.leave(memo, isFiled) { return true }
    guard let record = try memo.record(in: engine) else { return false }
    guard let there = try await engine.listing().reader.memo(record.id) else { return false }
    guard record.digest != memo.digest, let base = Rope(validatingUTF8: record.text) else {
      report.unchanged += 1
      return true
    }
    if there.metadata.isTrashed {
      report.unchanged += 1
      report.warn(memo.path, "has changed, but its memo is in the trash and would stay as it is")
    } else {
      let (changes, hasConflict) = ChangedFile(memo, since: base).trial(there.text, there.metadata.properties)
      if changes { report.merged += 1 } else if !hasConflict { report.unchanged += 1 }
      if hasConflict {
        report.conflicts += 1
        report.warn(memo.path, "has changed where its memo has, too; the file's text would be a memo of its own")
      }
    }
    return true
  }
}

extension ImportedMemo {
  /// The record of an earlier import of the same file.
  func record(in engine: MemoEngine) throws(EngineError) -> ImportRecord? {
    guard let source else { return nil }
    do throws(StoreError) {
      return try engine.exchangeRecords.importRecord(of: source)
    } catch {
      throw .storeUnavailable(error)
    }
  }
}
