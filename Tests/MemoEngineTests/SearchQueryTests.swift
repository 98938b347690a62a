import MemoEngine
import MemoModel
import MemoText
import TestSupport
import Testing

@Suite("Queries as they are typed")
struct SearchQueryTests {
  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(reading: text, now: .now) }

  private func words(_ query: SearchQuery) -> [String] { query.terms.map { String(decoding: $0, as: UTF8.self) } }

  @Test(
    "terms are words, parts of words and quoted phrases, each once",
    arguments: [
      ("milk", ["milk"]), ("  Milk\t두부\u{3000}日本\n", ["milk", "두부", "日本"]), ("한", ["한"]), ("a A a", ["a"]),
      ("\"tea week\"", ["tea week"]), ("\"tea week", ["tea week"]), ("\"a b\"c d", ["a b", "c", "d"]),
      ("x\"\"", ["x\"\""]),
      ("5\" disk", ["5\"", "disk"]), ("\"\" x", ["x"]), ("\"tag:x\"", ["tag:x"]), ("\" \"", [" "]),
      ("https://example.org", ["https://example.org"]), ("12:30", ["12:30"]), (":x", [":x"]), ("메모:x", ["메모:x"]),
      ("e\u{301}", ["é"]), ("\u{1112}\u{1161}", ["하"]), ("a\0b", ["a\0b"]), ("-x", ["-x"]), ("a:b://c", ["a:b://c"]),
      ("TODO: x", ["todo:", "x"]), ("todo:x", ["todo:x"]), ("std::string", ["std::string"]), ("C:\\dir", ["c:\\dir"]),
      ("colour:red", ["colour:red"]), ("tags:x", ["tags:x"]), ("mytag:x", ["mytag:x"]),
      ("after-created:x", ["after-created:x"]),
      ("created:today", ["created:today"]), ("tag://x", ["tag://x"]), ("before", ["before"]),
      ("-after:x", ["-after:x"]),
      ("todo:\"a b\"", ["todo:\"a", "b\""]), ("created-after-x:y", ["created-after-x:y"]), ("::", ["::"]),
      ("tag :x", ["tag", ":x"]),
    ])
  func terms(text: String, expected: [String]) throws {
    #expect(try words(query(text)).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(
    "tags are whole tags, in any case and spelling, quoted if they have spaces",
    arguments: [
      ("tag:Work", ["work"]), ("TAG:work", ["work"]), ("tag:\"two Words\" tag:x", ["two words", "x"]),
      ("tag:e\u{301}", ["é"]),
      ("tag:\"open end", ["open end"]), ("tag:a tag:A", ["a"]), ("tag:a:b", ["a:b"]),
      ("tag:#Work tag:work", ["work"]), ("tag:\"#two words\"", ["two words"]), ("tag:#", ["#"]), ("tag:##a", ["#a"]),
    ])
  func tags(text: String, expected: [String]) throws {
    let query = try query(text)
    #expect(query.references == expected.map { .tagged($0) } && query.terms.isEmpty)
  }

  @Test("pinned is true or false")
  func pinned() throws {
    #expect(try query("pinned:true").value(ofFlag: "pinned") == true)
    #expect(try query("pinned:FALSE x").value(ofFlag: "pinned") == false)
    #expect(try query("pinned:true pinned:true").value(ofFlag: "pinned") == true)
  }

  @Test("dates bound the time of the last change, the narrower one if there are several")
  func dates() throws {
    let query = try query("after:2024 after:2023-05 before:2024-03-01 before:2024-02-29T12:00:00+09:00")
    #expect(query.modified.earliest?.description == "2024-01-01T00:00:00.000Z")
    #expect(query.modified.end?.description == "2024-02-29T03:00:00.000Z")
    #expect(query.created.isEverything)
  }

  @Test("a memo's making has filters of its own")
  func making() throws {
    let query = try query("created-after:2024 CREATED-AFTER:2023 Created-Before:2025 created-before:2026")
    #expect(query.created.earliest?.description == "2024-01-01T00:00:00.000Z")
    #expect(query.created.end?.description == "2025-01-01T00:00:00.000Z")
    #expect(query.modified.isEverything)
  }

  @Test("dates are those of the zone, reckoned from now")
  func zones() throws {
    let now = try #require(Timestamp(reading: "2026-11-22T20:00:00Z"))
    let query = try SearchQuery(reading: "after:today before:2026-11-24T09:00", now: now, in: Zone(minutes: 540))
    #expect(query.modified.earliest?.description == "2026-11-22T15:00:00.000Z")
    #expect(query.modified.end?.description == "2026-11-24T00:00:00.000Z")
  }

  @Test(
    "what asks for nothing, and a filter whose value is none, is refused",
    arguments: [
      "", " \n\u{3000}", "\"\"", "\"", "tag:", "tag:\"\"", "tag: x", "pinned:", "pinned:yes", "link:", "link:\"\"",
      "has:", "is:", "is:orphans", "before:",
      "before:soon", "after:2024-13", "after:2023-02-29", "x created-after:7", "created-before:todays", "after:7 d",
      "after:-7d", "after:7y", "after:1000000d", "before:d",
    ])
  func refused(text: String) {
    #expect(throws: SearchQueryError.self) { try query(text) }
  }

  @Test(
    "a refusal says what a filter lacks",
    arguments: [
      ("tag:", "must have a tag after tag:, as in tag:work"),
      ("link:\" \"", "must have a title after link:, as in link:Plan or link:\"two words\""),
      ("has:tasks", "must have task after has:, as in has:task"),
      ("is:alone", "must have orphan after is:, as in is:orphan"),
      ("pinned:yes", "true or false after pinned:, as in pinned:true"),
      ("x AFTER:2024-02-30", "must have a date after after:, as in after:2026-11-22"),
      ("created-before:", "must have a date after created-before:, as in created-before:2026-11-22"),
    ])
  func lacking(text: String, expected: String) {
    let error = #expect(throws: SearchQueryError.self) { try query(text) }
    #expect(error?.description.contains(expected) == true)
  }

  @Test("a refusal is one line and repeats none of the words")
  func refusal() {
    for text in ["secret after:hidden", "secret tag:", "secret pinned:hidden", "\"\""] {
      let error = #expect(throws: SearchQueryError.self) { try query(text) }
      let words = error?.description ?? "secret"
      #expect(!words.contains("secret") && !words.contains("hidden") && !words.contains("\n") && words.count < 160)
    }
  }
}

@Suite("Dates as they are typed")
struct TimestampReadingTests {
  @Test(
    "a year, a month, a day and RFC 3339 are moments",
    arguments: [
      ("1970", "1970-01-01T00:00:00.000Z"), ("2024-02", "2024-02-01T00:00:00.000Z"),
      ("0000", "0000-01-01T00:00:00.000Z"),
      ("2024-02-29", "2024-02-29T00:00:00.000Z"), ("2000-02-29", "2000-02-29T00:00:00.000Z"),
      ("2024-12-31T23:59:59Z", "2024-12-31T23:59:59.000Z"), ("2024-12-31t23:59:59z", "2024-12-31T23:59:59.000Z"),
      ("2024-12-31 23:59:59.9999Z", "2024-12-31T23:59:59.999Z"),
      ("2024-01-01T00:00:00.5+09:00", "2023-12-31T15:00:00.500Z"),
      ("2024-01-01T00:00:00-00:30", "2024-01-01T00:30:00.000Z"), ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"), ("2024-01-01T00:00Z", "2024-01-01T00:00:00.000Z"),
      ("2024-01-01T09:30", "2024-01-01T09:30:00.000Z"), ("2024-01-01 09:30:01", "2024-01-01T09:30:01.000Z"),
      ("2024-01-01T09:30+09:00", "2024-01-01T00:30:00.000Z"),
    ])
  func moments(text: String, expected: String) { #expect(Timestamp(reading: text)?.description == expected) }

  @Test("what a moment is written as is read as that moment, for eight hundred years")
  func written() throws {
    for day in stride(from: -135_140, to: 157_054, by: 13) {
      let midnight = Timestamp(millisecondsSince1970: day * 86_400_000)
      try require(Timestamp(reading: midnight.description) == midnight, "\(midnight)")
      try require(Timestamp(reading: midnight.description.prefix(10)) == midnight, "\(midnight)")
    }
  }

  @Test(
    "anything else is none",
    arguments: [
      "", "24", "20240", "2024-", "2024-2", "2024-00", "2024-13", "2024-02-30", "2023-02-29", "1900-02-29",
      "2024-01-01T",
      "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z",
      "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+9", "2024-01-01T00:00:00+24:00", "2024-01-01x", "-2024", "２０２４",
      "2024-01-01T00:00:00ZZ", "2024-01-01T09", "2024-01-01T09:", "2024-01-01T09:3", "2024-01-01T09:30:", "today",
    ])
  func none(text: String) { #expect(Timestamp(reading: text) == nil) }
}
