import Testing

@testable import JSONRPC

@Suite("The gate behind a call about the whole")
struct GateTests {
  @Test("nobody waits at an open gate; all do at a closed one, and while others still wait")
  func isFree() {
    var gate = Gate<Int>()
    #expect(gate.isFree)
    gate.close()
    #expect(!gate.isFree)
    gate.append(1)
    gate.append(2)
    gate.open()
    #expect(!gate.isFree)
    #expect(gate.next() == 1)
    #expect(!gate.isFree)
    #expect(gate.next() == 2)
    #expect(gate.isFree)
  }

  @Test("those that wait go on in their order, each once, while it is open")
  func next() {
    var gate = Gate<Int>()
    #expect(gate.next() == nil)
    gate.close()
    for turn in 0..<5 { gate.append(turn) }
    #expect(gate.next() == nil)
    gate.open()
    #expect((0..<2).map { _ in gate.next() } == [0, 1])
    gate.close()
    gate.append(5)
    #expect(gate.next() == nil)
    gate.open()
    #expect((0..<5).map { _ in gate.next() } == [2, 3, 4, 5, nil])
    gate.append(6)
    #expect(gate.next() == 6)
  }

  @Test("it is closed by the last that closed it, until it is opened")
  func closings() {
    var gate = Gate<Int>()
    let first = gate.close()
    #expect(gate.isClosed(by: first))
    gate.open()
    #expect(!gate.isClosed(by: first))
    let second = gate.close()
    #expect(!gate.isClosed(by: first) && gate.isClosed(by: second))
  }

  @Test("it is held until it is opened")
  func isHeld() {
    var gate = Gate<Int>()
    #expect(!gate.isHeld)
    gate.close()
    gate.isHeld = true
    #expect(gate.isHeld)
    gate.open()
    #expect(!gate.isHeld)
  }
}
