import JSON
import JSONRPC
import TestSupport
import Testing

@Suite("Request ids")
struct RequestIDTests {
  private static let ids: [RequestID] = [
    .null, .integer(0), .integer(1), .integer(-1), .integer(1 << 53), .integer(-(1 << 53)), .string(""), .string("0"),
    .string("1"), .string("null"), .string("a"), .string("A"), .string("a\0"), .string("\u{E9}"), .string("e\u{301}"),
    .string("\u{212B}"), .string("\u{C5}"), .string("한"), .string("\u{1112}\u{1161}\u{11AB}"),
  ]

  @Test("are the same only as themselves")
  func equality() {
    for (index, left) in Self.ids.enumerated() {
      for (other, right) in Self.ids.enumerated() {
        #expect((left == right) == (index == other), "\(left) and \(right)")
      }
    }
    #expect(Set(Self.ids).count == Self.ids.count)
  }

  @Test("that are the same have the same hash")
  func hash() throws {
    var random = SeededGenerator(stream: 30)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Unicode.Scalar(UInt16.random(in: 0...0xD7FF, using: &random))
      }
      let string = String(String.UnicodeScalarView(scalars.compactMap(\.self)))
      let copy = String(decoding: Array(string.utf8), as: UTF8.self)
      try require(RequestID.string(string) == .string(copy), string.debugDescription)
      try require(RequestID.string(string).hashValue == RequestID.string(copy).hashValue, string.debugDescription)
    }
    for id in Self.ids { #expect(Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, "\($0)") })[id] == "\(id)") }
  }

  private static let readable: [(text: String, id: RequestID, written: String)] = [
    ("null", .null, "null"), ("0", .integer(0), "0"), ("-0", .integer(0), "0"), ("-1", .integer(-1), "-1"),
    ("3.0", .integer(3), "3"),
    ("3e0", .integer(3), "3"), ("9007199254740992", .integer(1 << 53), "9007199254740992"),
    ("-9007199254740992", .integer(-(1 << 53)), "-9007199254740992"),
    ("9.007199254740992e15", .integer(1 << 53), "9007199254740992"),
    (#""""#, .string(""), #""""#), (#""1""#, .string("1"), #""1""#), (#""\u0061\n\"""#, .string("a\n\""), #""a\n\"""#),
    ("\"e\u{301}\"", .string("e\u{301}"), "\"e\u{301}\""), ("\"\u{E9}\"", .string("\u{E9}"), "\"\u{E9}\""),
    (#""\u0000""#, .string("\0"), #""\u0000""#), (#""\ud83d\ude00""#, .string("😀"), #""😀""#),
  ]

  @Test("are read and written again", arguments: readable)
  func read(bytes: String, id: RequestID, written: String) throws {
    let read = try #require(RequestID(JSONDocument(Array(bytes.utf8)).root))
    #expect(read == id)
    #expect(Array(text(read).utf8) == Array(written.utf8))
  }

  private static let unreadable = [
    "1.5", "true", "false", "[]", "[1]", "{}", "9007199254740993", "-9007199254740993", "9223372036854775807",
    "-9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e400", "1e16", "0.1", "-1e-1",
    "9007199254740992.5",
  ]

  @Test("can't be anything else", arguments: unreadable)
  func notRead(text: String) throws {
    #expect(RequestID(try JSONDocument(Array(text.utf8)).root) == nil)
  }

  @Test("end where every implementation still tells integers apart")
  func largest() {
    #expect(RequestID.largestInteger == 9_007_199_254_740_992)
  }
}
