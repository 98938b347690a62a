import MemoMarkup
import Testing

@Suite("Headings")
struct HeadingTests {
  @Test(
    "have a level, their text without marks, a slug and their lines",
    arguments: [
      ("# Plan", ["1 Plan (plan) <# Plan>"]), ("###### Six ###\r\nx", ["6 Six (six) <###### Six ###>"]),
      ("####### seven", []), ("#none", []), ("\\# none", []), ("a\n# b", ["1 b (b) <# b>"]),
      ("#", ["1  () <#>"]), ("## #\n", ["2  () <## #>"]), ("# a \\#", ["1 a # (a-) <# a \\#>"]),
      ("Set\n===", ["1 Set (set) <Set\n===>"]),
      ("Set\\\r\n  two\\\r\n---\r\nx", ["2 Set two\\ (set-two) <Set\\\r\n  two\\\r\n--->"]),
      (
        "# *a* **b** `c*` ~~d~~ <i>e</i> &amp; \\*",
        ["1 a b c* d e & * (a-b-c-d-e--) <# *a* **b** `c*` ~~d~~ <i>e</i> &amp; \\*>"]
      ),
      ("# [a](b) ![c](d) <http://e>", ["1 a c http://e (a-c-httpe) <# [a](b) ![c](d) <http://e>>"]),
      (
        "# See [[Plan|the *plan*]] *now*", ["1 See the *plan* now (see-the-plan-now) <# See [[Plan|the *plan*]] *now*>"]
      ),
      ("# *a [[b*c]] d*", ["1 a b*c d (a-bc-d) <# *a [[b*c]] d*>"]),
      ("> # In\n> - # Item", ["1 In (in) <> # In>", "1 Item (item) <> - # Item>"]),
      ("    # code\n```\n# code\n```\n<pre>\n# html\n</pre>\n<!--\n# no\n-->\n", []),
      ("a\u{0}b\n==", ["1 a\u{FFFD}b (ab) <a\u{0}b\n==>"]),
      ("[a]: /u\n===\n[a]", []), ("[a]: /u\n'title'\nText\n===", ["1 Text (text) <Text\n===>"]),
      ("\u{FEFF}# Mark", ["1 Mark (mark) <# Mark>"]), ("---\nx: 1\n---\n# Head", ["1 Head (head) <# Head>"]),
      ("+++\nx = 1\n# no\n+++\n# Head", ["1 Head (head) <# Head>"]),
      ("# One\r# Two", ["1 One (one) <# One>", "1 Two (two) <# Two>"]),
      ("- a\n\n\n\n  # b\n", ["1 b (b) <  # b>"]),
    ])
  func found(text: String, headings: [String]) {
    #expect(OutlineSketch(text).headings == headings)
  }

  @Test(
    "have slugs as GitHub makes them, none of them twice",
    arguments: [
      (["Plan", "plan", "Plan"], ["plan", "plan-1", "plan-2"]), (["a", "a-1", "a"], ["a", "a-1", "a-2"]),
      (["a-1", "a", "a"], ["a-1", "a", "a-2"]), (["Hello, World!", "a_b - c"], ["hello-world", "a_b---c"]),
      (["안녕 하세요", "Überraschung", "1. ½ ² x²"], ["안녕-하세요", "überraschung", "1---x"]),
      (["😀 a", "é", "C++", "a/b.c"], ["-a", "é", "c", "abc"]),
    ])
  func slugs(titles: [String], slugs: [String]) {
    #expect(OutlineSketch(titles.map { "# \($0)\n" }.joined()).outline.headings.map(\.slug) == slugs)
  }
}
