import Foundation
import MemoModel
import TestSupport
import Testing

@Suite("Dates of a zone")
struct ZoneTests {
  private func reading(_ text: String, _ zone: Zone, now: String = "2026-11-22T20:00:00Z") throws -> String? {
    Timestamp(reading: text, in: zone, now: try #require(Timestamp(reading: now)))?.description
  }

  @Test(
    "words and lengths of time are reckoned from now",
    arguments: [
      ("today", 0, "2026-11-22T00:00:00.000Z"), ("TODAY", 540, "2026-11-22T15:00:00.000Z"),
      ("today", -480, "2026-11-22T08:00:00.000Z"), ("yesterday", 0, "2026-11-21T00:00:00.000Z"),
      ("yesterday", 540, "2026-11-21T15:00:00.000Z"), ("7d", 0, "2026-11-15T20:00:00.000Z"),
      ("2w", 540, "2026-11-08T20:00:00.000Z"), ("3h", 540, "2026-11-22T17:00:00.000Z"),
      ("0d", 0, "2026-11-22T20:00:00.000Z"), ("7D", 0, "2026-11-15T20:00:00.000Z"),
      ("2026", 540, "2025-12-31T15:00:00.000Z"), ("2026-11", -330, "2026-11-01T05:30:00.000Z"),
      ("2026-11-22", 540, "2026-11-21T15:00:00.000Z"), ("2026-11-22T09:00", 540, "2026-11-22T00:00:00.000Z"),
      ("2026-11-22T09:00Z", 540, "2026-11-22T09:00:00.000Z"),
      ("2026-11-22T09:00-01:00", 540, "2026-11-22T10:00:00.000Z"),
    ])
  func relative(text: String, minutes: Int, expected: String) throws {
    #expect(try reading(text, Zone(minutes: minutes)) == expected)
  }

  @Test("before 1970 days begin at midnight, too")
  func early() throws {
    #expect(try reading("today", .utc, now: "1969-12-31T20:00:00Z") == "1969-12-31T00:00:00.000Z")
    #expect(try reading("yesterday", Zone(minutes: 60), now: "1960-01-01T23:30:00Z") == "1959-12-31T23:00:00.000Z")
  }

  @Test("whatever the clock says, no date is out of reach", arguments: [Int.min, Int.min + 1, -1, Int.max])
  func extremes(now: Int) {
    let now = Timestamp(millisecondsSince1970: now)
    for text in ["today", "yesterday", "999999d", "999999w", "999999h"] {
      for zone in [Zone.utc, .local, Zone(minutes: -1439)] {
        #expect(Timestamp(reading: text, in: zone, now: now) != nil)
      }
    }
  }

  @Test(
    "a zone is local, Z or an offset",
    arguments: [
      ("Z", 0), ("+09:00", 540), ("-03:30", -210), ("+00:00", 0), ("-23:59", -1439),
    ])
  func offsets(text: String, minutes: Int) throws {
    let zone = try #require(Zone(text))
    #expect(Timestamp(reading: "2026", in: zone) == Timestamp(reading: "2026", in: Zone(minutes: minutes)))
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "z", "UTC", "Asia/Seoul", "9", "+9", "+0900", "+09:0", "+24:00", "+09:60", "09:00", "+09:00 ", "+09-00",
      "Local",
      "+０9:00", "+9é:0", "-é9:00",
    ])
  func none(text: String) { #expect(Zone(text) == nil) }
}
