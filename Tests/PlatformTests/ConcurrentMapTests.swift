import Dispatch
import Foundation
import Platform
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

  #if os(Linux)
    @Test(
      "is worked out by threads of the quality that is asked for, beside the caller's",
      .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
    func quality() {
      let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let niceness = [0, 1].concurrentMap(helpedAt: .background) { number in
        // Both are under way at once, so on two threads.
        (number == 0 ? first : second).signal()
        (number == 0 ? second : first).wait()
        return getpriority(__priority_which_t(0), 0)
      }
      #expect(niceness.contains(10))
    }
  #endif

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
