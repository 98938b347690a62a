import JSON
public import MemoModel
import MemoText

extension MemoEngine {
  /// The day that the calendar on the wall shows.
  public var today: CalendarDay { CalendarDay(time.date()) }

  /// A day's memo, or else the one that has its title: made and stored on first use, once, whoever else does so at the
  /// same time, since its identifier is the day's; brought back from the trash if it is there. What is given is saved.
  ///
  /// - Parameters:
  ///   - day: nil for today.
  ///   - template: what it is made of if it is not there yet. Its `title` is the day in the configured format, which is
  ///     all that the memo says without a template.
  /// - Throws: `templateUnusable`, `memoTooLarge` or `storeUnavailable`.
  public func daily(
    _ day: CalendarDay? = nil, template: String? = nil, by origin: ChangeOrigin? = nil
  ) async throws(EngineError) -> MemoSnapshot {
    let day = day ?? today
    let id = MemoID.daily(day)
    if let memo = try await opened(id) { return try await living(memo, by: origin) }
    let title = CalendarTime(time.date(), on: day).text(configuration.dailyFormat) ?? day.description
    if let memo = try await titled(title) { return try await living(memo, by: origin) }
    var made = MadeText(Rope("\(title)\n"))
    if let template { made = try await self.made(of: TemplateUse(template, values: ["title": title]), on: day) }
    try await add(id, made, by: origin)
    guard let memo = try await opened(id) else { throw .memoNotFound(id) }
    return try await living(memo, by: origin)
  }

  /// The one live memo that has a title: people have kept a memo a day by hand, or brought them from elsewhere.
  private func titled(_ title: String) async throws(EngineError) -> OpenMemo? {
    let destination = try await links().destinations(of: [LinkTarget(naming: title)])[0]
    guard case .live(let memos) = destination, memos.count == 1, memos[0].title.nameForm == title.nameForm else {
      return nil
    }
    return try await opened(memos[0].id)
  }

  /// A memo as it is, out of the trash and saved.
  private func living(_ memo: OpenMemo, by origin: ChangeOrigin?) async throws(EngineError) -> MemoSnapshot {
    let id = memo.metadata.id
    let living = try restoreMemo(id, by: origin)
    if living.isSaved { return living }
    _ = try await flush(id)
    // It may have been destroyed meanwhile.
    return try self.memo(id)
  }

  /// Stores a memo unless there is one of its identifier by now: what two make at once is so made by one of them, where
  /// memos that are first typed into and then saved would have to be merged.
  private func add(_ id: MemoID, _ made: MadeText, by origin: ChangeOrigin?) async throws(EngineError) {
    // The end of an earlier memo of this identifier may not be saved.
    _ = try await flush(id)
    await saveUnderWay()
    guard openMemos[id] == nil else { return }
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
    let result = await writingQueue.run { [store] in
      Result { () throws(StoreError) in try store.write([save.change], journal: nil) }
    }
    endStoreWork()
    let stale = try asking { () throws(StoreError) in try result.get() }
    guard stale.isEmpty else { return }
    (counters.savesWritten, counters.memosWritten) = (counters.savesWritten + 1, counters.memosWritten + 1)
    tell(id, from: .absent, to: .live, by: origin) { nil }
  }
}
