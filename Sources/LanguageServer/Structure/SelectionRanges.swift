import JSONRPC
import MemoMarkup
import MemoText

/// Tells what is around places, from the smallest to the largest: parts of links, links, blocks, sections.
enum SelectionRanges: RequestType {
  static let method: StaticString = "textDocument/selectionRange"

  struct Params: JSONReadable, AboutDocument {
    let document: DocumentIdentifier
    let positions: [TextPosition]

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      positions = try json.required("positions")
    }
  }

  /// Ranges, each in the next one (`SelectionRange`).
  struct Nest: JSONWritable, Sendable {
    let ranges: [TextRange]

    func write(to writer: inout JSONWriter) {
      for (index, range) in ranges.enumerated() {
        if index > 0 { writer.name("parent") }
        writer.beginObject()
        writer.member("range", range)
      }
      for _ in ranges { writer.endObject() }
    }
  }

  typealias Result = [Nest]
}

extension LanguageSession {
  func selectionRanges(_ params: SelectionRanges.Params) throws -> Answer<[SelectionRanges.Nest]> {
    let (state, encoding) = (try text(of: params.document), client.encoding)
    let offsets = try params.positions.map { try offset(of: $0, in: state) }
    return .later(expectedBytes: 0) {
      let (outline, blocks) = (await state.outline, await state.blocks)
      let reading = Reading(state.text, outline, blocks)
      return offsets.map { offset in
        var places = Places(state.text, in: encoding)
        let ranges = Surroundings(of: offset, in: reading).ranges
        return SelectionRanges.Nest(ranges: ranges.map { places($0) })
      }
    }
  }
}

/// What is looked at for each place in a text, of which an editor with many cursors asks about many.
private struct Reading {
  let text: Rope, outline: Outline, blocks: [Block]
  let bytes: [UInt8], sections: [Section], header: Range<Int>?

  init(_ text: Rope, _ outline: Outline, _ blocks: [Block]) {
    (self.text, self.outline, self.blocks) = (text, outline, blocks)
    (bytes, sections) = (text.utf8Bytes, Section.all(of: outline, text))
    header = Header(text).map { 0..<$0.bounds.end }
  }
}

/// The ranges around a place in a text.
private struct Surroundings {
  /// The most ranges: each is one level of the answer's JSON, which readers limit.
  private static let most = 100

  private(set) var ranges: [Range<Int>] = []

  init(of offset: Int, in reading: Reading) {
    let (text, outline, blocks, bytes) = (reading.text, reading.outline, reading.blocks, reading.bytes)
    var all: [Range<Int>] = []
    for link in outline.links where link.range.lowerBound <= offset && offset <= link.range.upperBound {
      all += [link.targetRange, link.range] + [link.fragmentRange].compactMap(\.self) + Self.parts(of: link, bytes)
    }
    for definition in outline.definitions {
      all += [definition.labelRange, definition.destinationRange, definition.range]
    }
    all += outline.tags.map(\.range) + outline.code.map(\.range)
    all += outline.code.filter { $0.range.contains(offset) }.map { bytes[$0.range].withoutMarks }
    all += blocks.map(\.range)
    let around = blocks.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
    if let words = around.map(\.range).min(by: { $0.count < $1.count }) {
      all += Emphasis.all(in: words, bytes, without: outline.code.map(\.range))
    }
    // In a quotation the line that somebody said.
    if around.contains(where: { $0.kind == .quotation }) {
      all.append(text.offsetOfLine(text.line(of: offset))..<text.endOfLine(text.line(of: offset)))
    }
    for table in blocks where table.kind == .table && table.range.contains(offset) {
      all += TableParts(of: table.range, around: offset, bytes).ranges
    }
    if let header = reading.header { all.append(header) }
    let sections = reading.sections
    for (index, section) in sections.enumerated() {
      all.append(section.range)
      // What is the heading's own, before those below it.
      if index + 1 < sections.count, case let next = sections[index + 1].range,
        next.lowerBound < section.range.upperBound
      {
        let end = text.endOfLine(text.line(of: next.lowerBound) - 1)
        let below = text.offsetOfLine(text.line(of: section.heading.range.upperBound) + 1)
        // With the heading only from there, since what is below all of it goes with that.
        let start = offset < below ? section.heading.range.lowerBound : below
        if start < end { all.append(start..<end) }
      }
      // What is below the heading.
      let body = text.line(of: section.heading.range.upperBound) + 1
      if body < text.lineCount, case let start = text.offsetOfLine(body), start < section.range.upperBound {
        all.append(start..<section.range.upperBound)
      }
    }
    let holding = all.filter { $0.lowerBound <= offset && offset <= $0.upperBound && !$0.isEmpty }
    for range in holding.sorted(by: { $0.count < $1.count }) where ranges.count < Self.most {
      // Each holds the one before it.
      guard let last = ranges.last else {
        ranges.append(range)
        continue
      }
      if range != last, range.lowerBound <= last.lowerBound, last.upperBound <= range.upperBound {
        ranges.append(range)
      }
    }
    if ranges.isEmpty { ranges = [offset..<offset] }

  }

  /// The parts of `[words](<destination> "title")`: the words, and what is in the brackets, with those and without.
  private static func parts(of link: Outline.Link, _ bytes: [UInt8]) -> [Range<Int>] {
    guard link.kind == .markdown || link.kind == .image, let destination = link.destinationRange,
      bytes[link.range.upperBound - 1] == UInt8(ascii: ")")
    else { return [] }
    var parts: [Range<Int>] = []
    var open = destination.lowerBound - 1
    if open > 0, bytes[open] == UInt8(ascii: "<") {
      parts.append(open..<min(destination.upperBound + 1, link.range.upperBound))
      open -= 1
    }
    while open > link.range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[open]) { open -= 1 }
    let start = link.range.lowerBound + (link.kind == .image ? 2 : 1)
    guard bytes[open] == UInt8(ascii: "("), start < open else { return parts }
    return parts + [start..<open - 1, open + 1..<link.range.upperBound - 1, open..<link.range.upperBound]
  }
}

/// The ranges around a place in a table: the cell, with the bars beside it and without; the line of the headings, or
/// all that is below that.
private struct TableParts {
  private(set) var ranges: [Range<Int>] = []

  init(of table: Range<Int>, around offset: Int, _ bytes: [UInt8]) {
    let lines = bytes[table].split(omittingEmptySubsequences: false) { $0 == 0x0A }.map { line in
      line.startIndex..<line.endIndex - (line.last == 0x0D ? 1 : 0)
    }
    // Words may stand above a table.
    guard let mark = lines.indices.dropFirst().first(where: { bytes[lines[$0]].isTableMark }),
      let own = lines.firstIndex(where: { $0.lowerBound <= offset && offset <= $0.upperBound }), own >= mark - 1,
      own != mark
    else { return }
    if own < mark { ranges.append(lines[own]) } else { ranges.append(lines[mark + 1].lowerBound..<table.upperBound) }
    let bars = lines[own].filter { place in
      bytes[place] == UInt8(ascii: "|")
        && bytes[lines[own].lowerBound..<place].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 0
    }
    guard let before = bars.last(where: { $0 < offset }), let behind = bars.first(where: { $0 >= offset }) else {
      return
    }
    ranges += [before + 1..<behind, before..<behind + 1]
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is the line below the headings of a table.
  fileprivate var isTableMark: Bool {
    contains(UInt8(ascii: "-")) && allSatisfy { "|:- \t".utf8.contains($0) }
  }
}
