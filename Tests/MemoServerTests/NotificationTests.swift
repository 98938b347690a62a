import JSONRPC
import Testing

@testable import MemoEngine
@testable import MemoProtocol

@Suite("What another process did to a memo")
struct NotificationTests {
  private static let properties: JSONObject = {
    var properties = JSONObject()
    properties["pinned"] = .bool(true)
    return properties
  }()

  private static func edit(
    _ baseVersion: Int, _ version: Int, _ texts: [String], _ properties: JSONObject?
  ) -> DidChangeMemo.Params {
    let edit = ExternalEdit(
      id: .unique(at: .now), baseVersion: baseVersion, version: version,
      texts: texts.isEmpty ? nil : (Rope(texts[0]), Rope(texts[1])), properties: properties)
    return DidChangeMemo.Params(edit, .utf16)
  }

  private static let table: [(params: any JSONWritable & Sendable, text: String)] = [
    (DidCreateMemo.Params(id: "a"), #"{"id":"a"}"#),
    (DidDeleteMemo.Params(id: "a", permanent: false), #"{"id":"a","permanent":false}"#),
    (
      edit(3, 5, ["abc\nde", "é\nde"], properties),
      #"{"id":"-","baseVersion":3,"version":5,"contentChanges":[{"range":{"start":{"line":0,"character":0},"#
        + #""end":{"line":0,"character":3}},"text":"é"}],"properties":{"pinned":true}}"#
    ),
    (
      edit(1, 2, ["a", "a"], JSONObject()),
      #"{"id":"-","baseVersion":1,"version":2,"contentChanges":[],"properties":{}}"#
    ),
    (edit(1, 2, [], nil), #"{"id":"-","baseVersion":1,"version":2}"#),
  ]

  @Test("is told in these bytes", arguments: table)
  func bytes(params: any JSONWritable & Sendable, text: String) {
    #expect(written(params).replacing(/"id":"[0-9a-f-]{36}"/, with: #""id":"-""#) == text)
  }

  @Test(
    "is told in changes that read as what a client sends",
    arguments: [
      #"{"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":2}},"text":"\u0000\r\n"}"#,
      #"{"text":""}"#,
    ])
  func changes(text: String) throws {
    let read = try ContentChange(json: JSONDocument(Array(text.utf8)).root)
    #expect(written(read) == text)
  }

  private func written(_ value: any JSONWritable) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
