import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Work that many ask for", .timeLimit(.minutes(10)))
struct GatheredWorkTests {
  @Test("is done once for all who ask before it is, and again when it is asked for later")
  func again() async {
    let times = Atomic(0)
    let work = GatheredWork(afterMilliseconds: 1000) { times.add(1, ordering: .relaxed) }
    for round in 1...2 {
      #expect(times.load(ordering: .relaxed) == round - 1)
      for _ in 0..<10 { work.ask() }
      #expect(await eventually { times.load(ordering: .relaxed) == round })
    }
  }

  @Test("that is asked for while it is done is done once more")
  func meanwhile() async {
    let times = Atomic(0)
    let itself = Mutex<GatheredWork?>(nil)
    let work = GatheredWork(afterMilliseconds: 1) {
      if times.add(1, ordering: .relaxed).newValue < 3 { itself.withLock { $0 }?.ask() }
    }
    itself.withLock { $0 = work }
    work.ask()
    #expect(await eventually { times.load(ordering: .relaxed) == 3 })
    itself.withLock { $0 = nil }
  }
}
