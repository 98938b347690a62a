package import MemoText

/// Writes text so that an HTML parser gives it back, be it between tags or in an attribute's quotation marks. Only NUL
/// can't stand in HTML, and becomes U+FFFD.
package struct HTMLWriter {
  /// What was written.
  package private(set) var bytes: [UInt8] = []
  private var lastWasReturn = false

  /// Begins with nothing.
  package init() {}

  /// Writes tags.
  package mutating func markup(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes what was written elsewhere.
  package mutating func markup(_ other: HTMLWriter) { bytes += other.bytes }

  /// Writes words.
  package mutating func text(_ text: Rope) {
    text.forEachChunk { for byte in $0 { append(byte) } }
    endReturn()
  }

  /// Writes words.
  package mutating func text(_ text: some Sequence<UInt8>) {
    for byte in text { append(byte) }
    endReturn()
  }

  /// Writes an attribute with a space before it; none if the value is empty.
  mutating func attribute(_ name: StaticString, _ value: some Collection<UInt8>) {
    guard !value.isEmpty else { return }
    markup(" ")
    markup(name)
    markup("=\"")
    // A tag would end it, and a lone carriage return has one.
    text(value.lazy.map { $0 == 0x0D ? 0x0A : $0 })
    markup("\"")
  }

  /// Begins a line, unless one has just begun.
  mutating func startLine() { if let last = bytes.last, last != 0x0A { bytes.append(0x0A) } }

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
