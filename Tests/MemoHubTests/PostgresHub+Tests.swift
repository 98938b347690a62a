import MemoModel
import Testing

@testable import MemoHub
@testable import MemoSync

extension PostgresHub {
  /// Pulls all there is.
  func all() async throws -> [String] {
    var (texts, after): ([String], Int) = ([], 0)
    while true {
      guard case .page(let page) = try await answer(.pull(HubPull(after: after, head: 0))) else { return [] }
      texts += page.items.map { String(decoding: $0.body, as: UTF8.self) }
      after = page.end
      if page.end == page.head { return texts }
    }
  }

  /// How far the hub is, as a cursor.
  func cursor() async throws -> HubCursor {
    guard case .page(let page) = try await answer(.pull(HubPull(after: 0, head: 0))) else {
      throw HubError.database("no page")
    }
    return HubCursor(epoch: page.epoch, seq: page.head, head: page.head, mark: page.headMark)
  }

  /// Pushes a write of a memo from a cursor.
  func push(
    _ id: String, from cursor: HubCursor, base: Int = 0, _ operation: OperationID = OperationID(7)
  ) async throws -> HubPushAnswer? {
    let write = HubWrite(
      memo: try #require(MemoID(id)), base: base, operation: operation, isDead: false,
      body: Array(#"{"id":"\#(id)","operations":[\#(operation.value)]}"#.utf8))
    let push = HubPush(cursor: cursor, mark: HubMark(1), writes: [write])
    guard case .push(let answer) = try await answer(.push(push)) else { return nil }
    return answer
  }

  /// Writes something over a memo, whatever it is; what was written.
  func put(_ id: String) async throws -> String {
    let memo = try #require(MemoID(id))
    guard case .page(let page) = try await answer(.pull(HubPull(after: 0, head: 0))) else { return "" }
    let cursor = HubCursor(epoch: page.epoch, seq: page.head, head: page.head, mark: page.headMark)
    let operation = OperationID(.random(in: .min ... .max))
    let text = #"{"id":"\#(id)","operations":[\#(operation.value)],"text":"secret words"}"#
    let write = HubWrite(
      memo: memo, base: page.items.first { $0.memo == memo }?.seq ?? 0, operation: operation, isDead: false,
      body: Array(text.utf8))
    let push = HubPush(cursor: cursor, mark: HubMark(.random(in: .min ... .max)), writes: [write])
    guard case .push(.written(let before, let last)) = try await answer(.push(push)), last == before + 1 else {
      throw HubError.database("it was not written")
    }
    return text
  }
}
