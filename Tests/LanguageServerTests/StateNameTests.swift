import MemoEngine
import Testing

@testable import LanguageServer

@Suite("A state of a memo is called")
struct StateNameTests {
  /// A moment of a day, by the clock on the wall.
  private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(reading: text, in: .local)) }

  private func names(_ times: String..., title: String = "T") throws -> [String] {
    StateNames.all(of: try times.map { (try moment($0), title) }, now: try moment("2026-11-22T12:00"))
  }

  @Test("by the day and the time that a clock on the wall shows, and its title")
  func days() throws {
    #expect(
      try names("2026-11-22T09:05", "2026-11-21T23:59", "2025-02-03T10:00")
        == ["Today, 09:05: T", "Yesterday, 23:59: T", "Monday, 3 February 2025, 10:00: T"])
    #expect(try names("2026-11-22T09:05", title: "") == ["Today, 09:05"])
  }

  @Test("otherwise than all others, to the second if need be")
  func twins() throws {
    let times = ["2026-11-22T09:05:30", "2026-11-22T09:05:01", "2026-11-22T09:05:01"]
    #expect(
      try names(times[0], times[1], times[2])
        == ["Today, 09:05:30: T", "Today, 09:05:01: T", "Today, 09:05:01: T (2)"])
  }
}
