import MemoText
import Testing

@testable import MemoSync

@Suite("What two texts may have started from")
struct PresumedBaseTests {
  private func text(_ words: String) -> Rope { Rope(words.split(separator: " ").map { $0 + "\n" }.joined()) }

  @Test(
    "keeps a line in their merge that stands in another place in either, and what either took away is gone",
    arguments: [
      // c stands before a b here and after it there.
      ("c x y", "c a b d x y", "a b c x y", "a b c d x y"),
      ("c x y", "a b c x y", "c a b d x y", "c a b d x y"),
      // d is new in both, in different places.
      ("a b x y", "a b x y d", "a c d e x y f", "a c d e x y f"),
      // One took x away, the other y.
      ("x m y", "m y", "x m", "m"),
      ("", "a b", "a c", "a c b"),
    ])
  func merges(older: String, ours: String, theirs: String, merged: String) {
    let (ours, theirs) = (text(ours), text(theirs))
    let base = ours.presumedBase(with: theirs, since: text(older))
    let merge = TextMerge(base: base, ours: ours, theirs: theirs)
    #expect(Set(merge.text.string.split(separator: "\n")) == Set(merged.split(separator: " ")))
    #expect(merge.text.string.split(separator: "\n").count == merged.split(separator: " ").count)
  }
}
