package import JSON
import Platform

/// A place in a list as clients are given it: a JSON array in hexadecimal digits, so that none is tempted to read it.
package enum OpaqueCursor {
  /// The cursor with the elements that a body writes.
  package static func text(_ writeElements: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writeElements(&writer)
    writer.endArray()
    return Hexadecimal.text(of: writer.bytes)
  }

  /// The elements of a cursor; nil if it is none of ours.
  package static func elements(_ cursor: String) -> [JSONView]? {
    guard let bytes = Hexadecimal.bytes(cursor), let document = try? JSONDocument(bytes) else { return nil }
    return Array(document.root.elements)
  }
}
