import Testing

@testable import JSONRPC

@Suite("The lines of those that wait for a subject")
struct SubjectLineTests {
  @Test("there is a line while a subject is held, and until the last that waits has had its turn")
  func line() {
    var lines = SubjectLines<Int>()
    #expect(lines.isEmpty)
    lines.hold("a")
    #expect(!lines.isEmpty)
    #expect(lines.contains("a") && !lines.contains("b"))
    for turn in 1...2 { lines.append(turn, to: "a") }
    #expect(!lines.hasTurn("a") && lines.next("a") == nil)
    lines.release("a")
    #expect(lines.hasTurn("a") && !lines.hasTurn("b"))
    #expect(lines.next("a") == 1)
    #expect(lines.next("a") == 2)
    #expect(lines.contains("a") && !lines.hasTurn("a"))
    #expect(lines.next("a") == nil)
    #expect(lines.isEmpty && !lines.contains("a"))
  }

  @Test("who holds a subject in its turn keeps back those behind it")
  func heldAgain() {
    var lines = SubjectLines<Int>()
    lines.hold("a")
    for turn in 1...2 { lines.append(turn, to: "a") }
    lines.release("a")
    #expect(lines.next("a") == 1)
    lines.hold("a")
    #expect(!lines.hasTurn("a") && lines.next("a") == nil)
    lines.release("a")
    #expect(lines.next("a") == 2)
  }

  @Test("who is put first has the turn before all who wait, and after those who had theirs")
  func first() {
    var lines = SubjectLines<Int>()
    lines.hold("a")
    for turn in 1...2 { lines.append(turn, to: "a") }
    lines.release("a")
    #expect(lines.next("a") == 1)
    lines.putFirst(of: "a", 3)
    #expect((0..<3).map { _ in lines.next("a") } == [3, 2, nil])
  }

  @Test("what waits in all lines has its turn when it has passed the last")
  func barriers() {
    var lines = SubjectLines<Int>()
    lines.hold("a")
    lines.hold("b")
    var barriers: [Int] = []
    for _ in 0..<2 {
      lines.appendToAll { barrier, _ in
        barriers.append(barrier)
        return barrier
      }
    }
    #expect(Set(barriers).count == 2 && barriers.count == 4)
    for subject in ["a", "b"] { lines.release(subject) }
    let inA = (0..<2).compactMap { _ in lines.next("a") }
    #expect(inA.map { lines.pass($0) } == [false, false])
    let inB = (0..<2).compactMap { _ in lines.next("b") }
    #expect(inB == inA)
    #expect(inB.map { lines.pass($0) } == [true, true])
  }
}
