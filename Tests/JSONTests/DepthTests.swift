import JSON
import TestSupport
import Testing

@Suite("Nesting")
struct DepthTests {
  private static let shapes: [(open: String, inner: String, close: String)] = [
    ("[", "", "]"), ("[", "1", "]"), ("{\"a\":", "1", "}"), ("{\"a\":", "{}", "}"), ("[", "[]", "]"),
    ("[1,", "2", ",3]"),
    ("{\"a\":1,\"b\":", "\"\"", ",\"c\":0}"), (" [ ", " null ", " ] "),
  ]

  private func nested(_ shape: (open: String, inner: String, close: String), _ depth: Int) -> [UInt8] {
    let outer = shape.inner == "[]" || shape.inner == "{}" ? depth - 1 : depth
    let text = String(repeating: shape.open, count: outer) + shape.inner + String(repeating: shape.close, count: outer)
    return Array(text.utf8)
  }

  @Test("goes down to 128 levels and no further", arguments: shapes)
  func limit(shape: (open: String, inner: String, close: String)) {
    #expect(JSONDocument.maximumDepth == 128)
    for depth in [1, 2, 127, 128] {
      #expect(throws: Never.self) { try JSONDocument(nested(shape, depth)) }
    }
    for depth in [129, 130, 256, 1_000] {
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(shape, depth)) }
    }
  }

  @Test("counts levels, not brackets")
  func siblings() {
    let deep = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    let text = "[" + Array(repeating: deep, count: 50).joined(separator: ",") + "]"
    #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
  }

  @Test("of arrays in objects in arrays counts both")
  func mixed() {
    let open = String(repeating: "[{\"a\":", count: 64)
    let close = String(repeating: "}]", count: 64)
    #expect(throws: Never.self) { try JSONDocument(Array((open + "0" + close).utf8)) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array((open + "[]" + close).utf8)) }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array((open + "{}" + close).utf8)) }
  }

  @Test(
    "of 100,000 levels is refused without using up the stack", arguments: ["[", "{\"a\":", "[{\"\":", "[[],", " [ "])
  func abyss(open: String) {
    #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(Array(String(repeating: open, count: 100_000).utf8))
    }
    let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(closed.utf8)) }
  }

  @Test("at its deepest is copied and written again")
  func roundTrip() throws {
    let text = String(repeating: "[{\"a\":", count: 64) + "null" + String(repeating: "}]", count: 64)
    #expect(written(try value(of: text)) == Array(text.utf8))
  }
}
