import JSONRPC
import Platform

/// The wire form of a cursor: a JSON array in hexadecimal digits, so that no client is tempted to interpret it.
enum CursorText {
  /// The cursor with the elements that a body writes.
  static func text(_ writeElements: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writeElements(&writer)
    writer.endArray()
    return Hexadecimal.text(of: writer.bytes)
  }

  /// The elements of a cursor; nil if it is malformed.
  static func elements(_ cursor: String) -> [JSONView]? {
    guard let json = Hexadecimal.bytes(cursor), let document = try? JSONDocument(json) else { return nil }
    return Array(document.root.elements)
  }
}
