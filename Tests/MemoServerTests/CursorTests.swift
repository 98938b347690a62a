import JSONRPC
import MemoEngine
import MemoProtocol
import Testing

@testable import MemoServer

@Suite("Cursors")
struct CursorTests {
  private func params(_ json: String) throws -> ListMemos.Params {
    try ListMemos.Params(json: try JSONDocument(Array(json.utf8)).root)
  }

  @Test(
    "a cursor leads back to its place",
    arguments: [
      (#"{}"#, ListPlace.Value.time(Timestamp(millisecondsSince1970: 1_700_000_000_123))),
      (#"{"sort":"created","order":"asc"}"#, .time(Timestamp(millisecondsSince1970: -5))),
      (#"{"sort":"title","trashed":true}"#, .title("가\"\u{0}e\u{301}")),
      (#"{"pinnedFirst":true,"tag":"비 #"}"#, .time(Timestamp(millisecondsSince1970: 0))),
    ])
  func cursor(list: String, value: ListPlace.Value) throws {
    let query = try ListCursor.query(params(list))
    let id = try #require(MemoID("m.1"))
    let cursor = ListCursor.text(of: ListPlace(value: value, id: id, isPinned: query.pinnedFirst), in: query)
    let comma = list == "{}" ? "" : ","
    let page = try ListCursor.query(params("\(list.dropLast())\(comma)\"cursor\":\"\(cursor)\"}"))
    #expect(page.after?.id == id && page.after?.isPinned == query.pinnedFirst)
    switch (page.after?.value, value) {
    case (.time(let left)?, .time(let right)): #expect(left == right)
    case (.title(let left)?, .title(let right)): #expect(left.utf8.elementsEqual(right.utf8))
    default: Issue.record("another kind of place")
    }
  }

  @Test(
    "a cursor that is none of ours, or of another list, is refused",
    arguments: ["", "zz", "7", "5b5d", "7b7d", "5b226d6f64696669656420646573632c", "5b312c322c335d", "가"])
  func wrongCursor(cursor: String) {
    let error = #expect(throws: ResponseError.self) { try ListCursor.query(params(#"{"cursor":"\#(cursor)"}"#)) }
    #expect(error?.code == .invalidParams)
  }

  @Test("a cursor of one list does not fit another")
  func foreignCursor() throws {
    let query = try ListCursor.query(params("{}"))
    let id = try #require(MemoID("m"))
    let place = ListPlace(value: .time(Timestamp(millisecondsSince1970: 0)), id: id)
    let cursor = ListCursor.text(of: place, in: query)
    for other in [
      #""sort":"created""#, #""order":"asc""#, #""trashed":true"#, #""sort":"title""#, #""pinnedFirst":true"#,
      #""tag":"a""#, #""tag":"""#,
    ] {
      #expect(throws: ResponseError.self) { try ListCursor.query(params(#"{"cursor":"\#(cursor)",\#(other)}"#)) }
    }
  }
}
