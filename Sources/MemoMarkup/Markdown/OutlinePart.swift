import MemoText

/// What some blocks in a row say: combines what ``InlineReader`` and ``SignReader`` find in them. The parts of a text
/// don't depend on each other.
struct OutlinePart: Sendable {
  /// The headings; their slugs are those of the words alone.
  private(set) var headings: [Outline.Heading] = []
  /// The links: Markdown's in the order in which their texts end, then those in wiki syntax.
  private(set) var links: [Outline.Link] = []
  private(set) var tags: [Outline.Tag] = []
  private(set) var tasks: [Outline.TaskItem] = []
  private(set) var blocks: [Outline.BlockName] = []
  private(set) var code: [Outline.Code] = []
  /// What was read of them, and whether that was not all.
  let count: SignCount, isCut: Bool

  /// The definitions of a text's links, and where each leads.
  typealias Definitions = (read: [LinkDefinition], destinations: [MarkdownDestination])

  /// Reads blocks of a text that is at `source`.
  ///
  /// - Parameter before: what was counted in the blocks before these.
  init(
    _ blocks: ArraySlice<TextBlock>, of source: UnsafeBufferPointer<UInt8>, _ definitions: Definitions,
    behind before: SignCount = SignCount()
  ) {
    let text = InlineText(source, blocks, hasDefinitions: !definitions.read.isEmpty, behind: before)
    (count, isCut) = (text.count, text.isCut)
    let inlines = InlineReader(text, definitions: definitions.read)
    // Most brackets are of wiki links, if any are. What is not used takes no memory.
    let mostLinks = min((text.count.openings - before.openings) / 2, Outline.mostRead(inBytes: source.count))
    links.reserveCapacity(inlines.links.count + mostLinks)
    for link in inlines.links { read(link, text, definitions.destinations) }
    for span in inlines.code { code.append(Outline.Code(text: span.text, range: text.source(span.range))) }
    var shown: [(block: Int, links: [SignReader.WikiLink])] = []
    var named: Set<Int> = []
    for (index, block) in text.blocks.enumerated() {
      let signs = SignReader(text, block, inlines.found[index].spans, source: source)
      for link in signs.links { read(link, text) }
      for tag in signs.tags { tags.append(Outline.Tag(name: string(text, tag.dropFirst()), range: text.source(tag))) }
      if let name = signs.name {
        self.blocks.append(Outline.BlockName(name: string(text, name.dropFirst()), range: text.source(name)))
        named.insert(index)
      }
      if block.needsWords, !signs.links.isEmpty { shown.append((index, signs.links)) }
    }
    let words = ShownWords(text, shown, definitions.read)
    for (index, block) in text.blocks.enumerated() where block.needsWords {
      let shown = (words.of[index] ?? inlines.found[index].words).withOrderedMarks
      let words = named.contains(index) ? shown.withoutBlockName : shown
      if case .heading(let level, let range) = block.kind {
        headings.append(Outline.Heading(level: level, text: words, slug: Slug.of(words), range: range))
      } else if let task = block.task {
        tasks.append(Outline.TaskItem(isDone: task.isDone, text: words, range: task.range))
      }
    }
  }

  private func string(_ text: InlineText, _ range: Range<Int>) -> String {
    String(decoding: text.bytes[range], as: UTF8.self).withOrderedMarks
  }

  private mutating func read(_ link: SignReader.WikiLink, _ text: InlineText) {
    links.append(
      Outline.Link(
        kind: link.isEmbedded ? .embed : .wiki, target: string(text, link.target),
        fragment: link.fragment.map { string(text, $0) }, label: link.label.map { string(text, $0) },
        range: text.source(link.range), targetRange: text.source(link.target),
        fragmentRange: link.fragment.map { text.source($0) }, namesMemo: true))
  }

  private mutating func read(
    _ link: InlineReader.ParsedLink, _ text: InlineText, _ definitions: [MarkdownDestination]
  ) {
    let range = text.source(link.range)
    func destination(at place: Range<Int>) -> MarkdownDestination {
      let written = MarkdownDestination(url: link.url, text.bytes[place], range: place)
      return MarkdownDestination(
        target: written.target, fragment: written.fragment, targetRange: text.source(written.targetRange),
        fragmentRange: written.fragmentRange.map { text.source($0) }, namesMemo: written.namesMemo)
    }
    guard let end = link.textEnd else {
      let target = destination(at: link.range.dropFirst().dropLast())
      links.append(
        Outline.Link(
          kind: target.namesMemo ? .markdown : .url, target: target.target, fragment: target.fragment, label: nil,
          range: range, targetRange: target.targetRange, fragmentRange: target.fragmentRange,
          namesMemo: target.namesMemo))
      return
    }
    let target: MarkdownDestination
    var definition: Int?
    if text.bytes[link.range.upperBound - 1] == UInt8(ascii: ")") {
      target = destination(at: text.bytes.destination(behind: end, before: link.range.upperBound))
    } else {
      guard let number = Int(link.url), definitions.indices.contains(number) else { return }
      (target, definition) = (definitions[number], number)
    }
    links.append(
      Outline.Link(
        kind: link.isImage ? .image : .markdown, target: target.target, fragment: target.fragment,
        label: link.words.isEmpty ? nil : link.words.withOrderedMarks, range: range, targetRange: target.targetRange,
        fragmentRange: target.fragmentRange, namesMemo: target.namesMemo, definition: definition))
  }
}

extension [UInt8] {
  /// The range of the destination of an inline link whose text ends at a place; without `<` and `>`.
  fileprivate func destination(behind textEnd: Int, before end: Int) -> Range<Int> {
    var start = textEnd + 2
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    guard start < end else { return textEnd + 2..<textEnd + 2 }
    let isPointed = self[start] == UInt8(ascii: "<")
    if isPointed { start += 1 }
    var (position, depth) = (start, 0)
    while position < end {
      let byte = self[position]
      if byte == UInt8(ascii: "\\"), position + 1 < end, self[position + 1].isASCIIPunctuation {
        position += 2
        continue
      }
      if isPointed ? byte == UInt8(ascii: ">") : byte == 0x20 || byte == 0x09 { break }
      if !isPointed {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          depth -= 1
          if depth < 0 { break }
        }
      }
      position += 1
    }
    return start..<Swift.min(position, end)
  }
}

extension String {
  /// The words of a block without its name, which they end with.
  fileprivate var withoutBlockName: String {
    String(unicodeScalars[..<(unicodeScalars.lastIndex(of: "^") ?? endIndex)]).trimmingWhiteSpace
  }
}
