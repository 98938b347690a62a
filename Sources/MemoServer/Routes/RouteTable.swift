import MemoEngine
import MemoProtocol

/// Every method a client may call, one line each: its verb says how it runs.
enum RouteTable {
  /// The routes by method name.
  ///
  /// - Parameter virtualClock: whether time is the client's to move.
  static func routes(virtualClock: Bool) -> [String: Route] {
    let table = virtualClock ? always + [.holdsEverything(AdvanceClock.self, Session.advanceClock)] : always
    return Dictionary(uniqueKeysWithValues: table.map { ($0.method, $0) })
  }

  private static let always: [Route] = [
    .mutates(Initialize.self) { try $0.initialize($1) },
    .listens(Initialized.self) { _, _ in },
    .waits(Shutdown.self, about: { _ in .nothing }) { session, _ in session.shutdown() },
    .listens(Exit.self) { session, _ in session.exit() },
    .listens(CancelRequest.self) { $0.cancel($1) },
    .mutates(CreateMemo.self, about: { $0.id.map(Concern.memo) ?? .newMemo }) { try $0.createMemo($1) },
    .reads(GetMemo.self, about: { .memo($0.id) }) { try $0.getMemo($1) },
    .mutates(
      UpdateMemo.self, about: { .memo($0.id) }, { try $0.updateMemo($1) }, answer: { $1.update($0.positionEncoding) }),
    .reads(TitleBodySplitRequest.self, about: { $0.concern }) { try $0.titleBodySplit($1) },
    .reads(ListMemos.self, about: { _ in .everything }) { try $0.list($1) },
    .reads(SearchMemos.self, about: { _ in .everything }) { try $0.search($1) },
    .mutates(DeleteMemo.self, about: { .memo($0.id) }) { try $0.delete($1) },
    .holds(RestoreMemo.self, memo: { $0.id }) { try $0.restore($1) },
    .reads(History.self, about: { .memo($0.id) }) { try $0.history($1) },
    .holds(Undo.self, memo: { $0.id }) { try $0.move($1, .undo) },
    .holds(Redo.self, memo: { $0.id }) { try $0.move($1, .redo) },
    .reads(ExportMemos.self, about: { _ in .everything }) { try $0.export($1) },
    .reads(ShareMemo.self, about: { .memo($0.id) }) { try $0.share($1) },
    .waits(ImportMemos.self, about: { _ in .everything }) { try $0.importMemos($1) },
    .waits(Flush.self, about: { $0.id.map(Concern.memo) ?? .everything }) { try $0.flush($1) },
    .reads(Stats.self, about: { _ in .everything }) { session, _ in try session.stats() },
  ]
}
