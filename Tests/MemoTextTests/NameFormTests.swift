import MemoText
import Testing

@Suite("The form of names")
struct NameFormTests {
  @Test(
    "names that differ only in how they are typed are the same",
    arguments: [
      ("Plan", "plan"), (" \t The  Plan\u{A0}\u{3000}B\r\n", "the plan b"), ("STRASSE", "stra\u{DF}e"),
      ("e\u{301}TE\u{301}", "\u{E9}t\u{E9}"), ("\u{1112}\u{1161}\u{11AB}글", "한글"), ("\u{2028}a\u{85}b", "a b"),
    ])
  func same(name: String, other: String) {
    #expect(name.nameForm.utf8.elementsEqual(other.nameForm.utf8))
  }

  @Test(
    "nothing else is", arguments: [("a b", "ab"), ("a\u{200B}b", "a b"), ("하", "한"), ("a-b", "a b"), ("i", "\u{131}")])
  func different(name: String, other: String) { #expect(name.nameForm != other.nameForm) }

  @Test("what is only white space is no name") func empty() { #expect(" \n\u{A0}".nameForm.isEmpty) }

  @Test("the form of a form is the same", arguments: ["The  PLAN ", "ﬃ  İ", "e\u{301} x"])
  func twice(name: String) { #expect(name.nameForm.nameForm.utf8.elementsEqual(name.nameForm.utf8)) }
}
