import MemoModel
import MemoSync
import SyncDoubles
import TestSupport

@testable import MemoHub

/// A hub next to the simulated one, whose answers it must give.
final class CheckedHub: Hub {
  private let hubs: [PostgresHub]
  private var device = 0
  /// The hub whose answers it must give.
  var simulated: SimulatedHub
  /// Whether a request is carried out but never answered, as if the answer were lost.
  var loses: (HubRequest) -> Bool = { _ in false }
  /// The number of times that each request arrives.
  var times = 1
  private(set) var requests = 0

  struct Lost: Error {}

  init(_ hubs: [PostgresHub], epoch: HubEpoch) {
    (self.hubs, simulated) = (hubs, SimulatedHub(epoch: epoch))
    simulated.pageItems = HubPull.mostItems
  }

  /// This hub through the connection of one of the devices.
  func of(_ device: Int) -> CheckedHub {
    self.device = device
    return self
  }

  func answer(_ request: HubRequest) async throws -> HubAnswer {
    requests += 1
    var answer = try await once(request)
    for _ in 1..<max(times, 2) where times > 1 { answer = try await once(request) }
    if loses(request) { throw Lost() }
    return answer
  }

  private func once(_ request: HubRequest) async throws -> HubAnswer {
    let expected = try simulated.answer(request)
    let answer = try await hubs[device].answer(request)
    try require(
      Self.describe(answer) == Self.describe(expected), "\(Self.describe(answer)), not \(Self.describe(expected))")
    return answer
  }

  static func describe(_ answer: HubAnswer) -> String {
    switch answer {
    case .push(let answer): return "\(answer)"
    case .page(let page):
      let items = page.items.map {
        "\($0.memo) \($0.seq) \($0.base) \($0.operation.value) \($0.isDead) \(String(decoding: $0.body, as: UTF8.self))"
      }
      let marks = [page.mark, page.headMark].map { $0.map { "\($0.value)" } ?? "none" }
      return "\(page.protocolVersion) \(page.epoch.value) \(marks) \(page.head) \(page.end) \(page.deadAhead) \(items)"
    }
  }
}
