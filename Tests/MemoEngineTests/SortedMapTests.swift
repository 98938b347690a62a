import Synchronization
import TestSupport
import Testing

@testable import MemoEngine

@Suite("Values in the order of their keys")
struct SortedMapTests {
  @Test("whatever is put in and taken out, it is as a plain dictionary, and no copy changes with it")
  func model() {
    var random = SeededGenerator(stream: 7)
    var map = SortedMap<Int, Int>()
    var plain: [Int: Int] = [:]
    var copies: [(map: SortedMap<Int, Int>, plain: [Int: Int])] = []
    for step in 0..<3000 {
      let (key, value) = (Int.random(in: 0..<200, using: &random), step)
      // In turn it grows and shrinks.
      let isPut = random.chance(step / 500 % 2 == 0 ? 80 : 20)
      map[key] = isPut ? value : nil
      plain[key] = isPut ? value : nil
      if step.isMultiple(of: 100) { copies.append((map, plain)) }
      #expect(map[key] == plain[key] && map.count == plain.count && map.isEmpty == plain.isEmpty)
    }
    for (map, plain) in copies {
      let sorted = plain.sorted { $0.key < $1.key }
      #expect(map.map(\.key) == sorted.map(\.key) && map.map(\.value) == sorted.map(\.value))
      for key in -1...200 {
        #expect(map[key] == plain[key])
        #expect(map.elements(behind: key).map(\.key) == sorted.map(\.key).filter { $0 > key })
      }
      let made = SortedMap(sorted: sorted)
      #expect(made.map(\.key) == sorted.map(\.key) && made.count == sorted.count)
    }
  }

  @Test("it stays flat, however its elements come and go", arguments: [true, false])
  func depth(isAscending: Bool) {
    var map = SortedMap<Counting, Int>()
    let comparisons = Comparisons()
    let keys = (0..<20_000).map { Counting(number: isAscending ? $0 : -$0, comparisons: comparisons) }
    for key in keys { map[key] = key.number }
    for key in keys.prefix(15_000) { map[key] = nil }
    comparisons.count.store(0, ordering: .relaxed)
    #expect(map[keys[17_000]] == keys[17_000].number)
    // No branch is heavier than three quarters of the whole, and a step compares twice.
    #expect(comparisons.count.load(ordering: .relaxed) <= 2 * 30)
  }

  /// A number that counts how often it is compared.
  private struct Counting: Comparable {
    let number: Int
    let comparisons: Comparisons

    static func < (left: Counting, right: Counting) -> Bool {
      left.comparisons.count.add(1, ordering: .relaxed)
      return left.number < right.number
    }

    static func == (left: Counting, right: Counting) -> Bool { left.number == right.number }
  }

  private final class Comparisons: Sendable {
    let count = Atomic(0)
  }
}
