import JSONRPC
import Testing

@Suite("Headers")
struct HeaderTests {
  private static let type = "Content-Type: application/vscode-jsonrpc"

  private static let good = [
    "Content-Length: 2", "content-length: 2", "CONTENT-LENGTH: 2", "cOnTeNt-LeNgTh: 2", "Content-Length:2",
    "Content-Length:    2", "Content-Length: 2   ", "Content-Length:\t2\t", "Content-Length : 2", "Content-Length: 02",
    "Content-Length: 0000000000000000002", "Content-Length: 2\r\nContent-Length: 2",
    "Content-Length: 2\r\nX: y\r\ncontent-length: 02", "X-Other: 1\r\nContent-Length: 2",
    "Content-Length: 2\r\nX-Other: a: b",
    "X:\r\nContent-Length: 2", "X: \r\nContent-Length: 2", "X-Content-Length: 9\r\nContent-Length: 2",
    "Content-Lengths: 9\r\nContent-Length: 2", "Content-Length: 2\r\nContentLength: 9",
    "X: Content-Length: 9\r\nContent-Length: 2",
    "X: ~!@#$%^&*()\tz\r\nContent-Length: 2", "\(type)\r\nContent-Length: 2", "Content-Length: 2\r\n\(type)",
    "Content-Length: 2\r\n\(type); charset=utf-8", "Content-Length: 2\r\n\(type);charset=utf8",
    "Content-Length: 2\r\n\(type); charset=UTF-8", "Content-Length: 2\r\n\(type) ; Charset = utf-8 ",
    "Content-Length: 2\r\n\(type); charset=\"utf-8\"", "Content-Length: 2\r\n\(type); a=b; charset=UTF8; c=utf-16",
    "Content-Length: 2\r\n\(type); version=1", "Content-Length: 2\r\nCONTENT-TYPE: TEXT/PLAIN; CHARSET=UTF-8",
    "Content-Length: 2\r\nContent-Type:", "Content-Length: 2\r\nX-Type: a; charset=latin1",
    "Content-Length: 2\r\nX: " + String(repeating: "x", count: 8 << 10 - 26),
  ]

  @Test("are read", arguments: good)
  func reads(header: String) {
    #expect(twice(header) == Decoded(frames: [.message("{}"), .message("[]")], framing: .contentLength))
    for length in [1, 2, 3, 7] {
      let bytes = Array("\(header)\r\n\r\n{}".utf8)
      #expect(decode(pieces(bytes, of: length)) == Decoded(frames: [.message("{}")], framing: .contentLength))
    }
  }

  private func twice(_ header: String) -> Decoded {
    decode("\(header)\r\n\r\n{}\(header)\r\n\r\n[]")
  }

  private static let bad: [(header: String, keyword: String)] = [
    // The length
    ("Content-Length: ", "Content-Length"), ("Content-Length:", "Content-Length"),
    ("Content-Length: two", "Content-Length"),
    ("Content-Length: 2x", "Content-Length"), ("Content-Length: x2", "Content-Length"),
    ("Content-Length: 0x2", "Content-Length"),
    ("Content-Length: 2.0", "Content-Length"), ("Content-Length: 2e0", "Content-Length"),
    ("Content-Length: -2", "Content-Length"),
    ("Content-Length: +2", "Content-Length"), ("Content-Length: -0", "Content-Length"),
    ("Content-Length: 2 2", "Content-Length"),
    ("Content-Length: 2,2", "Content-Length"), ("Content-Length: 2_0", "Content-Length"),
    ("Content-Length: 2;", "Content-Length"),
    ("Content-Length: \"2\"", "Content-Length"), ("Content-Length:: 2", "Content-Length"),
    ("Content-Length: 2%", "Content-Length"),
    ("Content-Length: \u{662}", "ASCII"), ("Content-Length: ２", "ASCII"), ("Content-Length: ²", "ASCII"),
    ("Content-Length: 1073741825", "Content-Length"), ("Content-Length: 2147483648", "Content-Length"),
    ("Content-Length: 4294967298", "Content-Length"), ("Content-Length: 9223372036854775807", "Content-Length"),
    ("Content-Length: 9223372036854775808", "Content-Length"),
    ("Content-Length: 18446744073709551618", "Content-Length"),
    ("Content-Length: 36893488147419103234", "Content-Length"),
    ("Content-Length: 99999999999999999999", "Content-Length"),
    ("Content-Length: " + String(repeating: "9", count: 8_000), "Content-Length"),
    ("Content-Length: " + String(repeating: "9", count: 1_000_000), "8192"),
    ("Content-Length: 00000000000000000002", "Content-Length"),
    // Two of them, or none
    ("Content-Length: 2\r\nContent-Length: 3", "two"), ("Content-Length: 2\r\nX: y\r\nCONTENT-LENGTH: 20", "two"),
    ("Content-Length: 2\r\nContent-Length: x", "Content-Length"),
    ("Content-Length: \r\nContent-Length: 2", "Content-Length"),
    ("Content-Length: 2\r\nContent-Length:", "Content-Length"), ("X: y", "Content-Length"), (type, "Content-Length"),
    ("Content-Lengths: 2", "Content-Length"), ("ContentLength: 2", "Content-Length"),
    ("Content-Len: 2", "Content-Length"),
    ("Content Length: 2", "Content-Length"), ("Length: 2", "Content-Length"),
    // The lines
    ("Content-Length 2", "colon"), ("GET / HTTP/1.1", "colon"), ("hello", "colon"),
    ("Content-Length: 2\r\nhello", "colon"),
    ("Content-Length= 2", "colon"), ("Content-Length: 2\r\n ", "colon"), ("X: y\0\r\nContent-Length: 2", "ASCII"),
    ("Content-Length: 2\0", "ASCII"), ("Content-Length: 2\r\nX: é", "ASCII"), ("Content-Length: 2\r\nÉ: x", "ASCII"),
    ("Content-Length: 2\r\nX: \u{7F}", "ASCII"), ("Content-Length: 2\r\nX: \u{1B}[0m", "ASCII"),
    ("Content-Length: 2\r\r", "ASCII"), ("Content-Length: 2\n", #"\r\n"#), ("Content-Length: 2\nX: y", #"\r\n"#),
    ("X: " + String(repeating: "x", count: 8 << 10), "8192"), ("X" + String(repeating: "x", count: 1 << 20), "8192"),
    ("Content-Length: 2\r\nX: " + String(repeating: "x", count: 8 << 10 - 25), "8192"),
    (String(repeating: "X: y\r\n", count: 2_000) + "Content-Length: 2", "8192"),
    // The charset
    ("Content-Length: 2\r\n\(type); charset=utf-16", "charset"),
    ("Content-Length: 2\r\n\(type); charset=latin1", "charset"),
    ("Content-Length: 2\r\n\(type); charset=us-ascii", "charset"),
    ("Content-Length: 2\r\n\(type); charset=utf-8x", "charset"),
    ("Content-Length: 2\r\n\(type); charset=\"UTF-16\"", "charset"),
    ("Content-Length: 2\r\n\(type); charset=\"\"", "charset"),
    ("\(type);a=b;CHARSET=UTF-7\r\nContent-Length: 2", "charset"),
    ("Content-Length: 2\r\n\(type); charset=utf_8", "charset"),
    ("Content-Length: 2\r\n\(type); charset=utf-8; charset=utf-16", "charset"),
  ]

  @Test("that can't be trusted end the stream with a reason, and nothing is taken from them", arguments: bad)
  func refuses(header: String, keyword: String) {
    let bytes = Array("Content-Length: 2\r\n\r\n{}\(header)\r\n\r\n{}".utf8)
    let decoded = decode([bytes[...]])
    #expect(decoded.frames == [.message("{}")])
    #expect(decoded.error?.contains(keyword) == true, "\(decoded.error ?? "no error")")
    #expect(decode(pieces(bytes, of: 1)) == decoded)
    #expect(decode(pieces(bytes, of: 11)) == decoded)
  }

  @Test("with a malformed charset are refused as well", arguments: ["charset=", "charset= ", "charset=u t f - 8"])
  func emptyCharset(parameter: String) {
    #expect(decode("Content-Length: 2\r\n\(Self.type); \(parameter)\r\n\r\n{}").error != nil)
  }

  @Test("of none but a blank line are refused")
  func blankLine() {
    #expect(
      decode("Content-Length: 2\r\n\r\n{}\r\nContent-Length: 2\r\n\r\n{}").error?.contains("Content-Length") == true)
  }

  @Test("are refused as soon as a line is no header's, not only when the blank line comes")
  func early() {
    for start in ["hello\r\n", "Content-Length: 2\r\nX: \0\r\n", "Content-Length: 2\n"] {
      #expect(decode(start).error != nil)
    }
  }

  @Test("up to 1 GiB are believed", arguments: [65, 1 << 20, 64 << 20 + 1, 1 << 30 - 1, 1 << 30])
  func upToLimit(length: Int) {
    #expect(decode("Content-Length: \(length)\r\n\r\n{}") == Decoded(framing: .contentLength, isCutShort: true))
  }

  @Test(
    "in the usual case are read as those in another are, whatever follows",
    arguments: [
      "0", "7", "64", "65", "0000000007", "00000000007", "1073741824", "1073741825", "9999999999", "99999999999", "",
      "-1",
      "7 ", " 7", "7\r", "7\r\n", "7\r\nX: y",
    ])
  func usualLetters(length: String) {
    for body in ["", #"{"a":1}"#, #"{"a":1}"# + "Content-Length: 2\r\n\r\n{}", String(repeating: " ", count: 90)] {
      let usual = decode("Content-Length: \(length)\r\n\r\n\(body)")
      #expect(usual == decode("content-length: \(length)\r\n\r\n\(body)"))
    }
  }

  @Test("that say too little leave a rest that is no header", arguments: 1...6)
  func tooShort(missing: Int) {
    let body = #"{"a":[1]}"#
    let next = "Content-Length: 2\r\n\r\n{}"
    let decoded = decode("Content-Length: \(body.utf8.count - missing)\r\n\r\n\(body)\(next)")
    #expect(decoded.frames == [.message(String(body.dropLast(missing)))])
    #expect(decoded.error != nil)
  }

  @Test("that say too much wait for the rest")
  func tooLong() {
    #expect(decode("Content-Length: 3\r\n\r\n{}") == Decoded(framing: .contentLength, isCutShort: true))
    #expect(decode("Content-Length: 3\r\n\r\n{}C") == Decoded(frames: [.message("{}C")], framing: .contentLength))
  }

  @Test("once refused stay refused")
  func staysRefused() {
    var decoder = FrameDecoder(maximumMessageBytes: 64)
    Array("hello\r\n".utf8).withUnsafeBytes { decoder.append($0) }
    for _ in 0..<3 {
      #expect(throws: FramingError.self) { try decoder.next() }
      Array("Content-Length: 2\r\n\r\n{}".utf8).withUnsafeBytes { decoder.append($0) }
    }
  }
}
