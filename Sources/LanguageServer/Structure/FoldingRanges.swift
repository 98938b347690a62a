import JSONRPC
import MemoMarkup
import MemoText

/// Tells what of a document can be folded: sections, items, code, tables, HTML, what stands between `#region` and
/// `#endregion` in comments, and the header.
enum FoldingRanges: RequestType {
  static let method: StaticString = "textDocument/foldingRange"
  typealias Params = DocumentParams

  struct Result: JSONWritable, Sendable {
    let ranges: [Fold]

    func write(to writer: inout JSONWriter) { ranges.write(to: &writer) }
  }

  /// Lines that can be folded into the first of them (`FoldingRange`).
  struct Fold: JSONObjectWritable, Sendable {
    let first: Int
    let last: Int
    let kind: Kind?

    /// The kind of what stands there, where clients have a name for it.
    enum Kind: String { case comment, region }

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("startLine", first)
      writer.member("endLine", last)
      writer.member("kind", kind?.rawValue)
    }
  }
}

extension LanguageSession {
  func foldingRanges(_ params: DocumentParams) throws -> Answer<FoldingRanges.Result> {
    let state = try text(of: params.document)
    return .later(expectedBytes: 0) { [limit = client.mostFolds] in
      let (outline, blocks) = (await state.outline, await state.blocks)
      try Task.checkCancellation()
      let all = [FoldingRanges.Fold].all(in: state.text, outline, blocks)
      return FoldingRanges.Result(ranges: limit.map { Array(all.prefix($0)) } ?? all)
    }
  }
}

extension [FoldingRanges.Fold] {
  /// The parts of a text that can be folded, in the order of the first lines.
  fileprivate static func all(in text: Rope, _ outline: Outline, _ blocks: [Block]) -> Self {
    var places = Places(text, in: .utf8)
    var folds: Self = []
    func add(_ range: Range<Int>, _ kind: FoldingRanges.Fold.Kind? = nil) {
      let (first, last) = (places.line(of: range.lowerBound), places.line(of: range.upperBound))
      if first < last { folds.append(FoldingRanges.Fold(first: first, last: last, kind: kind)) }
    }
    if let header = Header(text) {
      add(0..<Swift.max(0, header.bounds.end - 1))
    }
    for section in Section.all(of: outline, text) {
      // A blank line before the next heading stays.
      let last = places.line(of: section.range.upperBound)
      let isBlank = last > places.line(of: section.range.lowerBound) && text.isBlank(line: last)
      add(section.range.lowerBound..<(isBlank ? places.end(ofLine: last - 1) : section.range.upperBound))
    }
    var regions: [Int] = []
    for block in blocks {
      switch block.kind {
      case .item, .fencedCode, .table: add(block.range)
      case .html:
        let words = text.beginning(of: block.range).drop { $0 == " " }
        if words.isRegionMark("#region") {
          regions.append(block.range.lowerBound)
        } else if words.isRegionMark("#endregion") {
          if let start = regions.popLast() { add(start..<block.range.upperBound, .region) }
        } else {
          add(block.range, words.hasPrefix("<!--") ? .comment : nil)
        }
      case .quotation, .list, .paragraph, .indentedCode: break
      }
    }
    return folds.sorted { ($0.first, $1.last) < ($1.first, $0.last) }
  }
}

extension Rope {
  /// The beginning of a range: enough to see what it is.
  fileprivate func beginning(of range: Range<Int>) -> String {
    var bytes: [UInt8] = []
    forEachChunk(in: range.lowerBound..<min(range.upperBound, range.lowerBound + 100)) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  /// Whether it is a comment that says this first.
  fileprivate func isRegionMark(_ mark: String) -> Bool {
    guard hasPrefix("<!--") else { return false }
    return dropFirst(4).drop { $0.isWhitespace }.hasPrefix(mark)
  }
}
