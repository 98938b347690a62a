import Foundation
import MemoModel
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("How fast a hub is", .enabled(if: ProcessInfo.processInfo.environment["MEMO_TEST_LONG"] != nil))
struct SpeedTests {
  @Test("with 10,000 memos of 340 bytes")
  func memos() async throws {
    let hub = try await TestHub()
    let device = try await hub.account()[0]
    var cursor = try await device.cursor()
    let words = String(repeating: "word ", count: 68)
    let pushes = try (0..<20).map { push in
      try (0..<500).map { number in
        let id = "01890a5d-ac96-774b-bcce-b302099a\(1_000 + push * 500 + number)"
        let body =
          #"{"id":"\#(id)","operations":[1],"text":"\#(words)","properties":{},"createdAt":1700000000000,"#
          + #""modifiedAt":1700000000000}"#
        return HubWrite(
          memo: try #require(MemoID(id)), base: 0, operation: OperationID(1), isDead: false, body: Array(body.utf8))
      }
    }
    let pushing = try await ContinuousClock().measure {
      for writes in pushes {
        let push = HubPush(cursor: cursor, mark: HubMark(1), writes: writes)
        guard case .push(.written(_, let last)) = try await device.answer(.push(push)) else {
          Issue.record("a push was not written")
          return
        }
        cursor = HubCursor(epoch: cursor.epoch, seq: last, head: last, mark: push.mark)
      }
    }
    #expect(cursor.seq == 10_000)
    var count = 0
    let pulling = try await ContinuousClock().measure {
      var after = 0
      while case .page(let page) = try await device.answer(.pull(HubPull(after: after, head: after))), after < page.end
      {
        count += page.items.count
        after = page.end
      }
    }
    #expect(count == 10_000)
    print("pushed \(Self.rate(pushing))/s, pulled \(Self.rate(pulling))/s")
  }

  private static func rate(_ time: Duration) -> Int { Int(10_000 / (time / .seconds(1))) }
}
