import MemoMarkup
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

@testable import MemoEngine

@Suite("Names in a merge")
struct NameMergeTests {
  private typealias Example = (base: String, ours: String, theirs: String, merged: String, hasConflict: Bool)

  /// Lines are parted by `/`.
  private static let examples: [Example] = [
    ("see [[Old]] and", "see [[Old]] and more", "see [[New]] and", "see [[New]] and more", false),
    ("x/see [[Old]] and", "x/we see [[Old]] and", "x/see [[New]] and", "x/we see [[New]] and", false),
    ("[[Old|a]] b [[Old]]", "[[Old|a]] c b d [[Old]]", "[[New|a]] b [[New]]", "[[New|a]] c b d [[New]]", false),
    ("#old word", "a #old word", "#new word", "a #new word", false),
    ("[a](Old) ![b](Old)", "[a](Old) c ![b](Old)", "[a](New) ![b](New)", "[a](New) c ![b](New)", false),
    ("[[Old]] x", "[[Old]] [[Old]] [[Y]] x", "[[New]] x", "[[New]] [[Old]] [[Y]] x", false),
    ("[[A]] [[Old]] x", "[[B]] [[Old]] x", "[[A]] [[New]] x", "[[B]] [[New]] x", false),
    ("a [[Old]] b", "a [[Old]]/c b", "a [[New]] b", "a [[New]]/c b", false),
    ("    - é [[Old]] b", "    - é [[Old]] b ü", "    - é [[New]] b", "    - é [[New]] b ü", false),
    ("[[Old]]/[[Old]] x/y", "[[Old]] a/[[Old]] b/y", "[[New]]/[[New]] x/z", "[[New]] a/[[New]] b/z", false),
    // What stands at the same place, or beside what else the other wrote, is a conflict as ever.
    ("[[Old]] x", "[[Olds]] x", "[[New]] x", "[[Olds]] x", true),
    ("[[Old|a]] x", "[[Old|b]] x", "[[New|a]] x", "[[Old|b]] x", true),
    ("a [[Old]] b", "a b c", "a [[New]] b", "a b c", true),
    ("a [[Old]]", "a [[Old]] c", "b [[New]]", "a [[Old]] c", true),
    ("a [[Old]]", "a [[Old]] c", "a [[New]] [[Y]]", "a [[Old]] c", true),
    ("a `[[Old]]`", "a `[[Old]]` c", "a `[[New]]`", "a `[[Old]]` c", true),
    ("one", "one a", "two", "one a", true),
    ("[[Old]] x/b", "[[Old]] y/c", "[[New]] x/d", "[[New]] y/c", true),
  ]

  @Test("stay with what is typed beside them", arguments: examples.indices, ["\n", "\r\n"])
  func example(index: Int, end: String) {
    let (base, ours, theirs, merged, hasConflict) = Self.examples[index]
    let text = { (marked: String) in
      Rope(marked.split(separator: "/", omittingEmptySubsequences: false).joined(separator: end))
    }
    let merge = NameMerge.merged(base: text(base), ours: text(ours), theirs: text(theirs))
    #expect(merge.text.string == text(merged).string)
    #expect(merge.hasConflict == hasConflict)
  }

  @Test("are renamed whatever is put in between, and no word is lost")
  func random() throws {
    var random = SeededGenerator(stream: 1)
    let names = ["[[Old]]": "[[New]]", "[[Old|x]]": "[[New|x]]", "#old": "#new", "[y](Old)": "[y](New)"]
    for _ in 0..<1_000 {
      let base = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        random.chance(50) ? names.keys.sorted()[Int.random(in: 0..<names.count, using: &random)] : "word"
      }
      var ours = base
      for number in 0..<Int.random(in: 0...3, using: &random) {
        ours.insert("mine\(number)", at: Int.random(in: 0...ours.count, using: &random))
      }
      let renamed = { (words: [String]) in words.map { names[$0] ?? $0 }.joined(separator: " ") }
      let merge = NameMerge.merged(
        base: Rope(base.joined(separator: " ")), ours: Rope(ours.joined(separator: " ")), theirs: Rope(renamed(base)))
      try require(merge.text.string == renamed(ours) && !merge.hasConflict, "\(base), \(ours): \(merge.text.string)")
    }
  }

  @Test("of long lines are not looked for")
  func long() {
    let words = String(repeating: "word ", count: 14_000)
    let merge = NameMerge.merged(
      base: Rope("[[Old]] \(words)"), ours: Rope("[[Old]] \(words)x"), theirs: Rope("[[New]] \(words)"))
    #expect(merge.hasConflict)
  }

  @Test("are as another process has renamed them while somebody types on their line, and nothing becomes a copy")
  func processes() async throws {
    let here = await Fixture()
    try await here.create("a", "Old")
    try await here.create("b", "see [[Old]] and")
    _ = try await here.engine.flush(nil)
    let there = await Fixture(on: here.store.shelf)
    try await there.type("we ", into: "b")
    _ = try await here.engine.rename(.memo(memoID("a"), title: "New", baseVersion: nil))
    await there.engine.pullExternalChanges()
    #expect(try await there.engine.memo(memoID("b")).text.string == "we see [[New]] and")
    _ = try await there.engine.flush(nil)
    await here.engine.pullExternalChanges()
    #expect(try await here.engine.memo(memoID("b")).text.string == "we see [[New]] and")
    #expect(try await here.engine.list().page(.newest).total == 2)
  }
}
