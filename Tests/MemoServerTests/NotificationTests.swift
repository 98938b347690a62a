import JSON
import MemoProtocol
import Testing

@Suite("What another process did to a memo")
struct NotificationTests {
  private static let place = Position(line: 1, character: 2)
  private static let properties: JSONObject = {
    var properties = JSONObject()
    properties["pinned"] = .bool(true)
    return properties
  }()

  private static let table: [(params: any JSONWritable & Sendable, text: String)] = [
    (DidCreateMemo.Params(id: "a"), #"{"id":"a"}"#),
    (DidDeleteMemo.Params(id: "a", permanent: false), #"{"id":"a","permanent":false}"#),
    (
      DidChangeMemo.Params(
        id: "a", baseVersion: 3, version: 5,
        contentChanges: [
          ContentChange(range: ContentChange.Range(start: Position(line: 0, character: 0), end: place), text: "é\n"),
          ContentChange(range: nil, text: ""),
        ], properties: properties),
      #"{"id":"a","baseVersion":3,"version":5,"contentChanges":[{"range":{"start":{"line":0,"character":0},"#
        + #""end":{"line":1,"character":2}},"text":"é\n"},{"text":""}],"properties":{"pinned":true}}"#
    ),
    (
      DidChangeMemo.Params(id: "a", baseVersion: 1, version: 2, contentChanges: [], properties: JSONObject()),
      #"{"id":"a","baseVersion":1,"version":2,"contentChanges":[],"properties":{}}"#
    ),
    (
      DidChangeMemo.Params(id: "a", baseVersion: 1, version: 2, contentChanges: nil, properties: nil),
      #"{"id":"a","baseVersion":1,"version":2}"#
    ),
  ]

  @Test("is told in these bytes", arguments: table)
  func bytes(params: any JSONWritable & Sendable, text: String) {
    #expect(written(params) == text)
  }

  @Test("is told in changes that read as what a client sends")
  func changes() throws {
    let change = ContentChange(range: ContentChange.Range(start: Self.place, end: Self.place), text: "\u{0}\r\n")
    let read = try ContentChange(json: JSONDocument(Array(written(change).utf8)).root)
    #expect(written(read) == written(change))
    #expect(read.text == change.text)
  }

  private func written(_ value: any JSONWritable) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
