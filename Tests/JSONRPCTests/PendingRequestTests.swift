import Testing

@testable import JSONRPC

@Suite("Requests under way")
struct PendingRequestTests {
  private func call(_ id: RequestID?) -> Call { Call(id: id, method: "x", params: nil, destination: .client) }

  @Test("a request leaves once, whether it is finished or cancelled first")
  func once() {
    var pending = PendingRequests()
    let token = pending.insert(call(.integer(1)))
    #expect(pending.remove(token) != nil)
    #expect(pending.remove(token) == nil)
    #expect(pending.remove(id: .integer(1)) == nil)
    let other = pending.insert(call(.string("a")))
    #expect(pending.remove(id: .string("a")) != nil)
    #expect(pending.remove(other) == nil)
  }

  @Test("two requests of one id are two, and the older is cancelled first")
  func sameID() {
    var pending = PendingRequests()
    let first = pending.insert(call(.integer(1)))
    let second = pending.insert(call(.integer(1)))
    #expect(pending.remove(id: .integer(1)) != nil)
    #expect(pending.remove(first) == nil)
    #expect(pending.remove(second) != nil)
    #expect(pending.remove(id: .integer(1)) == nil)
  }

  @Test("ids that Unicode takes for equal but that have other bytes are two ids")
  func canonicalIDs() {
    var pending = PendingRequests()
    _ = pending.insert(call(.string("e\u{301}")))
    #expect(pending.remove(id: .string("\u{E9}")) == nil)
    #expect(pending.remove(id: .string("e\u{301}")) != nil)
  }

  @Test("a batch is answered in the order of its requests, once all of them are")
  func batchOrder() {
    var batch = BatchAnswer(count: 3)
    #expect(batch.set(Array("3".utf8), at: 2) == nil)
    #expect(batch.set(nil, at: 1) == nil)
    #expect(batch.set(Array("1".utf8), at: 0)?.joined().elementsEqual("[1,3]".utf8) == true)
  }

  @Test("a batch's answer is in pieces, none of which grows long, and is complete only once its end is known")
  func batchPieces() throws {
    let sizes = [0, 10, 70_000, 5, 65_535, 65_536, 1] + Array(repeating: 700, count: 1000)
    let answers = sizes.map { [UInt8](repeating: UInt8(ascii: "1"), count: $0) }
    var batch = BatchAnswer()
    for (index, answer) in answers.dropLast().enumerated() { #expect(batch.set(answer, at: index) == nil) }
    #expect(!batch.isComplete)
    batch.end(count: answers.count)
    let whole = batch.set(answers.last, at: answers.count - 1)
    let pieces = try #require(whole)
    #expect(batch.isComplete && pieces.allSatisfy { $0.count < 140_000 } && pieces.count > 10)
    #expect(Array(pieces.joined()) == Array("[".utf8) + answers.joined(separator: Array(",".utf8)) + Array("]".utf8))
  }

  @Test("a batch of notifications is not answered at all")
  func silentBatch() {
    var batch = BatchAnswer(count: 2)
    #expect(batch.set(nil, at: 0) == nil)
    #expect(batch.set(nil, at: 1) == nil)
  }
}
