import MemoMarkup
import MemoText

/// The targets of links within a text that are no headings.
extension TextState {
  /// Whether an element of HTML in the text is called so: `<a id="name">`.
  func hasAnchor(_ name: String) async -> Bool {
    let bytes = text.utf8Bytes
    let name = Array(name.removingPercentEncoding.utf8)
    let code = await outline.code
    var place = 0
    while !name.isEmpty, let found = bytes[place...].firstRange(of: name) {
      place = found.lowerBound + 1
      guard found.upperBound < bytes.count, found.lowerBound > 0, case let mark = bytes[found.lowerBound - 1],
        mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'"), bytes[found.upperBound] == mark
      else { continue }
      let before = String(decoding: bytes[..<(found.lowerBound - 1)].suffix(6), as: UTF8.self).lowercased()
      if [" id=", " name="].contains(where: before.hasSuffix), !code.contains(where: { $0.range.contains(place) }) {
        return true
      }
    }
    return false
  }
}

extension String {
  /// Whether it names lines rather than a heading, as sites do that show files: `L1`, `L1-L5`, `1,2`.
  var isLineNumber: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        let numbers = part.drop { $0 == "L" }.split(separator: ",", omittingEmptySubsequences: false)
        return part.hasPrefix("LL") == false && numbers.count <= 2
          && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
      }
  }
}
