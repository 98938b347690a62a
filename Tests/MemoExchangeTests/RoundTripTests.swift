import JSON
import MemoExchange
import MemoModel
import MemoText
import TestSupport
import Testing

@Suite("What was exported is imported")
struct RoundTripTests {
  private func check(
    _ memo: (metadata: MemoMetadata, text: Rope), _ imported: ImportedMemo, keepsID: Bool
  ) throws {
    let text = memo.text.string
    try require(
      imported.text.utf8.elementsEqual(text.utf8), "\(text.debugDescription) became \(imported.text.debugDescription)")
    let (before, after) = (memo.metadata.properties.json, imported.properties.json)
    try require(
      before == after, "\(String(decoding: before, as: UTF8.self)) became \(String(decoding: after, as: UTF8.self))")
    try require(imported.createdAt == memo.metadata.createdAt, "createdAt of \(memo.metadata)")
    try require(imported.modifiedAt == memo.metadata.modifiedAt, "modifiedAt of \(memo.metadata)")
    try require(imported.trashedAt == memo.metadata.trashedAt, "trashedAt of \(memo.metadata)")
    try require(!keepsID || imported.id == memo.metadata.id && imported.namesItself, "the id of \(memo.metadata)")
  }

  @Test("from JSON Lines with text, properties, times and ids")
  func lines() throws {
    var generator = SeededGenerator(stream: 311)
    let folder = try TestFolder()
    let memos = (0..<500).map { generator.memo("m.\($0)") }
    try folder.write("memos.jsonl", memos.flatMap { ExportFormat.json.bytes(of: $0.metadata, text: $0.text) })
    let (imported, skipped) = try folder.read()
    #expect(skipped == [:])
    try #require(imported.count == memos.count)
    for (memo, imported) in zip(memos, imported) { try check(memo, imported, keepsID: true) }
  }

  @Test("from Markdown with text, properties and times")
  func markdown() throws {
    var generator = SeededGenerator(stream: 312)
    let folder = try TestFolder()
    for number in 0..<500 {
      let memo = generator.memo("m.\(number)")
      let bytes = ExportFormat.markdown.bytes(of: memo.metadata, text: memo.text)
      try folder.write("a.md", bytes)
      let (imported, skipped) = try folder.read()
      try require(
        imported.count == 1, "\(String(decoding: bytes, as: UTF8.self).debugDescription) was skipped: \(skipped)")
      try check(memo, imported[0], keepsID: false)
    }
  }

  @Test("without a word of what in a memo's own header can't be read, which is as it was")
  func unreadableHeader() throws {
    for text in ["---\n\t\u{0}---\n\n---\nx", "---\ndate: some day\n---\nx", "---\ntags: [\n---\nx"] {
      let folder = try TestFolder()
      let memo = metadata("m")
      try folder.write("a.md", ExportFormat.markdown.bytes(of: memo, text: Rope(text)))
      let imported = try #require(folder.read().memos.first)
      #expect(imported.text == text && imported.problems.isEmpty, "\(imported.problems)")
      try folder.write("b.md", Array(text.utf8))
      #expect(try folder.read().memos.contains { !$0.problems.isEmpty })
    }
  }

  @Test("from a text file with the text, and nothing else but where it stood")
  func text() throws {
    let folder = try TestFolder()
    for text in ["", "a", "---\ncreated: 2000-01-01\n---\nx", "a\r\nb\rc\n", "\u{0}\u{10FFFF}"] {
      try folder.write("a.txt", ExportFormat.text.bytes(of: metadata("m"), text: Rope(text)))
      let memo = try #require(folder.read().memos.first)
      #expect(memo.text.utf8.elementsEqual(text.utf8))
      #expect(memo.properties.json == Array(#"{"path":"a.txt"}"#.utf8))
    }
  }
}
