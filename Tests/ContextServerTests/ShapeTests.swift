import JSONRPC
import MemoEngine
import Testing

@testable import ContextServer

@Suite("What arguments may be")
struct ShapeTests {
  private static let shape = Shape.object([
    .required("id", .text(1...3)), .optional("limit", .number(1...50)), .optional("sort", .choice(["a", "b"])),
    .optional("flag", .flag), .optional("list", .list(.object([.required("x", .text())]), 1...2)),
  ])

  @Test(
    "what fits is taken",
    arguments: [
      #"{"id":"a"}"#, #"{"id":"𝄞𝄞𝄞","limit":50,"sort":"b","flag":false}"#, #"{"id":"a","list":[{"x":""},{"x":"y"}]}"#,
      #"{"limit":5e1,"id":"abc"}"#,
    ])
  func fits(json: String) throws { try Self.shape.check(try JSONDocument(Array(json.utf8)).root) }

  @Test(
    "what does not fit is named",
    arguments: [
      ("{}", ".id"), (#"{"id":""}"#, ".id"), (#"{"id":"abcd"}"#, ".id"), (#"{"id":7}"#, ".id"),
      (#"{"id":null}"#, ".id"),
      (#"{"id":"a","limit":0}"#, ".limit"), (#"{"id":"a","limit":51}"#, ".limit"),
      (#"{"id":"a","limit":1.5}"#, ".limit"),
      (#"{"id":"a","limit":"5"}"#, ".limit"), (#"{"id":"a","sort":"c"}"#, ".sort"), (#"{"id":"a","flag":1}"#, ".flag"),
      (#"{"id":"a","list":[]}"#, ".list"), (#"{"id":"a","list":[{"x":"1"},{}]}"#, ".list[1].x"),
      (#"{"id":"a","more":1}"#, ".more"), (#"[]"#, ""),
    ])
  func doesNotFit(json: String, path: String) throws {
    let error = #expect(throws: JSONTypeError.self) {
      try Self.shape.check(try JSONDocument(Array(json.utf8)).root)
    }
    #expect(error?.path == path)
  }

  @Test("a page's cursor leads on in its own list, and in no other")
  func cursors() throws {
    let id = try #require(MemoID("a"))
    for value in [ListPlace.Value.time(Timestamp(millisecondsSince1970: 5)), .title("é\n")] {
      let cursor = ListPlace(value: value, id: id).cursor(in: "x")
      #expect(try PageCursor.place(cursor, in: "x")?.id == id)
      #expect(throws: ToolFailure.self) { try PageCursor.place(cursor, in: "y") }
      for wrong in ["", "0", "zz", String(cursor.dropLast()), String(cursor.dropLast(2)), cursor.uppercased()] {
        #expect(throws: ToolFailure.self) { try PageCursor.place(wrong, in: "x") }
      }
    }
    #expect(try PageCursor.number(PageCursor.text(of: 7, in: "x"), in: "x") == 7)
    #expect(try PageCursor.place(nil, in: "x") == nil)
  }

  @Test("a link's cursor keeps how far both parts have come")
  func linkCursors() throws {
    #expect(LinkCursor(passed: 1, backlinks: nil, hasMore: false) == nil)
    let place = ListPlace(value: .time(Timestamp(millisecondsSince1970: 5)), id: try #require(MemoID("b")))
    for backlinks in [place, nil] {
      let cursor = try #require(LinkCursor(passed: 3, backlinks: backlinks, hasMore: true))
      let read = try LinkCursor(cursor.text(of: "m"), of: "m")
      #expect(read.passed == 3 && read.backlinks?.id == backlinks?.id && read.hasAllBacklinks == (backlinks == nil))
      #expect(throws: ToolFailure.self) { try LinkCursor(cursor.text(of: "m"), of: "n") }
    }
  }
}
