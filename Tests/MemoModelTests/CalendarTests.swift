import MemoModel
import Testing

@Suite("Days and times of the calendar")
struct CalendarTests {
  @Test(
    "a day is what the calendar on the wall shows",
    arguments: [
      ("2026-11-22T23:59:59Z", 0, "2026-11-22"), ("2026-11-22T15:00:00Z", 540, "2026-11-23"),
      ("2026-11-22T14:59:59Z", 540, "2026-11-22"), ("2026-03-01T00:59:00Z", -60, "2026-02-28"),
      ("0001-01-01T00:00:00Z", 0, "0001-01-01"), ("1969-12-31T23:59:59Z", 0, "1969-12-31"),
      ("9999-12-31T23:59:59Z", 60, "9999-12-31"), ("0000-01-01T00:00:00Z", -60, "0000-01-01"),
    ])
  func shown(moment: String, minutes: Int, day: String) throws {
    let moment = try #require(Timestamp(reading: moment))
    #expect(CalendarDay(moment, in: Zone(minutes: minutes)).description == day)
  }

  @Test("a day is read as it is written", arguments: ["2026-11-22", "2024-02-29", "0001-01-01", "9999-12-31"])
  func read(text: String) { #expect(CalendarDay(text)?.description == text) }

  @Test(
    "what is no day, or written otherwise, is none",
    arguments: [
      "", "2026", "2026-11", "2026-11-31", "2023-02-29", "2026-13-01", "2026-1-2", "26-11-22", "2026-11-22T00:00",
      "2026/11/22", " 2026-11-22", "2026-11-22 ", "２026-11-2", "today",
    ])
  func unread(text: String) { #expect(CalendarDay(text) == nil) }

  @Test(
    "a day is written in the format that is asked for",
    arguments: [
      ("%Y-%m-%d", "2026-11-22"), ("%A, %d %B %y", "Sunday, 22 November 26"), ("%j %u %V", "326 7 47"),
      ("Tag %e 🌧 %%", "Tag 22 🌧 %"), ("plain", "plain"), ("%n", "\n"),
    ])
  func written(format: String, text: String) {
    let time = CalendarTime(Timestamp(millisecondsSince1970: 0), on: CalendarDay("2026-11-22"))
    #expect(time.text(format) == text)
  }

  @Test("the time of day is the moment's, whatever the day")
  func time() throws {
    let moment = try #require(Timestamp(reading: "2026-11-22T09:05:07", in: .local))
    #expect(CalendarTime(moment).text("%F %H:%M:%S") == "2026-11-22 09:05:07")
    #expect(CalendarTime(moment, on: CalendarDay("2024-02-29")).text("%F %H:%M:%S %a") == "2024-02-29 09:05:07 Thu")
  }

  @Test("what has no room, is empty or ends early is nothing")
  func bounds() {
    let time = CalendarTime(Timestamp(millisecondsSince1970: 0))
    #expect(time.text("") == nil)
    #expect(time.text("a\0b") == nil)
    #expect(time.text(String(repeating: "x", count: CalendarTime.longestFormat))?.count == CalendarTime.longestFormat)
    #expect(time.text(String(repeating: "x", count: CalendarTime.longestFormat + 1)) == nil)
    // 28 bytes each time.
    #expect(time.text(String(repeating: "%c%c", count: 64)) == nil)
    #expect(time.text(String(repeating: "%c", count: 30)) != nil)
  }

  @Test("no moment is out of reach", arguments: [Int.min, -1, 0, Int.max])
  func extremes(moment: Int) {
    let time = CalendarTime(Timestamp(millisecondsSince1970: moment))
    #expect(time.day.description.utf8.count == 10)
    #expect(time.text("%Y %H") != nil)
  }
}
