import Foundation
import MemoModel
import TestSupport
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test(
    "are written as RFC 3339 in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (951_827_696_789, "2000-02-29T12:34:56.789Z"),
      (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
  func written(milliseconds: Int, text: String) {
    #expect(Timestamp(millisecondsSince1970: milliseconds).description == text)
  }

  @Test("before 1970 are read, written and rounded as those after it")
  func beforeEpoch() throws {
    for milliseconds in [-1, -999, -1000, -1001, -86_400_000, -86_400_001, -62_167_219_200_000, 0, 1, 999, 1000] {
      let moment = Timestamp(millisecondsSince1970: milliseconds)
      #expect(Timestamp(reading: moment.description) == moment, "\(milliseconds)")
    }
    let seconds = [-1, -1000, -1001, 0, 999].map { Timestamp(millisecondsSince1970: $0).secondsSince1970 }
    #expect(seconds == [-1, -1, -2, 0, 0])
    #expect(Timestamp(reading: "1969-12-31T23:59:59.9")?.millisecondsSince1970 == -100)
    #expect(Timestamp(reading: "1969-07-20T20:17:40+02:00")?.description == "1969-07-20T18:17:40.000Z")
    #expect(Timestamp(reading: "1969").map { $0 < Timestamp(millisecondsSince1970: -1) } == true)
  }

  @Test("are written as Foundation writes them, from 1600 to 9999")
  func likeFoundation() throws {
    var generator = SeededGenerator(stream: 60)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<2_000 {
      let seconds = Int.random(in: -11_676_096_000..<253_402_300_800, using: &generator)
      let written = Timestamp(millisecondsSince1970: seconds * 1000).description
      try require(written == Date(timeIntervalSince1970: Double(seconds)).formatted(format), "\(seconds): \(written)")
    }
  }

  @Test(
    "that no calendar has are written as the nearest that one has",
    arguments: [
      (Int.min, "0000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "0000-01-01T00:00:00.000Z"),
      (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (Int.max, "9999-12-31T23:59:59.999Z"),
    ])
  func extremes(milliseconds: Int, text: String) {
    #expect(Timestamp(millisecondsSince1970: milliseconds).description == text)
  }
}
