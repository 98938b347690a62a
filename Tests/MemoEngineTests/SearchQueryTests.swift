import MemoEngine
import MemoModel
import MemoText
import TestSupport
import Testing

@Suite("Queries as they are typed")
struct SearchQueryTests {
  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(reading: text) }

  private func words(_ query: SearchQuery) -> [String] { query.terms.map { String(decoding: $0, as: UTF8.self) } }

  @Test(
    "terms are words, parts of words and quoted phrases, each once",
    arguments: [
      ("milk", ["milk"]), ("  Milk\t두부\u{3000}日本\n", ["milk", "두부", "日本"]), ("한", ["한"]), ("a A a", ["a"]),
      ("\"tea week\"", ["tea week"]), ("\"tea week", ["tea week"]), ("\"a b\"c d", ["a b", "c", "d"]),
      ("x\"\"", ["x\"\""]),
      ("5\" disk", ["5\"", "disk"]), ("\"\" x", ["x"]), ("\"tag:x\"", ["tag:x"]), ("\" \"", [" "]),
      ("https://example.org", ["https://example.org"]), ("12:30", ["12:30"]), (":x", [":x"]), ("메모:x", ["메모:x"]),
      ("e\u{301}", ["é"]), ("\u{1112}\u{1161}", ["하"]), ("a\0b", ["a\0b"]), ("-x", ["-x"]), ("a:b://c", []),
    ].filter { !$0.1.isEmpty })
  func terms(text: String, expected: [String]) throws {
    #expect(try words(query(text)).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(
    "tags are whole tags, in any case and spelling, quoted if they have spaces",
    arguments: [
      ("tag:Work", ["work"]), ("TAG:work", ["work"]), ("tag:\"two Words\" tag:x", ["two words", "x"]),
      ("tag:e\u{301}", ["é"]),
      ("tag:\"open end", ["open end"]), ("tag:a tag:A", ["a"]), ("tag:a:b", ["a:b"]),
    ])
  func tags(text: String, expected: [String]) throws {
    let query = try query(text)
    #expect(query.tags.map { Array($0) } == expected.map { Array($0.utf8) } && query.terms.isEmpty)
  }

  @Test("pinned is true or false; both at once find nothing")
  func pinned() throws {
    #expect(try query("pinned:true").isPinned == true && query("pinned:FALSE x").isPinned == false)
    #expect(try query("pinned:true pinned:true").isContradictory == false)
    #expect(try query("pinned:true pinned:false").isContradictory)
  }

  @Test("dates bound the time of the last change, the narrower one if there are several")
  func dates() throws {
    let query = try query("after:2024 after:2023-05 before:2024-03-01 before:2024-02-29T12:00:00+09:00")
    #expect(query.earliest?.description == "2024-01-01T00:00:00.000Z")
    #expect(query.end?.description == "2024-02-29T03:00:00.000Z")
  }

  @Test(
    "what asks for nothing, and what is no filter, is refused",
    arguments: [
      "", " \n\u{3000}", "\"\"", "\"", "tag:", "tag:\"\"", "tag: x", "pinned:", "pinned:yes", "before:",
      "before:tomorrow",
      "after:2024-13", "after:2023-02-29", "todo:x", "x colour:red", "a:b://c", "tags:x", "C:\\x",
    ])
  func refused(text: String) {
    #expect(throws: SearchQueryError.self) { try query(text) }
  }

  @Test(
    "a refusal says what a filter lacks",
    arguments: [
      ("tag:", "no tag behind `tag:`"), ("pinned:yes", "no true or false behind `pinned:`"),
      ("x AFTER:2024-02-30", "no date behind `after:`"), ("before:", "no date behind `before:`"),
    ])
  func lacking(text: String, expected: String) {
    let error = #expect(throws: SearchQueryError.self) { try query(text) }
    #expect(error?.description.contains(expected) == true)
  }

  @Test("a refusal names the filters and what quotation marks do, and repeats none of the words")
  func refusal() {
    let error = #expect(throws: SearchQueryError.self) { try query("secret todo:hidden") }
    let text = error?.description ?? ""
    #expect(["tag:", "pinned:", "before:", "after:", "quotation marks"].allSatisfy(text.contains))
    #expect(!text.contains("secret") && !text.contains("hidden") && !text.contains("todo"))
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
      ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
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
      "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00Z",
      "2024-01-01T00:00:00",
      "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+9", "2024-01-01T00:00:00+24:00", "2024-01-01x", "-2024", "２０２４",
      "2024-01-01T00:00:00ZZ",
    ])
  func none(text: String) { #expect(Timestamp(reading: text) == nil) }
}
