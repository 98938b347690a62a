import Testing

@testable import MemoSync

@Suite("What is saved on a device that watches")
struct SavesPlanTests {
  @Test(
    "is exchanged 0.3 s after it was saved, and at most every 2 s",
    arguments: [
      ([0], [300]),
      ([0, 100, 299], [300]),
      ([0, 400], [300, 2_300]),
      ([0, 1_999, 2_000, 2_001], [300, 2_300]),
      ([0, 2_000, 2_310], [300, 2_300, 4_300]),
      ([0, 2_200, 5_000], [300, 2_500, 5_300]),
      ([0, 60_000, 60_500], [300, 60_300, 62_300]),
      (Array(stride(from: 0, to: 6_000, by: 10)), [300, 2_300, 4_300, 6_300]),
    ])
  func times(saves: [Int], exchanges: [Int]) {
    var plan = SavesPlan()
    let start = ContinuousClock.now
    var planned: [Duration] = []
    for save in saves.map({ Duration.milliseconds($0) }) where planned.last.map({ $0 <= save }) ?? true {
      let time = plan.time(afterSaveAt: start + save)
      plan.note(exchangeAt: time)
      planned.append(time - start)
    }
    #expect(planned == exchanges.map { .milliseconds($0) })
  }
}
