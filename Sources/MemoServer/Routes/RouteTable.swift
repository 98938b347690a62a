import MemoProtocol

/// Every method a client may call, one line each: its verb says how it runs.
enum RouteTable {
  /// The routes by method name.
  ///
  /// - Parameter virtualClock: whether time is the client's to move.
  static func routes(virtualClock: Bool) -> [String: Route] {
    let table = virtualClock ? always + [.holds(AdvanceClock.self, Session.advanceClock)] : always
    return Dictionary(uniqueKeysWithValues: table.map { ($0.method, $0) })
  }

  private static let always: [Route] = [
    .mutates(Initialize.self) { try $0.initialize($1) },
    .listens(Initialized.self) { _, _ in },
    .waits(Shutdown.self) { session, _ in session.shutdown() },
    .listens(Exit.self) { session, _ in session.exit() },
    .listens(CancelRequest.self) { $0.cancel($1) },
    .mutates(CreateMemo.self) { try $0.createMemo($1) },
    .reads(GetMemo.self) { try $0.getMemo($1) },
    .mutates(UpdateMemo.self, { try $0.updateMemo($1) }, answer: { $1.update($0.positionEncoding) }),
    .reads(TitleBodySplitRequest.self) { try $0.titleBodySplit($1) },
    .reads(ListMemos.self) { try $0.list($1) },
    .reads(SearchMemos.self) { try $0.search($1) },
    .mutates(DeleteMemo.self) { try $0.delete($1) },
    .holds(RestoreMemo.self, Session.restore),
    .reads(History.self) { try $0.history($1) },
    .holds(Undo.self, Session.undo),
    .holds(Redo.self, Session.redo),
    .reads(ExportMemos.self) { try $0.export($1) },
    .reads(ShareMemo.self) { try $0.share($1) },
    .waits(ImportMemos.self) { try $0.importMemos($1) },
    .waits(Flush.self) { try $0.flush($1) },
    .reads(Stats.self) { session, _ in try session.stats() },
  ]
}
