import JSON
import MemoModel
import MemoText
import SyncDoubles
import TestSupport
import Testing

@testable import MemoSync

/// Devices and a hub between which everything arrives, unless a test says otherwise.
final class Pair {
  struct Lost: Error {}

  var hub = SimulatedHub(epoch: HubEpoch(7))
  let devices: [SimulatedReplica]
  /// What names writes.
  var naming: WriteNaming?
  /// The requests so far.
  private(set) var requests: [HubRequest] = []
  private var chance = SeededGenerator(stream: 0x18)
  private var time = 0

  init(_ count: Int = 2) { devices = (0..<count).map { _ in SimulatedReplica() } }

  /// A whole exchange of one device.
  ///
  /// - Parameters:
  ///   - change: what becomes of the hub's answers on their way.
  ///   - isLost: which requests are carried out without an answer.
  @discardableResult
  func exchange(
    _ device: Int, isConfirmed: Bool = false, names: OperationNames? = nil,
    change: (inout HubAnswer) -> Void = { _ in },
    isLost: (HubRequest) -> Bool = { _ in false }
  ) throws -> SyncStep {
    var run = SyncRun(
      devices[device], chance: SeededGenerator(stream: chance.next()), names: names,
      naming: naming, now: now(), isConfirmed: isConfirmed)
    var step = try run.next()
    while case .ask(let request) = step {
      requests.append(request)
      var answer = try hub.answer(request)
      if isLost(request) { throw Lost() }
      change(&answer)
      step = try run.next(answer)
    }
    return step
  }

  /// Makes all devices exchange in turn until they have nothing to tell.
  func settle() throws {
    for _ in 0..<4 { for device in devices.indices { try exchange(device) } }
  }

  func now() -> Timestamp {
    time += 1
    return Timestamp(millisecondsSince1970: time * 1_000)
  }

  /// Saves a text, given as lines separated by `/`.
  @discardableResult
  func save(_ device: Int, _ id: String, _ text: String, trashed: Bool = false) throws -> SyncMemo {
    let id = try #require(MemoID(id))
    let now = now()
    var memo =
      devices[device].memos[id]?.memo
      ?? SyncMemo(id: id, text: Rope(), properties: JSONObject(), createdAt: now, modifiedAt: now, trashedAt: nil)
    (memo.lines, memo.modifiedAt) = (text.split(separator: "/").map(String.init), now)
    memo.trashedAt = trashed ? memo.trashedAt ?? now : nil
    devices[device].save(memo)
    return memo
  }

  func destroy(_ device: Int, _ id: String) throws {
    devices[device].destroy(try #require(MemoID(id)), forgets: false)
  }

  /// A text as ``save`` takes it, in brackets if it is in the trash; nil if there is none.
  func text(_ device: Int, _ id: String) throws -> String? {
    guard let memo = devices[device].memos[try #require(MemoID(id))]?.memo else { return nil }
    let text = memo.lines.joined(separator: "/")
    return memo.isTrashed ? "(\(text))" : text
  }

  /// What both devices have.
  func texts(_ id: String) throws -> [String?] { try devices.indices.map { try text($0, id) } }

  var pushes: [HubPush] { requests.compactMap { if case .push(let push) = $0 { push } else { nil } } }
}

extension HubRequest {
  var isPush: Bool { if case .push = self { true } else { false } }
}
