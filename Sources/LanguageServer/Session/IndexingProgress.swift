import JSONRPC
import MemoEngine

/// Has the client make room for a progress.
enum CreateProgress: ServerRequestType {
  static let method: StaticString = "window/workDoneProgress/create"

  struct Params: JSONObjectWritable, Sendable {
    let token: String

    func writeMembers(to writer: inout JSONWriter) { writer.member("token", token) }
  }

  typealias Result = AnyResult
}

/// The memos of a store that are looked through for links, as the client is told of it.
struct IndexingProgress {
  let token: String
  /// The number of memos when it was first told, and the number left.
  let total: Int
  var left: Int
  /// Whether the client has made room for it.
  var isShown = false

  var percentage: Int { (total - left) * 100 / max(total, 1) }
}

extension LanguageSession {
  /// Tells how many memos of a store are still to be looked through: until then links back are not all there.
  func tellIndexing(_ left: Int, of notebook: Notebook) {
    let store = ObjectIdentifier(notebook)
    if indexing[store] == nil {
      guard left > 0, phase == .running, client.showsProgress else { return }
      let progress = IndexingProgress(token: "memo-ls-\(indexingsTold)", total: left, left: left)
      indexingsTold += 1
      indexing[store] = progress
      Task { [connection] in
        let params = CreateProgress.Params(token: progress.token)
        let isMade = (try? await connection.request(CreateProgress.self, params)) != nil
        if isMade { self.beginIndexing(of: store) } else { self.indexing[store] = nil }
      }
      return
    }
    indexing[store]?.left = left
    guard let progress = indexing[store], progress.isShown else { return }
    tell(
      left == 0
        ? .end(message: nil) : .report(message: "\(left.counted("memo")) left", percentage: progress.percentage),
      under: progress)
  }

  /// Shows a progress that the client has made room for; it may be over by now.
  private func beginIndexing(of store: ObjectIdentifier) {
    indexing[store]?.isShown = true
    guard let progress = indexing[store] else { return }
    tell(.begin(title: "looking through memos for links"), under: progress)
    if progress.left == 0 { tell(.end(message: nil), under: progress) }
  }

  private func tell(_ value: WorkDoneProgress.Value, under progress: IndexingProgress) {
    connection.notify(
      WorkDoneProgress.self, WorkDoneProgress.Params(token: ProgressToken(progress.token), value: value))
    if case .end = value { indexing = indexing.filter { $0.value.token != progress.token } }
  }
}
