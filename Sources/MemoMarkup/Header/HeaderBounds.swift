/// The range of a possible header: between a first line `---` and a later line `---` or `...`, between lines `+++`, or
/// an object of JSON that ends at the end of a line.
package struct HeaderBounds: Sendable {
  /// The language of a header.
  package enum Syntax: Sendable {
    /// YAML, between dashes.
    case yaml
    /// TOML, between plus signs.
    case toml
    /// JSON, in braces.
    case json
  }

  /// The language.
  package let syntax: Syntax
  /// The bytes between the two lines; for JSON the object.
  package let contents: Range<Int>
  /// Where the text behind the header begins.
  package let end: Int

  /// U+FEFF in UTF-8, which is ignored before a header.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Looks for a header at the beginning of a text; nil if there is none that ends.
  package init?(_ bytes: [UInt8]) {
    guard let syntax = Self.syntax(bytes.prefix(7)) else { return nil }
    let start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    if syntax == .json {
      guard let object = JSONExtent(bytes, from: start) else { return nil }
      var lines = HeaderLines(bytes, from: object.range.upperBound)
      let line = lines.next()
      guard line?.bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) ?? true else { return nil }
      self.syntax = syntax
      contents = object.range
      end = line?.range.upperBound ?? bytes.count
      return
    }
    var lines = HeaderLines(bytes, from: start)
    guard let first = lines.next(), first.isFence(syntax == .yaml ? "-" : "+") else { return nil }
    while let line = lines.next() {
      guard line.isFence(syntax == .yaml ? "-" : "+") || syntax == .yaml && line.isFence(".") else { continue }
      self.syntax = syntax
      contents = first.range.upperBound..<line.range.lowerBound
      end = line.range.upperBound
      return
    }
    return nil
  }

  /// The language of a header that may begin with these bytes: a quick check that nearly every text fails.
  static func syntax(_ beginning: some Collection<UInt8>) -> Syntax? {
    let mark = beginning.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    if beginning.dropFirst(mark).first == UInt8(ascii: "{") { return .json }
    let fence = beginning.dropFirst(mark).prefix(4)
    guard fence.count == 4, let end = fence.dropFirst(3).first, "\n\r \t".utf8.contains(end) else { return nil }
    if fence.starts(with: "---".utf8) { return .yaml }
    return fence.starts(with: "+++".utf8) ? .toml : nil
  }
}
