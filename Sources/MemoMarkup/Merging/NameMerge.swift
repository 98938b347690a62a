package import MemoText

/// Merges two texts line by line, with special care for names: where the other text differs in a line only by links and
/// tags, as after a renaming, ours adopts these and keeps what was typed beside them.
package enum NameMerge {
  /// The most bytes of lines that are read for names: more would take too long while somebody types.
  private static let longestLines = 64 << 10

  /// A link or a tag.
  private struct Name {
    /// Its range in the text.
    let range: Range<Int>
    let written: String
  }

  /// A name, and its replacement in the other text.
  private typealias Renamed = (name: Name, now: String)

  /// Merges what changed from `base` to `ours` with what changed from `base` to `theirs`.
  package static func merged(base: Rope, ours: Rope, theirs: Rope) -> TextMerge {
    let merge = TextMerge(base: base, ours: ours, theirs: theirs)
    guard merge.hasConflict else { return merge }
    let renamed = renamedNames(base, theirs)
    guard !renamed.isEmpty else { return merge }
    var (there, here): ([TextReplacement], [TextReplacement]) = ([], [])
    for change in changes(base, ours) {
      let names = change.old.flatMap { renamed[$0] ?? [] }
      guard let own = find(names, among: Self.names(ours, change.new)) else { continue }
      there += names.map { TextReplacement(range: $0.name.range, text: $0.now) }
      here += zip(own, names).map { TextReplacement(range: $0.range, text: $1.now) }
    }
    // As if both had started from a text with the new names.
    return there.isEmpty ? merge : TextMerge(base: base.replacing(there), ours: ours.replacing(here), theirs: theirs)
  }

  /// The names that the other text replaces, by the lines of the base in which it changes nothing else.
  private static func renamedNames(_ base: Rope, _ theirs: Rope) -> [Int: [Renamed]] {
    var renamed: [Int: [Renamed]] = [:]
    for change in changes(base, theirs) where change.old.count == 1 && change.new.count == 1 {
      let (old, new) = (names(base, change.old), names(theirs, change.new))
      guard !old.isEmpty, old.count == new.count else { continue }
      let line = change.old.lowerBound
      let replacements = zip(old, new).map { TextReplacement(range: $0.range, text: $1.written) }
      let withNewNames = base.replacing(replacements).line(line)
      guard withNewNames.utf8.elementsEqual(theirs.line(change.new.lowerBound).utf8) else { continue }
      renamed[line] = zip(old, new).filter { $0.written != $1.written }.map { ($0, $1.written) }
    }
    return renamed
  }

  /// The changed lines; where as many replace them, line by line.
  private static func changes(_ base: Rope, _ other: Rope) -> [(old: Range<Int>, new: Range<Int>)] {
    LineChanges(from: base, to: other).hunks.flatMap { hunk in
      guard hunk.old.count == hunk.new.count else { return [(hunk.old, hunk.new)] }
      return zip(hunk.old, hunk.new).map { ($0..<($0 + 1), $1..<($1 + 1)) }
    }
  }

  /// The links and tags of some lines, each line read by itself.
  private static func names(_ text: Rope, _ lines: Range<Int>) -> [Name] {
    guard !lines.isEmpty,
      text.offsetOfLine(lines.upperBound) - text.offsetOfLine(lines.lowerBound) <= longestLines
    else { return [] }
    return lines.flatMap { line in
      // Without indentation, which alone would make it code.
      let words = text.line(line).drop { $0 == " " || $0 == "\t" }
      let end = text.offsetOfLine(line + 1)
      let outline = Outline(of: Rope(String(words)))
      var names: [Name] = []
      let ranges = (outline.links.map(\.range) + outline.tags.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
      for range in ranges.map({ shifted($0, by: end - words.utf8.count) })
      where range.lowerBound >= names.last?.range.upperBound ?? 0 {
        names.append(Name(range: range, written: text.string(in: range)))
      }
      return names
    }
  }

  private static func shifted(_ range: Range<Int>, by offset: Int) -> Range<Int> {
    (range.lowerBound + offset)..<(range.upperBound + offset)
  }

  /// The wanted names among others, in their order; nil if one is missing.
  private static func find(_ wanted: [Renamed], among names: [Name]) -> [Name]? {
    var rest = names[...]
    var found: [Name] = []
    for (name, _) in wanted {
      guard let index = rest.firstIndex(where: { $0.written == name.written }) else { return nil }
      found.append(rest[index])
      rest = rest[(index + 1)...]
    }
    return found
  }
}
