import Testing

@testable import MemoSync

@Suite("The pauses between tries that bring nothing")
struct BackOffTests {
  @Test("are from a second to a minute, twice as long each time, and at a time of each device's own")
  func pauses() {
    for (tries, seconds) in [(0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 48), (7, 48), (.max, 48)] {
      let pauses = (0..<100).map { _ in BackOff.pause(after: tries) }
      let bounds = Duration.seconds(seconds)...(.milliseconds(1_250 * seconds))
      #expect(pauses.allSatisfy(bounds.contains) && Set(pauses).count > 1)
      #expect(bounds.upperBound <= Duration.seconds(60))
    }
  }
}
