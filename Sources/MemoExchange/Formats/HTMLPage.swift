import MemoMarkup
import MemoText

/// A text as a page for a browser: the first line as heading, the rest with its lines and spaces as they are.
///
/// What the page's body contains (`document.body.textContent`) is the text, character by character: the first line's
/// end stands between heading and rest, where nothing shows it. Only NUL can't stand in HTML, and becomes U+FFFD.
/// Nothing of the text is markup, and the page forbids itself to run or load anything.
enum HTMLPage {
  static func bytes(of text: Rope) -> [UInt8] {
    var page = HTMLWriter()
    let title = text.displayTitle
    page.markup("<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n")
    page.markup(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
    page.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
    page.text(Rope(title.isEmpty ? "Untitled" : title))
    page.markup("</title>\n</head>\n<body><h1 dir=\"auto\">")
    let split = text.titleRanges
    page.text(text.slice(split.title))
    page.markup("</h1>")
    page.text(text.slice(split.separator))
    page.markup("<div dir=\"auto\" style=\"white-space: pre-wrap; overflow-wrap: anywhere\">")
    page.text(text.slice(split.body))
    // No line end after this: a browser would add it to the text.
    page.markup("</div></body></html>")
    return page.bytes
  }
}

/// Writes text so that an HTML parser gives it back.
private struct HTMLWriter {
  private(set) var bytes: [UInt8] = []
  private var lastWasReturn = false

  mutating func markup(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func text(_ text: Rope) {
    text.forEachChunk { for byte in $0 { append(byte) } }
    endReturn()
  }

  private mutating func append(_ byte: UInt8) {
    if lastWasReturn, byte != UInt8(ascii: "\n") { endReturn() }
    lastWasReturn = false
    switch byte {
    case UInt8(ascii: "&"): markup("&amp;")
    case UInt8(ascii: "<"): markup("&lt;")
    case UInt8(ascii: ">"): markup("&gt;")
    case UInt8(ascii: "\""): markup("&quot;")
    // A parser makes a line feed of a plain one.
    case UInt8(ascii: "\r"):
      markup("&#13;")
      lastWasReturn = true
    case 0: markup("\u{FFFD}")
    default: bytes.append(byte)
    }
  }

  /// A lone carriage return ends a line, which a browser shows only if it is told.
  private mutating func endReturn() {
    if lastWasReturn { markup("<br>") }
    lastWasReturn = false
  }
}
