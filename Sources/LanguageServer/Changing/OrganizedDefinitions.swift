import MemoMarkup
import MemoText

/// The definitions of links at the end of a text, in the order of their labels. Those in quotations and lists stay:
/// there they belong to what somebody else said, or to the item.
struct OrganizedDefinitions: Sendable {
  /// The replacements that put them there; none if they are there already, or if no definitions would be.
  private(set) var inOrder: [TextReplacement] = []
  /// The replacements that take those out that no link uses; none if there are no such.
  private(set) var used: [TextReplacement] = []

  /// None.
  init() {}

  init(of outline: Outline, in text: Rope, _ blocks: [Block]) {
    let definitions = outline.definitions.outside(blocks.filter { [.quotation, .list].contains($0.kind) })
    func kept(_ replacements: [TextReplacement], without gone: [Outline.Definition] = []) -> [TextReplacement] {
      Self.areKept(outline, blocks, in: text, by: replacements, without: gone) ? replacements : []
    }
    inOrder = kept(Self.ordering(definitions, text))
    let unused = definitions.filter { !$0.isUsed && !$0.isComment }
    used = kept(unused.map { TextReplacement(range: text.lines(of: $0), text: "") }.joined, without: unused)
  }

  private static func ordering(_ definitions: [Outline.Definition], _ text: Rope) -> [TextReplacement] {
    guard !definitions.isEmpty else { return [] }
    let lineEnd = text.lineEnd
    let written = definitions.map { (label: $0.label.nameForm, text: text.string(in: $0.range)) }
    let sorted = written.enumerated().sorted { ($0.element.label, $0.offset) < ($1.element.label, $1.offset) }
    let block = sorted.map(\.element.text).joined(separator: lineEnd)
    // They are in order where nothing but line ends stands between and behind them.
    let tail = text.string(in: definitions[0].range.lowerBound..<text.summary.utf8)
    if tail.lines == block.lines, sorted.map(\.offset) == Array(written.indices) { return [] }
    let replacements = definitions.map { TextReplacement(range: text.lines(of: $0), text: "") }
    let end = text.summary.utf8
    let rest = text.replacing(replacements)
    let blank = rest.string(in: max(0, rest.summary.utf8 - 4)..<rest.summary.utf8).reversed().prefix(while: \.isNewline)
    let apart = rest.summary.utf8 == 0 ? "" : String(repeating: lineEnd, count: max(0, 2 - blank.count))
    return (replacements + [TextReplacement(range: end..<end, text: apart + block + lineEnd)]).joined
  }

  /// Whether a text says the same but for some definitions, once replacements are made.
  private static func areKept(
    _ outline: Outline, _ blocks: [Block], in text: Rope, by replacements: [TextReplacement],
    without gone: [Outline.Definition]
  ) -> Bool {
    if replacements.isEmpty { return false }
    // Behind a block that nothing ends, such as code without a last fence, they would be part of it.
    let replaced = text.replacing(replacements)
    let after = Outline(of: replaced)
    let ranges = Set(gone.map(\.range))
    let left = outline.definitions.filter { !ranges.contains($0.range) }
    let isSame = after.definitions.map(\.label.nameForm).sorted() == left.map(\.label.nameForm).sorted()
    // Where they stood between a list and indented words, these would be part of the list.
    return isSame && after.links.count == outline.links.count && Block.all(of: replaced).tree == blocks.tree
  }
}

extension Rope {
  /// The lines of a definition, with their ends.
  fileprivate func lines(of definition: Outline.Definition) -> Range<Int> {
    let first = position(at: definition.range.lowerBound, in: .utf8).line
    let line = position(at: definition.range.upperBound, in: .utf8).line
    return offsetOfLine(first)..<(line + 1 < lineCount ? offsetOfLine(line + 1) : definition.range.upperBound)
  }
}

extension [Block] {
  /// A line for each block, but for paragraphs in no other, as definitions alone are: its kind, and how many others it
  /// is in.
  fileprivate var tree: [String] {
    var open: [Block] = []
    return compactMap { block in
      while let last = open.last, last.range.upperBound < block.range.lowerBound { open.removeLast() }
      defer { open.append(block) }
      return open.isEmpty && block.kind == .paragraph ? nil : "\(open.count) \(block.kind)"
    }
  }
}

extension Outline.Definition {
  /// Whether it says something that nobody is to read: `[//]: # (words)`, the usual way to write a comment.
  var isComment: Bool { target.isEmpty && fragment == nil }
}

extension [Outline.Definition] {
  /// The definitions that are in none of some blocks, which come in the order of the text.
  fileprivate func outside(_ blocks: [Block]) -> Self {
    var rest = blocks[...]
    return filter { definition in
      while let first = rest.first, first.range.upperBound < definition.range.lowerBound { rest.removeFirst() }
      return rest.first.map { definition.range.lowerBound < $0.range.lowerBound } ?? true
    }
  }
}

extension String {
  /// Its lines that say something.
  fileprivate var lines: [Substring] { split(whereSeparator: \.isNewline) }
}

extension [TextReplacement] {
  /// The replacements with those that touch joined: at one place a client may not tell which comes first.
  fileprivate var joined: [TextReplacement] {
    var joined: [TextReplacement] = []
    for replacement in sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = joined.last, last.range.upperBound == replacement.range.lowerBound {
        joined[joined.count - 1] = TextReplacement(
          range: last.range.lowerBound..<replacement.range.upperBound, text: last.text + replacement.text)
      } else {
        joined.append(replacement)
      }
    }
    return joined
  }
}
