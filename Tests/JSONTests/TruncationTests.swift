import JSON
import TestSupport
import Testing

@Suite("Truncated texts")
struct TruncationTests {
  private static let rich = #"""
     {"null": null, "t":true,"f" : false, "numbers": [0, -0, 10.25, 1e5, -1.5E-7, 123456789012345678901],
      "strings":["", "a longer string of plain letters", "\"\\\/\b\f\n\r\t", "\u0000\u00e9", "\ud83d\ude00", "é한😀"],
      "nested" :{"a":[[], [{}], {"b":{"c":[1,2,[3]]}}]}, "\u006e": "last"}
    """#

  @Test("are refused at every byte")
  func everyPrefix() throws {
    let bytes = Array(Self.rich.utf8)
    #expect(throws: Never.self) { try JSONDocument(bytes) }
    for end in 0..<bytes.count {
      let mine = (try? JSONDocument(Array(bytes[..<end]))) != nil
      try require(!mine, "the first \(end) bytes were read")
    }
  }

  @Test("are refused at every byte when their start is missing too")
  func everySlice() throws {
    let bytes = Array(Self.rich.utf8)
    for start in stride(from: 1, to: bytes.count, by: 5) {
      for end in stride(from: start, to: bytes.count, by: 3) {
        let slice = Array(bytes[start..<end])
        let mine = (try? JSONDocument(slice)) != nil
        try require(
          mine == ReferenceGrammar.accepts(slice), "bytes \(start)..<\(end) were \(mine ? "read" : "refused")")
      }
    }
  }

  @Test("of a number are accepted where they are numbers")
  func numbers() throws {
    let text = "-120.50e+07"
    let whole: Set = ["-1", "-12", "-120", "-120.5", "-120.50", "-120.50e+0", "-120.50e+07"]
    for end in text.indices + [text.endIndex] {
      let prefix = String(text[..<end])
      #expect(((try? JSONDocument(Array(prefix.utf8))) != nil) == whole.contains(prefix), "\(prefix)")
    }
  }

  /// What is wrong is named at the byte where it was noticed.
  private static let places: [(text: String, offset: Int)] = [
    ("", 0), ("  ", 2), ("[1,", 3), ("[1,]", 3), ("[1 2]", 3), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5), ("01", 1),
    ("1.x", 2),
    ("[\"\\q\"]", 3), ("[\"a\nb\"]", 3), ("nuxl", 2), ("[] x", 3), ("\"abc", 4), ("[\"\u{E9}\n\"]", 4), ("tru", 3),
  ]

  @Test("name the byte at which it was noticed", arguments: places)
  func offset(text: String, offset: Int) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(Array(text.utf8)) }
    #expect(error?.offset == offset)
    #expect(error?.description == "\(error?.reason ?? "") at byte \(offset)")
    #expect(error?.reason.isEmpty == false)
  }
}
