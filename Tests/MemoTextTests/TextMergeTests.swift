import MemoText
import Testing

/// Texts with `|` between lines.
struct MergeExample: CustomTestStringConvertible, Sendable {
  let what: String
  let base: String
  let ours: String
  let theirs: String
  let merged: String
  var hasConflict = false

  var testDescription: String { what }
}

@Suite("A merge")
struct TextMergeTests {
  private static let examples: [MergeExample] = [
    MergeExample(what: "far lines", base: "a|b|c", ours: "A|b|c", theirs: "a|b|C", merged: "A|b|C"),
    MergeExample(what: "neighbours", base: "a|b", ours: "A|b", theirs: "a|B", merged: "A|B"),
    MergeExample(what: "lines in turn", base: "a|b|c|d", ours: "A|b|C|d", theirs: "a|B|c|D", merged: "A|B|C|D"),
    MergeExample(what: "the same change", base: "a|b|c", ours: "a|x|y|c", theirs: "a|x|y|c|d", merged: "a|x|y|c|d"),
    MergeExample(what: "both append", base: "a|b", ours: "a|b|x", theirs: "a|b|y", merged: "a|b|y|x"),
    MergeExample(what: "both append, ended", base: "a|", ours: "a|x|", theirs: "a|y|", merged: "a|y|x|"),
    MergeExample(what: "both write on the empty last line", base: "a|", ours: "a|x", theirs: "a|y", merged: "a|y|x"),
    MergeExample(what: "both insert", base: "a|b", ours: "a|x|b", theirs: "a|y|b", merged: "a|y|x|b"),
    MergeExample(what: "both insert the same", base: "a|b", ours: "a|x|b", theirs: "a|x|b|c", merged: "a|x|b|c"),
    MergeExample(what: "both append, more there", base: "a|", ours: "a|x|", theirs: "a|x|y|", merged: "a|x|y|"),
    MergeExample(what: "both append, more here", base: "a|", ours: "a|x|y", theirs: "a|x|", merged: "a|x|y"),
    MergeExample(
      what: "both insert, more there, and change", base: "a|b|c", ours: "A|b|x|c", theirs: "a|b|x|y|c",
      merged: "A|b|x|y|c"),
    MergeExample(what: "both write into nothing", base: "", ours: "x|", theirs: "x|y|", merged: "x|y|"),
    MergeExample(what: "both append, more above there", base: "a|", ours: "a|y|", theirs: "a|x|y|", merged: "a|x|y|"),
    MergeExample(what: "both append, more above here", base: "a|", ours: "a|x|y", theirs: "a|y|", merged: "a|x|y"),
    MergeExample(
      what: "both insert, more above there, and change", base: "a|b|c", ours: "A|b|y|c", theirs: "a|b|x|y|c",
      merged: "A|b|x|y|c"),
    MergeExample(
      what: "both append, alike between", base: "a|", ours: "a|y|", theirs: "a|x|y|z|", merged: "a|x|y|z|y|"),
    MergeExample(
      what: "both append, alike at one end", base: "a|", ours: "a|w|y|", theirs: "a|x|y|", merged: "a|x|y|w|y|"),
    MergeExample(what: "both begin", base: "a", ours: "x|a", theirs: "y|a", merged: "y|x|a"),
    MergeExample(what: "inserted before a changed line", base: "a|b", ours: "a|B", theirs: "a|x|b", merged: "a|x|B"),
    MergeExample(what: "inserted after a changed line", base: "a|b", ours: "A|b", theirs: "a|x|b", merged: "A|x|b"),
    MergeExample(
      what: "inserted beside deleted lines", base: "a|b|c", ours: "a|c", theirs: "a|x|b|y|c", merged: "a|x|y|c"),
    MergeExample(
      what: "inserted between lines changed one by one", base: "a|b", ours: "A|B", theirs: "a|x|b", merged: "A|x|B"),
    MergeExample(
      what: "deleted by both, but more here", base: "a|b|c|d", ours: "a|d", theirs: "a|c|d", merged: "a|d",
      hasConflict: true),
    MergeExample(what: "deleted side by side", base: "a|b|c|d", ours: "a|c|d", theirs: "a|b|d", merged: "a|d"),
    MergeExample(what: "all deleted together", base: "a|b", ours: "a", theirs: "b", merged: ""),
    MergeExample(what: "a last line lost and one added", base: "a|b", ours: "a", theirs: "a|b|c", merged: "a|c"),
    MergeExample(what: "a line end added at the end", base: "a", ours: "a|", theirs: "b|a", merged: "b|a|"),
    MergeExample(what: "a line end added there, a line here", base: "a", ours: "a|b", theirs: "a|", merged: "a|b|"),
    MergeExample(what: "one line, two ways", base: "a|b", ours: "A|b", theirs: "Å|b", merged: "A|b", hasConflict: true),
    MergeExample(
      what: "canonically equivalent lines", base: "cafe", ours: "caf\u{E9}", theirs: "cafe\u{301}", merged: "caf\u{E9}",
      hasConflict: true),
    MergeExample(
      what: "deleted there, edited here", base: "a|b", ours: "a|B", theirs: "a", merged: "a|B", hasConflict: true),
    MergeExample(
      what: "edited there, deleted here", base: "a|b", ours: "a", theirs: "a|B", merged: "a", hasConflict: true),
    MergeExample(
      what: "inserted within deleted lines", base: "a|b|c|d", ours: "a|d", theirs: "a|b|x|c|d", merged: "a|d",
      hasConflict: true),
    MergeExample(
      what: "changes around a conflict", base: "a|b|c|d|e", ours: "a|b|X|d|E", theirs: "A|b|Y|d|e", merged: "A|b|X|d|E",
      hasConflict: true),
    MergeExample(
      what: "several lines here within one stretch there", base: "a|b|c|d|e", ours: "a|B|c|D|e", theirs: "a|T",
      merged: "a|B|c|D|e", hasConflict: true),
    MergeExample(
      what: "stretches that overlap", base: "a|b|c|d|e", ours: "a|x|d|e", theirs: "a|b|y|e", merged: "a|x|d|e",
      hasConflict: true),
  ]

  @Test("keeps both sides' changes, and ours where they meet", arguments: examples, ["\n", "\r\n", "\r"])
  func example(_ example: MergeExample, terminator: String) {
    let merge = TextMerge(
      base: rope(example.base, terminator), ours: rope(example.ours, terminator),
      theirs: rope(example.theirs, terminator))
    #expect(merge.text.isIdentical(to: rope(example.merged, terminator)), "\(merge.text.string.debugDescription)")
    #expect(merge.hasConflict == example.hasConflict)
  }

  private func rope(_ marked: String, _ terminator: String) -> Rope {
    Rope(marked.split(separator: "|", omittingEmptySubsequences: false).joined(separator: terminator))
  }

  private static let endings: [(what: String, base: String, ours: String, theirs: String, merged: String)] = [
    ("converted here", "a\nb\nc", "a\r\nb\r\nc", "a\nB\nc", "a\r\nB\r\nc"),
    ("converted there", "a\nb\nc\n", "a\nx\nb\nc\n", "a\rb\rc\r", "a\rx\rb\rc\r"),
    ("two ways", "a\nb\nc", "a\rb\rc", "a\r\nb\r\nc", "a\rb\rc"),
    ("here and there", "a\nb\nc", "a\r\nb\nc", "a\nb\rc", "a\r\nb\rc"),
    ("of the line before", "a\r\nb", "a\r\nb\nx", "A\r\nb", "A\r\nb\nx"),
    ("of a last line that comes to stand inside", "a\r\nb\r\nc", "a\r\nb\r\nc\r\nx", "a\r\nb\r\nC", "a\r\nb\r\nC\r\nx"),
    ("of a line that comes to be the last", "a\nb\nc", "a\nb", "A\nb\nc", "A\nb"),
    ("of a line that is the last here only", "x\nb\r\nc", "x\nb", "x\nb\r\nc\nd", "x\nb\r\nd"),
    ("of lines added there at the end", "a\nb\n", "a\r\nb\r\n", "a\nb\nx\ny\n", "a\r\nb\r\nx\r\ny\r\n"),
    ("of lines added here at the end", "a\nb\n", "a\nb\nx\n", "a\r\nb\r\n", "a\r\nb\r\nx\r\n"),
    ("of lines added at the beginning", "a\nb\n", "a\r\nb\r\n", "x\na\nb\n", "x\r\na\r\nb\r\n"),
    (
      "of lines that replace more", "a\nb\nc\nd\n", "a\r\nb\r\nc\nd\n", "a\nb\nx\ny\nz\nd\n",
      "a\r\nb\r\nx\r\ny\r\nz\r\nd\n"
    ),
    ("of lines in place of one that was converted", "a\nb\nc\n", "a\nb\r\nc\n", "a\nx\ny\nc\n", "a\nx\r\ny\r\nc\n"),
    ("of a line added behind one that was converted", "a\nb\n", "a\r\nb\n", "a\nx\nb\n", "a\r\nx\r\nb\n"),
    ("of a line in place of one before the converted", "a\rb\n", "a\rb\r\n", "x\nb\n", "x\r\nb\r\n"),
    ("as the line before is ended here", "a\nb\n", "a\rb\n", "a\nb\nx\ny\n", "a\rb\nx\ny\n"),
    ("that would melt into one", "a\r\nb\n", "a\rb\n", "a\r\n\n", "a\n\n"),
    ("where no text has one", "", "x", "y", "y\nx"),
  ]

  @Test("merges terminators by themselves", arguments: endings)
  func terminators(_ example: (what: String, base: String, ours: String, theirs: String, merged: String)) {
    let merge = TextMerge(base: Rope(example.base), ours: Rope(example.ours), theirs: Rope(example.theirs))
    #expect(merge.text.string.debugDescription == example.merged.debugDescription)
    #expect(!merge.hasConflict)
  }

  @Test("takes a side as it is if only that one has changed, or both are the same")
  func oneSide() {
    let base = Rope("a\nb\r\nc\rd")
    let other = Rope("a\r\r\nx\n\n")
    for (ours, theirs) in [(base, other), (other, base), (other, other)] {
      let merge = TextMerge(base: base, ours: ours, theirs: theirs)
      #expect(merge.text.isIdentical(to: other))
      #expect(!merge.hasConflict)
    }
  }

  @Test("of texts with all lines changed ends, as no two lines are compared that can't be the same")
  func allChanged() {
    let lines = 200_000
    let base = Rope((0..<lines).map { "base \($0)\n" }.joined())
    let ours = Rope((0..<lines).map { "ours \($0)\n" }.joined())
    var theirs = base
    theirs.replaceSubrange(0..<0, with: "before\n")
    theirs.append(Rope("after"))
    let merge = TextMerge(base: base, ours: ours, theirs: theirs)
    #expect(!merge.hasConflict)
    #expect(merge.text.lineCount == lines + 2)
  }
}
