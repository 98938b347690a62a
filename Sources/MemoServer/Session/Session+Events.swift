import JSONRPC
import MemoEngine
import MemoHost
import MemoProtocol

/// Engine events as notifications to the client.
extension Session {
  /// Passes a notice on, or keeps it until the client has said whether it wants notifications.
  func tell(_ item: StartupNotice) {
    if lifecycle.isFresh { news.append(item) } else { notify(item) }
  }

  /// Sends a notification, if the client asked for them.
  func notify<Type: ServerNotificationType>(_ type: Type.Type, _ params: Type.Params) {
    if wantsNotifications { connection.notify(type, params) }
  }

  func notify(_ item: StartupNotice) {
    notify(LogMessage.self, LogMessage.Params(type: item.level.rawValue, message: item.message))
  }

  /// Writes a line to the log and to the client's own.
  private func report(_ level: LogLevel, _ message: String) { notify(log.tell(level, message)) }

  /// Reports memos that can't be read, each once.
  func tell(damaged ids: Set<MemoID>) {
    for id in ids.subtracting(toldDamaged).sorted(by: { $0.description < $1.description }) {
      report(.warning, "memo \(id) is damaged and was left out; memo-ls check tells more")
    }
    toldDamaged.formUnion(ids)
  }

  /// Passes an engine's event on.
  func pass(_ event: EngineEvent) {
    switch event {
    case .saved(let id, let version):
      log.write(.debug, "saved version \(version) of memo \(id)")
      notify(DidSaveMemo.self, DidSaveMemo.Params(id: id.description, version: version))
    case .saveAttemptFailed(let memos, let error, let retryIn):
      // One line for all: there may be thousands, and each attempt fails anew.
      let retry = "kept, and tried again in \(retryIn.milliseconds) ms"
      log.write(.error, "could not save \(memos.counted("memo")), \(retry): \(error)")
    case .saveFailed(let id, let version, let error, let retryIn):
      log.write(.debug, "could not save version \(version) of memo \(id)")
      notify(
        DidFailToSaveMemo.self,
        DidFailToSaveMemo.Params(
          id: id.description, version: version, error: WireError.response(.storeUnavailable(error)),
          retryInMs: retryIn.milliseconds))
    case .journalRestarted(let memos):
      let what = "the journal was cut short, moved or deleted by somebody else; the unsaved changes of"
      report(.warning, "\(what) \(memos.counted("memo")) were recorded anew")
    case .storeHarmed(let notice):
      report(notice.isLoss ? .error : .warning, notice.description)
    case .lookingThrough(let left):
      let what = "looked through for links, titles and tags"
      log.write(.info, left > 0 ? "memos still to be \(what): \(left)" : "all memos were \(what)")
    case .createdByOther(let id):
      log.write(.debug, "somebody else made memo \(id), or brought it back")
      notify(DidCreateMemo.self, DidCreateMemo.Params(id: id.description))
    case .deletedByOther(let id, let permanent):
      log.write(.debug, "somebody else deleted memo \(id)")
      notify(DidDeleteMemo.self, DidDeleteMemo.Params(id: id.description, permanent: permanent))
    case .changedByOther(let edit):
      log.write(.debug, "somebody else changed memo \(edit.id), which is at version \(edit.version) now")
      if wantsNotifications { notify(DidChangeMemo.self, DidChangeMemo.Params(edit, positionEncoding)) }
    case .propertiesSet, .storeChanged, .ending: break
    }
  }
}
