import MemoText
import Platform

/// Combines what ``BlockReader`` finds in a text with what its blocks say.
struct OutlineReader {
  private(set) var headings: [Outline.Heading] = []
  private(set) var links: [Outline.Link] = []
  private(set) var tags: [Outline.Tag] = []
  private(set) var tasks: [Outline.TaskItem] = []
  private(set) var blocks: [Outline.BlockName] = []
  private(set) var code: [Outline.Code] = []
  private(set) var definitions: [Outline.Definition] = []
  let longestBlock: Int, longestDefinition: Int
  /// Bytes of words that the parser takes for the start of another block.
  let misread: [Int]
  /// Whether the text has more than is read.
  private(set) var isCut: Bool
  /// Parts of the text that CommonMark does not render.
  private(set) var unshown = Outline.Unshown()

  /// The bytes that links may have copied from definitions: without a bound a short text could have gigabytes of them.
  private var left: Int
  /// That of shorter texts. A longer text may have as many as its own length.
  private static let mostExpanded = 100_000
  /// The definitions that links use.
  private var used: Set<Int> = []
  private var slugs = Slug()

  /// Reads a text behind its header.
  ///
  /// - Parameters:
  ///   - isUrgent: whether all cores read it.
  ///   - portion: the bytes of blocks, at least, that are read in one go.
  init(_ text: SparseText, from start: Int, isUrgent: Bool = false, portion: Int = 64 << 10) {
    let structure = BlockReader(text, from: start)
    (longestBlock, longestDefinition) = (structure.longestBlock, structure.longestDefinition)
    (misread, isCut, code) = (structure.broken.sorted(), structure.isCut, structure.code)
    // Nobody writes to these bytes, and all who read them are done when this function returns.
    nonisolated(unsafe) let source = text.bytes
    left = max(Self.mostExpanded, source.count)
    // Each is read once, however many links use it.
    let read = structure.definitions
    let destinations = zip(read, read.urls(in: source)).map { definition, url in
      MarkdownDestination(url: url, source[definition.destination], range: definition.destination)
    }
    // The parser reads all definitions with each.
    let length = read.reduce(0) { $0 + $1.label.count + 16 }
    let portions = structure.blocks.portions(ofBytes: max(portion, length))
    let part = { @Sendable portion in OutlinePart(portion, of: source, (read, destinations)) }
    let most = ReadingLimits(bytes: source.count).most
    var count = SignCount()
    for (portion, part) in zip(portions, isUrgent ? portions.concurrentMap(part) : portions.map(part)) {
      var part = part
      if let sum = count.adding(part.count, notOver: most) {
        count = sum
      } else {
        // The text ends in it, or perhaps in the next one.
        part = OutlinePart(portion, of: source, (read, destinations), behind: count)
        count = part.count
      }
      append(part)
      if part.isCut { break }
    }
    definitions = zip(read, destinations).enumerated().map { index, pair in
      Outline.Definition(pair.0, leadingTo: pair.1, isUsed: used.contains(index))
    }
    unshown.cells = structure.surplus
    unshown.definitions = read.indices.filter { !used.contains($0) }.map { read[$0] }
    code.sort { $0.range.lowerBound < $1.range.lowerBound }
    links.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
  }

  /// Appends the next part of the text.
  private mutating func append(_ part: OutlinePart) {
    isCut = isCut || part.isCut
    for heading in part.headings {
      headings.append(
        Outline.Heading(
          level: heading.level, text: heading.text, slug: slugs.unique(heading.slug), range: heading.range))
    }
    links.reserveCapacity(links.count + part.links.count)
    for link in part.links {
      if let number = link.definition {
        used.insert(number)
        left -= link.target.utf8.count
        if left < 0 { continue }
      }
      links.append(link)
    }
    tags += part.tags
    tasks += part.tasks
    blocks += part.blocks
    code += part.code
  }
}

extension [TextBlock] {
  /// Its blocks in order, in portions of at least this many bytes; the last may have fewer.
  fileprivate func portions(ofBytes least: Int) -> [ArraySlice<TextBlock>] {
    var (portions, start, bytes): ([ArraySlice<TextBlock>], Int, Int) = ([], 0, 0)
    for (index, block) in enumerated() {
      for line in block.lines { bytes += line.count }
      guard bytes >= least || index == count - 1 else { continue }
      portions.append(self[start...index])
      (start, bytes) = (index + 1, 0)
    }
    return portions
  }
}

extension Outline.Definition {
  init(_ definition: LinkDefinition, leadingTo destination: MarkdownDestination, isUsed: Bool) {
    label = String(decoding: definition.label, as: UTF8.self).withOrderedMarks
    labelRange = definition.labelRange
    (target, fragment) = (destination.target, destination.fragment)
    (targetRange, fragmentRange) = (destination.targetRange, destination.fragmentRange)
    let start = labelRange.lowerBound - 1
    range = start..<max(definition.lines.last?.upperBound ?? start, destination.targetRange.upperBound)
    self.isUsed = isUsed
  }
}
