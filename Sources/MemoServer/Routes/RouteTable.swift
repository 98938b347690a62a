import JSONRPC
import MemoEngine
import MemoProtocol

/// Every message of the native protocol, one line each, in the order in which a session meets them: its verb says how
/// it runs. Everything that clients are told about the protocol is derived from this table.
enum RouteTable {
  /// The routes.
  ///
  /// - Parameter virtualClock: whether the client moves the clock.
  static func routes(virtualClock: Bool) -> [Route<Session>] {
    virtualClock ? always + [.holdsEverything(AdvanceClock.self, Session.advanceClock)] : always
  }

  /// Whether a method is one of ours.
  static func isKnown(_ method: String) -> Bool { routes(virtualClock: true).contains { $0.method == method } }

  private static let always: [Route<Session>] = [
    .mutates(Initialize.self) { $0.initialize($1) },
    .listens(Initialized.self) { _, _ in },
    .waits(Shutdown.self, about: { _, _ in .nothing }) { session, _ in session.shutdown() },
    .listens(Exit.self) { session, _ in session.exit() },
    .cancels,
    .holds(CreateMemo.self, about: { $0.concern($1) }, commits: true) { try $0.createMemo($1) },
    .holds(Daily.self, about: { $0.concern($1) }, commits: true) { $0.daily($1) },
    .reads(GetMemo.self, about: { .subject($1.id) }) { try $0.getMemo($1) },
    .waits(OpenFile.self, about: { _, _ in .everything }) { $0.openFile($1) },
    .waits(CloseFile.self, about: { .subject($1.id) }) { try $0.closeFile($1) },
    .mutates(
      UpdateMemo.self, about: { .subject($1.id) }, { try $0.updateMemo($1) },
      answer: { UpdateMemo.Result($1, $0.positionEncoding) }, later: { try $0.updateLongMemo($1) }),
    .reads(TitleBodySplitRequest.self, about: { $1.concern }) { try $0.titleBodySplit($1) },
    .reads(ListMemos.self, about: { _, _ in .everything }) { try $0.list($1) },
    .reads(SearchMemos.self, about: { _, _ in .everything }) { try $0.search($1) },
    .reads(OutlineMemo.self, about: { .everything(and: $1.memo) }) { try $0.outline($1) },
    .reads(ListBacklinks.self, about: { .everythingAnd($1.id) }) { try $0.backlinks($1) },
    .reads(ListLinks.self, about: { _, _ in .everything }) { try $0.links($1) },
    .reads(Complete.self, about: { .everything(and: $1.id) }) { try $0.complete($1) },
    .reads(ListTags.self, about: { _, _ in .everything }) { try $0.tags($1) },
    .mutates(DeleteMemo.self, about: { .subject($1.id) }) { try $0.delete($1) },
    .holds(RestoreMemo.self, about: { .subject($1.id) }, commits: true) { try $0.restore($1) },
    .holdsWhole(Rename.self, at: { $0.id }, patience: { $0.renamingPatience }, first: { try $0.prepare($1) }) {
      try $0.rename($1, until: $2)
    },
    .reads(History.self, about: { .subject($1.id) }) { try $0.history($1) },
    .holds(Undo.self, about: { .subject($1.id) }, commits: true) { try $0.move($1, .undo) },
    .holds(Redo.self, about: { .subject($1.id) }, commits: true) { try $0.move($1, .redo) },
    .waits(ExportMemos.self, about: { _, _ in .allSoFar }) { try $0.export($1) },
    .reads(ShareMemo.self, about: { .subject($1.id) }) { try $0.share($1) },
    .waits(ImportMemos.self, about: { _, _ in .allSoFar }) { try $0.importMemos($1) },
    .waits(Flush.self, about: { $1.id.map(Concern.subject) ?? .allSoFar }) { try $0.flush($1) },
    .reads(Stats.self, about: { _, _ in .everything }) { session, _ in try session.stats() },
    .tells(DidSaveMemo.self),
    .tells(DidFailToSaveMemo.self),
    .tells(DidRejectUpdate.self),
    .tells(DidCreateMemo.self),
    .tells(DidDeleteMemo.self),
    .tells(DidChangeMemo.self),
    .tells(WorkDoneProgress.self),
    .tells(LogMessage.self),
  ]
}
