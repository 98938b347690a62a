import JSON
public import MemoModel
import MemoText

extension MemoEngine {
  /// Today's date in the local time zone.
  public var today: CalendarDay { CalendarDay(time.date()) }

  /// A day's memo, or else the one in the day's file, or else the one with its title as title or as file name, if no
  /// other day is called so. It is created and stored on first use, only once even if several processes do so at the
  /// same time, since its identifier is the day's; a trashed one is restored. The returned memo is saved.
  ///
  /// - Parameters:
  ///   - day: nil for today.
  ///   - template: the template if the memo is to be created; nil for the one that the folder has for days. Its `title`
  ///     is the day in the configured format, which is the whole text without a template.
  ///   - commit: called right before the memo is made or brought back; from then on it can't be cancelled.
  /// - Throws: `templateUnusable`, `memoTooLarge` or `storeUnavailable`; `cancelled` if the task was cancelled, or
  ///   `commit` throws.
  public func daily(
    _ day: CalendarDay? = nil, template: String? = nil, by origin: ChangeOrigin? = nil,
    commit: Commit = MemoEngine.unlessCancelled
  ) async throws(EngineError) -> MemoSnapshot {
    let deadline = Self.endOfPatience
    let day = day ?? today
    let id = MemoID.daily(day)
    if let memo = try await opened(id) {
      if memo.metadata.isTrashed { try Self.commit(commit) }
      return try await living(memo, by: origin)
    }
    if let memo = try await keptByHand(day) { return try await living(memo, by: origin) }
    let title = dailyTitle(of: day, await dailyFiles())
    var made = MadeText(Rope("\(title)\n"))
    if let template {
      made = try await self.made(of: TemplateUse(template, values: ["title": title]), on: day)
    } else if let own = try await dailyTemplate() {
      made = try await self.made(of: own, values: ["title": title], on: day)
    }
    try await add(id, made, by: origin, commit, until: deadline)
    guard let memo = try await opened(id) else { throw .memoNotFound(id) }
    return try await living(memo, by: origin)
  }

  /// A day's memo, or else the one that somebody made by hand, as ``daily(_:template:by:)`` returns it, and whether it
  /// was in the trash; nil if there is none yet.
  ///
  /// - Throws: `storeUnavailable`.
  public func presentDaily(
    _ day: CalendarDay, by origin: ChangeOrigin? = nil
  ) async throws(EngineError) -> (memo: MemoSnapshot, wasTrashed: Bool)? {
    if let memo = try await opened(MemoID.daily(day)) {
      let wasTrashed = memo.metadata.isTrashed
      return (try await living(memo, by: origin), wasTrashed)
    }
    guard let memo = try await keptByHand(day) else { return nil }
    return (try await living(memo, by: origin), false)
  }

  /// The memo that somebody made by hand for a day, as ``presentDaily(_:by:)`` finds it where the day has none with its
  /// own identifier; nil if there is none. Changes nothing.
  ///
  /// - Throws: `storeUnavailable`.
  public func dailyByHand(_ day: CalendarDay) async throws(EngineError) -> MemoSnapshot? {
    guard let memo = try await keptByHand(day) else { return nil }
    return try self.memo(memo.metadata.id)
  }

  /// The text that a day's memo begins with, if a file is a day's and the folder has a template for days. Of days that
  /// are not written as in `2026-11-22` only today's file is known.
  func madeOfDay(inFile file: MemoFile) async throws(EngineError) -> MadeText? {
    guard let files = await dailyFiles() else { return nil }
    let day = [today, CalendarDay(String(file.stem))].compactMap(\.self).first { isFile(file.path, of: $0, in: files) }
    guard let day, let template = try await dailyTemplate() else { return nil }
    return try await made(of: template, values: ["title": dailyTitle(of: day, files)], on: day)
  }

  /// Whether a path is a day's, and no other's: all days have one file where the format says nothing of the day.
  private func isFile(_ path: String, of day: CalendarDay, in files: DailyFiles) -> Bool {
    let now = time.date()
    return files.path(of: day, now: now).nameForm == path.nameForm
      && day.twins.allSatisfy { files.path(of: $0, now: now).nameForm != path.nameForm }
  }

  /// The note that the folder has new days made of; nil if there is none, or it says nothing.
  private func dailyTemplate() async throws(EngineError) -> Template? {
    guard let path = await dailyFiles()?.template else { return nil }
    for found in try await memos(named: "/\(path)") {
      if let memo = try await opened(found.id), !memo.metadata.isTrashed, memo.file != nil, memo.text.summary.utf8 > 0 {
        return Template(memo.contents, needsTag: false)
      }
    }
    return nil
  }

  /// Where the files of days lie now.
  private func dailyFiles() async -> DailyFiles? { await readingQueue.run(configuration.dailyFiles) }

  private func dailyTitle(of day: CalendarDay, _ files: DailyFiles?) -> String {
    let format = configuration.dailyFormat
    if let files, format.map({ files.format == .strftime($0) }) ?? true {
      return files.title(of: day, now: time.date())
    }
    return format.flatMap { CalendarTime(time.date(), on: day).text($0) } ?? day.description
  }

  /// The live memo in a day's file, or else the only one with the day's title, or with a file of that name anywhere.
  private func keptByHand(_ day: CalendarDay) async throws(EngineError) -> OpenMemo? {
    let files = await dailyFiles()
    if let files, case let path = files.path(of: day, now: time.date()), isFile(path, of: day, in: files) {
      for found in try await memos(named: "/\(path)") {
        if let memo = try await opened(found.id), memo.file?.path.nameForm == path.nameForm { return memo }
      }
    }
    let title = dailyTitle(of: day, files)
    // `22` is a day of each month.
    guard day.twins.allSatisfy({ dailyTitle(of: $0, files).nameForm != title.nameForm }) else { return nil }
    let found = try await memos(named: title)
    guard found.count == 1, let memo = try await opened(found[0].id) else { return nil }
    let names = [found[0].title, memo.file.map { String($0.stem) }]
    return names.contains { $0?.nameForm == title.nameForm } ? memo : nil
  }

  /// The live memos that a link to a name leads to.
  private func memos(named name: String) async throws(EngineError) -> [LinkDestination.LeadsTo] {
    let destination = try await links().destinations(of: [LinkTarget(naming: name)])[0]
    return if case .live(let memos) = destination { memos } else { [] }
  }

  /// A memo, taken out of the trash and saved.
  private func living(_ memo: OpenMemo, by origin: ChangeOrigin?) async throws(EngineError) -> MemoSnapshot {
    let id = memo.metadata.id
    let living = try restoreMemo(id, by: origin)
    if living.isSaved { return living }
    _ = try await flush(id)
    // It may have been destroyed meanwhile.
    return try self.memo(id)
  }

  /// Stores a memo unless one with its identifier exists by now: so only one of two simultaneous callers creates it,
  /// and no two copies need merging.
  private func add(
    _ id: MemoID, _ made: MadeText, by origin: ChangeOrigin?, _ commit: Commit,
    until deadline: ContinuousClock.Instant
  ) async throws(EngineError) {
    // The destruction of an earlier memo with this identifier may be unsaved.
    _ = try await flush(only: [id], until: deadline)
    // While another program keeps the store locked it can still be cancelled.
    try await awaitTurnToWrite(until: deadline)
    await saveUnderWay()
    guard openMemos[id] == nil else { return }
    try Self.commit(commit)
    let now = time.date()
    let metadata = MemoMetadata(
      id: id, version: 1, createdAt: now, modifiedAt: now, trashedAt: nil,
      properties: made.properties(with: JSONObject()))
    let memo = OpenMemo(
      generation: nextGeneration(), contents: MemoContents(metadata: metadata, text: made.text), savedVersion: nil,
      stored: nil, step: .first)
    memo.noteEdit(by: origin?.agent)
    let save = PendingSave(memo)
    saving.isWriting = true
    noteWrite(of: [id])
    let manner = WritingManner(queue: awaitedWritingQueue, deadline: deadline)
    let result = await manner.write(to: store) { store throws(StoreError) in
      try store.write([save.change], journal: nil)
    }
    endStoreWork()
    let stale = try asking { () throws(StoreError) in try result.get() }
    guard stale.isEmpty else { return }
    outdateReads(of: [id])
    (counters.savesWritten, counters.memosWritten) = (counters.savesWritten + 1, counters.memosWritten + 1)
    tell(id, from: .absent, to: .live, by: origin) { nil }
  }
}
