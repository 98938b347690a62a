import JSON
import MemoExchange
import MemoModel
import TestSupport
import Testing

@Suite("Front matter")
struct FrontMatterTests {
  /// What a file becomes: its properties as JSON, its times where they are told, and its text.
  private func read(_ file: String) throws -> (properties: String, created: String, text: String) {
    let folder = try TestFolder()
    try folder.write("a.md", file)
    let memo = try #require(folder.read().memos.first)
    return (String(decoding: memo.properties.json, as: UTF8.self), memo.createdAt.description, memo.text)
  }

  @Test(
    "that others have written is read where it means the same to everybody",
    arguments: [
      ("---\ntags: [one, two words]\n---\nx", #"{"tags":["one","two words"]}"#),
      ("---\ntags:\n  - one\n  - two\n---\nx", #"{"tags":["one","two"]}"#),
      ("---\ntags:\n- one\npinned: true\n---\nx", #"{"tags":["one"],"pinned":true}"#),
      ("---\ntags: [one, \"two, words\", 'it''s' ]\n---\nx", #"{"tags":["one","two, words","it's"]}"#),
      ("---\na: 'b: ''c'' # d'\n---\nx", #"{"a":"b: 'c' # d"}"#),
      ("---\na:\n- 'b'\n- \"c\"\n---\nx", #"{"a":["b","c"]}"#),
      ("---\ntags: one, two\n---\nx", #"{"tags":["one","two"]}"#),
      ("---\r\ntitle: Two words\r\n\r\nn: 1.50\r\n---\r\nx", #"{"title":"Two words","n":1.50}"#),
      ("---\nmy-name: a:b\n---\nx", #"{"my-name":"a:b"}"#),
      ("---\nurl: http://x/y\n---\nx", #"{"url":"http://x/y"}"#),
      ("---\nempty:\n---\nx", #"{"empty":[]}"#),
      ("---\na: {b: c, \"d e\": 1.50}\n---\nx", #"{"a":{"b":"c","d e":1.50}}"#),
      (
        "---\nlocation:\n  latitude: 37.5\n  longitude: 127\npinned: true\n---\nx",
        #"{"location":{"latitude":37.5,"longitude":127},"pinned":true}"#
      ),
      ("---\na:\n  b: [c, d]\n  e: 'f'\n---\nx", #"{"a":{"b":["c","d"],"e":"f"}}"#),
      ("---\n---\nx", "{}"),
      ("\u{FEFF}---\na: 1\n---\nx", #"{"a":1}"#),
      ("---\n\"a b\": null\n\"c\": 2\n---\nx", #"{"c":2}"#),
      ("---\nproperties.created: 1\n---\nx", #"{"created":1}"#),
      ("---\nmodified: no date\n---\nx", #"{"modified":"no date"}"#),
    ])
  func foreign(file: String, properties: String) throws {
    let found = try read(file)
    #expect(found.properties == properties)
    #expect(found.text == "x")
  }

  @Test(
    "that is not understood stays in the text",
    arguments: [
      "---\ntags: \"one, two\"\n---\nx", "---\nweather: sunny\n---\nx", "---\npinned: yes\n---\nx", "---\n",
      "---\na: 1\n", "---\na: 1\n--- \nx", "----\na: 1\n---\n", "---\nno colon\n---\nx",
      "---\na: |\n  long\n---\nx",
      "---\na: {b: {c: d}}\n---\nx", "---\na: {b}\n---\nx", "---\na: {b: c, }\n---\nx",
      "---\na: {b: \"c, d\"x}\n---\nx",
      "---\na: {b: c}}\n---\nx", "---\na:\n  b: 1\n    c: 2\n---\nx", "---\na:\n  b: 1\n  - c\n---\nx",
      "---\na:\n  - b\n  c: 1\n---\nx", "---\na:\n  b:\n    c: 1\n---\nx", "---\na: 1\n  b: 2\n---\nx",
      "---\nlocation:\n  latitude: 99\n  longitude: 0\n---\nx",
      "---\na: 'b\n---\nx", "---\na: 'b' c\n---\nx", "---\na: [b, 'c]\n---\nx",
      "---\na: [\"b\" c]\n---\nx", "---\na: [b, ]\n---\nx", "---\na: [\"\\u12\"]\n---\nx",
      "---\ntags: 'one, two'\n---\nx", "---\n# remark\n---\nx", "---\na: b # remark\n---\nx",
      "---\na: b: c\n---\nx",
      "---\na: &b c\n---\nx", "---\na: [b, [c]]\n---\nx", "---\na:1\n---\nx", "---\n- a\n---\nx", "---\n\"a: 1\n---\nx",
      "\n---\na: 1\n---\nx", "---\n\"\\u12\": 1\n---\n", "---\n\"a\\",
    ])
  func notUnderstood(file: String) throws {
    let found = try read(file)
    #expect(found.properties == "{}")
    #expect(found.text == file)
  }

  @Test(
    "has times as RFC 3339 or dates",
    arguments: [
      ("2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"),
      ("2024-03-01T08:00:00+09:00", "2024-02-29T23:00:00.000Z"),
      ("\"2024-02-29 01:02:03Z\"", "2024-02-29T01:02:03.000Z"), ("2024-02-29", "2024-02-29T00:00:00.000Z"),
    ])
  func times(written: String, time: String) throws {
    #expect(try read("---\ncreated: \(written)\n---\nx").created == time)
  }

  @Test("of any bytes is read without harm")
  func random() throws {
    var generator = SeededGenerator(stream: 313)
    let pieces = [
      "---", "\n", ": ", ":", "a", "\"", "\\", "[", "]", "'", ",", "- ", " ", "{", "}", "tags", "\r", "1", "\u{0}", "é",
    ]
    let folder = try TestFolder()
    for _ in 0..<1000 {
      var file = "---\n"
      for _ in 0..<Int.random(in: 0...14, using: &generator) { file += pieces.randomElement(using: &generator) ?? "" }
      try folder.write("a.md", file)
      let memos = try folder.read().memos
      try require(memos.count == 1, file.debugDescription)
      try require(file.utf8.reversed().starts(with: memos[0].text.utf8.reversed()), file.debugDescription)
    }
  }
}
