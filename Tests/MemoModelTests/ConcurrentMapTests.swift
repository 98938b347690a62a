import MemoModel
import Synchronization
import Testing

@Suite("What is worked out on all cores")
struct ConcurrentMapTests {
  private struct Odd: Error, Equatable { let number: Int }

  @Test("comes in the order of what it is made of, each once", arguments: [0, 1, 2, 7, 32, 1_000])
  func order(count: Int) {
    let calls = Atomic(0)
    let doubled = Array(0..<count).concurrentMap { number in
      calls.add(1, ordering: .relaxed)
      return 2 * number
    }
    #expect(doubled == (0..<count).map { 2 * $0 })
    #expect(calls.load(ordering: .relaxed) == count)
  }

  @Test("fails as the first does that fails")
  func failure() {
    #expect(throws: Odd(number: 501)) {
      try Array(0..<1_000).concurrentMap { (number) throws(Odd) in
        guard number <= 500 || number.isMultiple(of: 2) else { throw Odd(number: number) }
        return number
      }
    }
  }
}
