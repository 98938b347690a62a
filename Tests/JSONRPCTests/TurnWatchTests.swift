import Platform
import Testing

@testable import JSONRPC

@Suite("The watch on the loop's turns")
struct TurnWatchTests {
  /// Uses the processor for so long.
  private func work(_ time: Duration) {
    let end = ProcessorTime.ofThread + time
    while ProcessorTime.ofThread < end {}
  }

  @Test("a turn in which the processor was others' is weighed by what it took itself, not by what came before it")
  func heaviest() {
    var watch = TurnWatch()
    watch.begin()
    for _ in 0..<5 {
      work(.microseconds(900))
      _ = watch.endTurn("light")
    }
    // This stands for what others do meanwhile.
    usleep(10_000)
    work(.microseconds(1200))
    _ = watch.endTurn("heavy")
    let heaviest = watch.heaviest
    #expect(heaviest.map { $0.processorTime < .milliseconds(3) } == true, "\(heaviest as Any)")
  }
}
