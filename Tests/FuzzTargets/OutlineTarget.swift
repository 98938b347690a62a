import MemoMarkup
import MemoText
import TestSupport

extension FuzzTarget {
  /// Whatever a text is found to say stands in it, in order, and in the place that is given. An input is a text, or
  /// nearly one.
  package static let outlines = FuzzTarget(
    name: "outlines", longRuns: 200_000, maximumBytes: 512,
    seeds: {
      [
        "---\ntags: a\n---\n# H *x* [[a#b|c]]\n\nSet\n===\n> - [x] #t ![d](<e f>#g 'h')\n>   [i][j] ^k\n\n[j]: /l\n",
        "| a | [[b\\|c]] |\n|---|:-:|\n| `d` | <e@f.g> |\n\n"
          + "```\n[[n]]\n```\n<!-- a--b -->\n    code\n- - 1. <i> \\[[o]]\n",
        "\u{FEFF}가 😀#no ![[x]] (#é/ü) `` a`b `` &amp; ~~s~~ __b__\\\n[a](b(c)\\)) ![i [j](k)](l)\r\n"
          + "\r[m\nn]:\n<o>\n'p'\nq",
      ].map { Array($0.utf8) }
    },
    mutate: { $1.damage($0) },
    start: { check }
  )

  private static func check(_ input: [UInt8]) throws {
    let text = Rope(String(decoding: input, as: UTF8.self))
    let outline = Outline(of: text)
    let links = outline.links
    try inOrder(outline.headings.map(\.range), text, "headings")
    try inOrder(outline.tags.map(\.range), text, "tags")
    try inOrder(outline.tasks.map(\.range), text, "tasks")
    try inOrder(outline.blocks.map(\.range), text, "blocks")
    try require(Set(outline.headings.map(\.slug)).count == outline.headings.count, "a slug twice")
    for link in links {
      for range in [link.range, link.targetRange] + (link.fragmentRange.map { [$0] } ?? []) {
        try require(text.hasScalarBorders(range), "\(link)")
      }
      if link.kind == .wiki || link.kind == .embed {
        try require(text.string(in: link.range).hasSuffix("]]"), "\(link)")
        try require(link.range.contains(link.targetRange.lowerBound), "\(link)")
      }
    }
    for (link, next) in zip(links, links.dropFirst()) {
      try require(link.range.lowerBound <= next.range.lowerBound, "\(link) before \(next)")
    }
    for tag in outline.tags {
      try require(text.string(in: tag.range) == "#" + tag.name, "\(tag)")
      try require(!links.contains { $0.range.overlaps(tag.range) }, "\(tag) in a link")
      try require(!outline.code.contains { $0.range.overlaps(tag.range) }, "\(tag) in code")
    }
    for task in outline.tasks { try require(text.string(in: task.range).count == 3, "\(task)") }
    for block in outline.blocks { try require(text.string(in: block.range) == "^" + block.name, "\(block)") }
    for code in outline.code { try require(text.hasScalarBorders(code.range), "\(code)") }
  }

  private static func inOrder(_ ranges: [Range<Int>], _ text: Rope, _ what: String) throws {
    var end = 0
    for range in ranges {
      try require(text.hasScalarBorders(range) && range.lowerBound >= end && !range.isEmpty, "\(what): \(ranges)")
      end = range.upperBound
    }
  }
}
