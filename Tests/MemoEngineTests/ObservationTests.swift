import Synchronization
import Testing

@testable import MemoEngine

@Suite("An observation")
struct ObservationTests {
  @Test("tells the hundred thousandth event as it tells the first, and none after its end")
  func long() {
    let heard = Mutex(0)
    let observation = Observation { _ in heard.withLock { $0 += 1 } }
    for _ in 0..<100_000 { observation.tell(.storeChanged) }
    #expect(heard.withLock(\.self) == 100_000 && !observation.hasEnded)
    observation.end()
    observation.tell(.storeChanged)
    #expect(heard.withLock(\.self) == 100_000 && observation.hasEnded)
  }
}
