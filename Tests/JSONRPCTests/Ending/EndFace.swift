import Dispatch
import JSONRPC
import Synchronization

/// A protocol whose client says how the conversation ends.
actor EndFace: Face {
  nonisolated let connection: Connection
  nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
  private let stage: EndStage

  init(_ connection: Connection, _ stage: EndStage) { (self.connection, self.stage) = (connection, stage) }

  static let routes: [Route<EndFace>] = [
    .waits(Act.self, about: { _, _ in .nothing }) { face, params in face.work(params) },
    .reads(Look.self, about: { _, _ in .nothing }) { face, params in face.work(params) },
    .holds(Hold.self, { _ in "a" }) { face, params in face.work(params) },
    .mutates(Change.self, about: { _, _ in .subject("a") }) { _, params in params },
    .waits(Inquire.self, about: { _, _ in .nothing }) { face, params in
      let stage = face.stage
      return .later(expectedBytes: 0) {
        await stage.workEnds()
        return try await face.connection.request(Agree.self, params)
      }
    },
    .mutates(Much.self) { _, _ in Words(text: String(repeating: "x", count: EndStage.much)) },
    .listens(End.self) { face, params in
      for ending in params.endings { face.connection.assumeIsolated { $0.end(ending) } }
    },
    .asks(Agree.self),
  ]

  /// Works until the test ends it, and answers whether it was cancelled before.
  private func work(_ params: Words) -> Answer<Words> {
    let stage = stage
    return .later(expectedBytes: 0) {
      await withTaskCancellationHandler {
        await stage.workEnds()
      } onCancel: {
        stage.cancelled.signal()
      }
      return Words(text: Task.isCancelled ? "cancelled" : params.text)
    }
  }

  func notice(_ event: ConnectionEvent) {
    if case .inputFailed = event { stage.note("input failed") }
  }

  func willEnd(_ ending: Ending) {
    stage.note("will end")
    stage.ended.signal()
  }

  func end() async -> Bool {
    stage.note("ends")
    return stage.endsWell
  }
}

/// What the test and the face know of each other.
final class EndStage: Sendable {
  /// More than a pipe takes.
  static let much = 1 << 18

  let endsWell: Bool
  /// Signalled when the face hears that the conversation ends.
  let ended = DispatchSemaphore(value: 0)
  /// Signalled when work hears that nobody wants it any more.
  let cancelled = DispatchSemaphore(value: 0)
  private let notes = Mutex<[String]>([])
  private let works = OpenWorks()

  init(endsWell: Bool = true) { self.endsWell = endsWell }

  /// What the face has heard.
  var heard: [String] { notes.withLock { $0 } }

  func note(_ note: String) { notes.withLock { $0.append(note) } }

  /// Ends all work, even that which has yet to begin.
  func endWork() { works.endAll() }

  func workEnds() async { await works.ended(0) }
}

/// The ways in which the conversation is to end, perhaps several.
struct Endings: JSONReadable, Sendable {
  let endings: [Ending]

  init(json: JSONView) throws(JSONTypeError) {
    let words: [String] = try json.required("endings")
    endings = words.map { word in
      let status = word.split(separator: " ").last.flatMap { Int32($0) } ?? -1
      return word.hasPrefix("orderly") ? .orderly(status: status) : Ending(status: status)
    }
  }
}

protocol Wording: RequestType where Params == Words, Result == Words {}

extension EndFace {
  enum Act: Wording { static let method: StaticString = "act" }
  enum Look: Wording { static let method: StaticString = "look" }
  enum Hold: Wording { static let method: StaticString = "hold" }
  enum Change: Wording { static let method: StaticString = "change" }
  enum Inquire: Wording { static let method: StaticString = "inquire" }
  enum Much: Wording { static let method: StaticString = "much" }

  enum End: ClientNotificationType {
    static let method: StaticString = "end"
    typealias Params = Endings
  }
}
