import MemoMarkup
package import MemoText

/// A text as a link that opens a new mail (RFC 6068).
package enum MailLink {
  /// The longest link, in bytes: about what desktop systems pass on to a mail program (Linux limits an argument to 128
  /// KiB).
  package static let largest = 100_000

  /// The link: the title as subject, the whole text as body, with CRLF as line ends (RFC 6068, section 5). NUL, which
  /// mail can't hold, becomes U+FFFD.
  package static func uri(of text: Rope) -> String {
    var link = Array("mailto:?subject=".utf8)
    for byte in text.displayTitle.utf8 { append(byte, to: &link) }
    link.append(contentsOf: "&body=".utf8)
    var lastWasReturn = false
    text.forEachChunk { chunk in
      for byte in chunk {
        let endsReturn = lastWasReturn && byte == UInt8(ascii: "\n")
        lastWasReturn = byte == UInt8(ascii: "\r")
        if endsReturn { continue }
        if byte == UInt8(ascii: "\n") || lastWasReturn {
          link.append(contentsOf: "%0D%0A".utf8)
        } else {
          append(byte, to: &link)
        }
      }
    }
    return String(decoding: link, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to link: inout [UInt8]) {
    if byte == 0 { link.append(contentsOf: "%EF%BF%BD".utf8) } else { link.appendPercentEncoded(byte) }
  }
}
