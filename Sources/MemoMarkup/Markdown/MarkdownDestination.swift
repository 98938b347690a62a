import MemoText
import Platform

/// The parts of a Markdown link's destination.
struct MarkdownDestination {
  /// The name of its target, and the heading or block there.
  let target: String, fragment: String?
  /// Their ranges.
  let targetRange: Range<Int>, fragmentRange: Range<Int>?
  /// Whether it leads to a memo.
  let namesMemo: Bool

  /// Creates a destination from its parts.
  init(
    target: String, fragment: String?, targetRange: Range<Int>, fragmentRange: Range<Int>?, namesMemo: Bool
  ) {
    (self.target, self.fragment, self.namesMemo) = (target, fragment, namesMemo)
    (self.targetRange, self.fragmentRange) = (targetRange, fragmentRange)
  }

  /// Reads a destination.
  ///
  /// - Parameters:
  ///   - url: the destination without escapes.
  ///   - bytes: the bytes that it is written in, at `range`.
  init(url: String, _ bytes: some RandomAccessCollection<UInt8>, range: Range<Int>) {
    var url = url.withOrderedMarks
    if let scheme = url.urlScheme, scheme != "file", scheme != "memo" {
      (target, fragment, targetRange, fragmentRange, namesMemo) = (url, nil, range, nil, false)
      return
    }
    let hasParts = url.withUTF8 { bytes in
      bytes.contains { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "%") }
    }
    guard hasParts else {
      (target, fragment, targetRange, fragmentRange, namesMemo) = (url, nil, range, nil, !url.isEmpty)
      return
    }
    // A `#` in an entity, as in `&#35;`, begins no fragment.
    var mark: Int?
    var last: UInt8 = 0
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "#"), last != UInt8(ascii: "&") {
        mark = index
        break
      }
      last = byte
    }
    // By bytes, since a combining mark may follow it.
    let hash = mark == nil ? nil : url.utf8.firstIndex(of: UInt8(ascii: "#"))
    let words = hash.map { String(url[url.utf8.index(after: $0)...]).percentDecoded.withOrderedMarks } ?? ""
    let (path, end) = (url[..<(hash ?? url.endIndex)], hash == nil ? bytes.count : mark ?? bytes.count)
    // What is asked of a file, as in `a.md?raw`, is no part of its name.
    let (read, written) = (path.utf8.countWithoutQuery, bytes.prefix(end).countWithoutQuery)
    let hasQuery = read != nil && written != nil
    target = String(hasQuery ? Substring(path.utf8.prefix(read ?? 0)) : path).percentDecoded.withOrderedMarks
    fragment = words.isEmpty ? nil : words
    targetRange = range.prefix(hasQuery ? written ?? end : end)
    fragmentRange = words.isEmpty ? nil : range.dropFirst(end + 1)
    namesMemo = !target.isEmpty || fragment != nil
  }
}

extension BidirectionalCollection<UInt8> {
  /// The number of bytes before the `?` of a query that follows the path of a file with an extension; nil if there is
  /// none. A title may have a question mark, too.
  package var countWithoutQuery: Int? {
    guard let mark = firstIndex(of: UInt8(ascii: "?")), case let query = self[index(after: mark)...], !query.isEmpty,
      !query.contains(where: { $0 == 0x20 || (0x09...0x0D).contains($0) })
    else { return nil }
    let ending = self[..<mark].reversed().prefix { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    let rest = self[..<mark].dropLast(ending.count)
    guard (1...8).contains(ending.count), ending.contains(where: { $0 > 0x39 }), rest.last == UInt8(ascii: "."),
      rest.count > 1
    else { return nil }
    return distance(from: startIndex, to: mark)
  }
}

extension String {
  /// The scheme of a URL in lower case (RFC 3986, section 3.1; at least two letters, since one is a drive); nil if the
  /// text has none, or white space.
  package var urlScheme: String? {
    var text = self
    return text.withUTF8 { bytes in
      guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon >= 2, bytes[0].isASCIILetter,
        bytes[..<colon].allSatisfy(\.isInScheme), !bytes.contains(0x20)
      else { return nil }
      return String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    }
  }

  /// The text with `%41` decoded to its byte; unchanged where that would not be UTF-8.
  var percentDecoded: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    return String(validating: Array(utf8)[...].percentDecoded, as: UTF8.self) ?? self
  }
}

extension UInt8 {
  /// Whether it may be in a scheme.
  fileprivate var isInScheme: Bool { isASCIILetter || isASCIIDigit || "+-.".utf8.contains(self) }
}
