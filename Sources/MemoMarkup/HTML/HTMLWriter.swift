package import MemoText

/// Writes text so that an HTML parser reads it back unchanged, between tags and in quoted attributes alike. Only NUL
/// can't be in HTML, and becomes U+FFFD.
package struct HTMLWriter {
  /// The HTML so far.
  package private(set) var bytes: [UInt8] = []
  private var lastWasReturn = false

  /// Creates an empty writer.
  package init() {}

  /// Writes tags.
  package mutating func markup(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes what another writer has written.
  package mutating func markup(_ other: HTMLWriter) { bytes += other.bytes }

  /// Writes text, escaped.
  package mutating func text(_ text: Rope) {
    text.forEachChunk { for byte in $0 { append(byte) } }
    endReturn()
  }

  /// Writes text, escaped.
  package mutating func text(_ text: some Sequence<UInt8>) {
    for byte in text { append(byte) }
    endReturn()
  }

  /// Writes an attribute after a space; nothing if the value is empty.
  mutating func attribute(_ name: StaticString, _ value: some Collection<UInt8>) {
    guard !value.isEmpty else { return }
    markup(" ")
    markup(name)
    markup("=\"")
    // A lone carriage return would become a tag, which can't be in an attribute.
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
    // A parser turns a plain one into a line feed.
    case UInt8(ascii: "\r"):
      markup("&#13;")
      lastWasReturn = true
    case 0: markup("\u{FFFD}")
    default: bytes.append(byte)
    }
  }

  /// Ends a lone carriage return as a line end, which a browser shows only as a tag.
  private mutating func endReturn() {
    if lastWasReturn { markup("<br>") }
    lastWasReturn = false
  }
}
