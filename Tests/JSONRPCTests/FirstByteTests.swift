import JSONRPC
import Testing

@Suite("The first byte")
struct FirstByteTests {
  private static let blanks = ["", " ", "\t", "\r", "\n", "\r\n", " \t\r\n \n\n", String(repeating: " ", count: 300)]

  @Test("that is not white space decides how messages are framed", arguments: blanks)
  func everyByte(blank: String) {
    for byte in UInt8.min...UInt8.max {
      for length in [1, 2, 1_000] {
        let decoded = decode(pieces(Array(blank.utf8) + [byte], of: length))
        switch byte {
        case 0x09, 0x0A, 0x0D, 0x20: #expect(decoded == Decoded())
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          #expect(decoded == Decoded(frames: [.message([byte])], framing: .jsonLines))
        case 0x41...0x5A, 0x61...0x7A: #expect(decoded == Decoded(framing: .contentLength, isCutShort: true))
        default:
          #expect(decoded.framing == nil)
          #expect(decoded.error?.contains("Content-Length") == true)
        }
      }
    }
  }

  @Test("of a byte order mark or of UTF-16 is refused")
  func marks() {
    for mark in [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF], [0x00]] as [[UInt8]] {
      for text in ["{}\n", "Content-Length: 2\r\n\r\n{}"] {
        let decoded = decode([(mark + Array(text.utf8))[...]])
        #expect(decoded.error != nil)
        #expect(decoded.frames.isEmpty)
      }
    }
  }

  @Test("holds for the whole stream")
  func kept() {
    let lines = decode("{}\nContent-Length: 2\n[]\n")
    #expect(lines.frames == [.message("{}"), .message("Content-Length: 2"), .message("[]")])
    let headers = decode("Content-Length: 2\r\n\r\n{}{}\n")
    #expect(headers.frames == [.message("{}")])
    #expect(headers.error != nil)
  }

  @Test("of nothing decides nothing")
  func nothing() {
    #expect(decode([]) == Decoded())
    #expect(decode("") == Decoded())
    #expect(decode(" \r\n") == Decoded())
  }
}
