import Foundation
import JSON
import MemoExchange
import MemoMarkup
import MemoModel
import MemoText
import TestSupport
import Testing

@Suite("Front matter")
struct FrontMatterTests {
  /// What a file becomes.
  private func read(_ file: String) throws -> ImportedMemo {
    let folder = try TestFolder()
    try folder.write("a.md", file)
    return try #require(folder.read().memos.first)
  }

  @Test(
    "that somebody else wrote, or changed, stays in the text",
    arguments: [
      "---\ntitle: a\n---\nx", "---\ncreated: 2001-02-03T00:00:00.000Z\n---\nx", "---\n---\nx",
      "---\nmodified: 2001-02-03T00:00:00.000Z\ncreated: 2001-02-03T00:00:00.000Z\n---\nx",
      "---\ncreated: 2001-02-03T00:00:00.000Z\nmodified: 2001-02-03T00:00:00.000Z\ntags: [a]\n---\nx",
      "---\ncreated: 2001-02-03T00:00:00.000Z\nmodified: 2001-02-03T00:00:00.000Z\n---\r\nx",
      "---\ncreated: 2001-02-03T00:00:00Z\nmodified: 2001-02-03T00:00:00.000Z\n---\nx",
      "---\ncreated: 2001-02-03T00:00:00.000Z\nmodified: 2001-02-03T00:00:00.000Z\npinned: \"yes\"\n---\nx",
      "---\n# memo-ls added lines: 2\na: 1\n---\nx", "---\n# memo-ls added lines: 1\na: b\n---\nx",
    ])
  func stays(file: String) throws {
    #expect(try read(file).text == file)
  }

  @Test(
    "of JSON takes what it doesn't say as its last member, which is taken off again",
    arguments: [
      "{\"title\": \"a\"}\nx", "{\n  \"title\": \"a\",\n  \"tags\": [\"one\"]\n}\n\nx",
      "{\"title\":\"a\",\"memo-ls\":{}}\nx", "{\"title\":\"a\",\"memo-ls\":{\"n\":1}}\nx",
      "{\"created\":\"2001-02-03\"}\nx",
      "{\"title\":\"a\",\"memo-ls\":{\"pinned\":1}}\nx", "{\"title\":\"a\",\"b\":{\"memo-ls\":{}}}\r\nx",
    ])
  func json(text: String) throws {
    var properties = JSONObject()
    properties["created"] = .string("never")
    properties["a b"] = .object(try JSONObject(json: Array(#"{"c":",\"memo-ls\":{}","memo-ls":{}}"#.utf8)))
    let memo = metadata("m", properties: properties, created: 1000, modified: 2000)
    let written = String(decoding: ExportFormat.markdown.bytes(of: memo, text: Rope(text)), as: UTF8.self)
    #expect(written.utf8.starts(with: text.utf8.prefix(8)) && Rope(written).displayTitle != "{", "\(written)")
    let back = try read(written)
    #expect(back.text == text)
    #expect(back.createdAt == memo.createdAt && back.modifiedAt == memo.modifiedAt)
    #expect(back.properties.json == properties.json)
  }

  @Test("that export wrote is taken off")
  func own() throws {
    let lines = "created: 2001-02-03T00:00:00.000Z\nmodified: 2001-02-04T00:00:00.000Z\n\"a b\": [1.50]\n"
    let memo = try read("---\n\(lines)---\nx")
    #expect(memo.text == "x" && String(decoding: memo.properties.json, as: UTF8.self) == #"{"a b":[1.50]}"#)
    let added = try read("---\ntitle: a\n# memo-ls added lines: 3\n\(lines)---\nx")
    #expect(added.text == "---\ntitle: a\n---\nx" && added.modifiedAt.description == "2001-02-04T00:00:00.000Z")
  }

  @Test(
    "has times as people and programs write them; those without a zone are the machine's",
    arguments: [
      ("2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"),
      ("2024-03-01T08:00:00+09:00", "2024-02-29T23:00:00.000Z"),
      ("2024-03-01 08:00:00 +0900", "2024-02-29T23:00:00.000Z"), ("2024-03-01 08:00 +09", "2024-02-29T23:00:00.000Z"),
      ("2024-02-29 01:02:03Z", "2024-02-29T01:02:03.000Z"), ("1709168400", "2024-02-29T01:00:00.000Z"),
      ("1709168400123", "2024-02-29T01:00:00.123Z"), ("2024-02-29 01:02 UTC", "2024-02-29T01:02:00.000Z"),
      ("February 29th 2024, 1:02:03 pm GMT", "2024-02-29T13:02:03.000Z"),
      ("29 Feb 2024 at 12:30 am Z", "2024-02-29T00:30:00.000Z"),
      ("Thu, 29 Feb 2024 01:02:03 +0100", "2024-02-29T00:02:03.000Z"),
      ("2024/2/9 01:02:03.5Z", "2024-02-09T01:02:03.500Z"),
    ])
  func times(written: String, time: String) throws {
    #expect(try read("---\ncreated: \"\(written)\"\n---\nx").createdAt.description == time)
  }

  @Test(
    "has values that are no times named in the report",
    arguments: ["2024-13-01", "2024-02-30", "soon", "02/03/2024", "2024-01-01T25:00Z"])
  func noTimes(written: String) throws {
    #expect(try read("---\ncreated: \(written)\n---\nx").problems == ["created is no time that can be read"])
  }

  @Test("of any bytes is read without harm, and stays")
  func random() throws {
    var generator = SeededGenerator(stream: 313)
    let pieces = [
      "---", "\n", ": ", ":", "a", "\"", "\\", "[", "]", "'", ",", "- ", " ", "{", "}", "tags", "\r", "1", "\u{0}", "é",
      "# memo-ls added lines: 1\n",
    ]
    let folder = try TestFolder()
    for _ in 0..<1000 {
      var file = "---\n"
      for _ in 0..<Int.random(in: 0...14, using: &generator) { file += pieces.randomElement(using: &generator) ?? "" }
      try folder.write("a.md", file)
      let memos = try folder.read().memos
      try require(memos.count == 1, file.debugDescription)
      try require(memos[0].text.utf8.count <= file.utf8.count, file.debugDescription)
    }
  }
}
