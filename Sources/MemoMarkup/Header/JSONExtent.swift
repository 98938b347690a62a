/// The extent of a JSON object, found without reading its contents.
package struct JSONExtent {
  /// From its first brace to behind its last one.
  package let range: Range<Int>
  /// The place of the comma before its last member; nil if it has fewer than two.
  package let lastComma: Int?

  /// Looks for the end of an object that begins at a place; nil if there is none.
  package init?(_ bytes: [UInt8], from start: Int) {
    var depth = 0
    var isText = false
    var comma: Int?
    var index = start
    // An object continues with a name or its end; anything else may be a template.
    guard let name = bytes.dropFirst(start + 1).first(where: { !" \t\r\n".utf8.contains($0) }),
      name == UInt8(ascii: "\"")
    else { return nil }
    while index < bytes.count {
      let byte = bytes[index]
      defer { index += 1 }
      if isText {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isText = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          range = start..<(index + 1)
          lastComma = comma
          return
        }
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: ","): if depth == 1 { comma = index }
      default: break
      }
    }
    return nil
  }
}
