import Dispatch
import MemoMarkup
import Synchronization
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
      ("# ***(a)***~~~b", ["1 (a)~~~b (ab) <# ***(a)***~~~b>"]), ("# \\~~~a~~", ["1 ~a (a) <# \\~~~a~~>"]),
      ("> # In\n> - # Item", ["1 In (in) <> # In>", "1 Item (item) <> - # Item>"]),
      ("    # code\n```\n# code\n```\n<pre>\n# html\n</pre>\n<!--\n# no\n-->\n", []),
      ("a\u{0}b\n==", ["1 a\u{FFFD}b (ab) <a\u{0}b\n==>"]),
      ("[a]: /u\n===\n[a]", []), ("[a]: /u\n'title'\nText\n===", ["1 Text (text) <Text\n===>"]),
      ("\u{FEFF}# Mark", ["1 Mark (mark) <# Mark>"]), ("---\nx: 1\n---\n# Head", ["1 Head (head) <# Head>"]),
      ("+++\nx = 1\n# no\n+++\n# Head", ["1 Head (head) <# Head>"]),
      ("a\\\\\nb\n===", ["1 a\\ b (a-b) <a\\\\\nb\n===>"]),
      ("# One\r# Two", ["1 One (one) <# One>", "1 Two (two) <# Two>"]),
      ("- a\n\n\n\n  # b\n", ["1 b (b) <  # b>"]),
      ("# Log ^id", ["1 Log (log) <# Log ^id>"]), ("a *b* ^c ##\n==", ["1 a b ^c ## (a-b-c-) <a *b* ^c ##\n==>"]),
      ("## [[a^b|c^d]] #t\t^e ##\n", ["2 c^d #t (cd-t) <## [[a^b|c^d]] #t\t^e ##>"]), ("# ^id", ["1  () <# ^id>"]),
      ("# a ^\u{308}b", ["1 a (a) <# a ^\u{308}b>"]), ("a\n^b\n===\n# a", ["1 a (a) <a\n^b\n===>", "1 a (a-1) <# a>"]),
      ("# a `^b`\n# a^b\n# \\^b", ["1 a ^b (a-b) <# a `^b`>", "1 a^b (ab) <# a^b>", "1 ^b (b) <# \\^b>"]),
    ])
  func found(text: String, headings: [String]) {
    #expect(OutlineSketch(text).headings == headings)
  }

  @Test("have their text without marks, however many threads read some at once")
  func threads() {
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<200 {
        let headings = OutlineSketch(String(repeating: "# ~~a~~ b\n", count: 50)).headings
        if !headings.allSatisfy({ $0.hasPrefix("1 a b (") }) { wrong.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @Test(
    "have slugs as GitHub makes them, none of them twice",
    arguments: [
      (["Plan", "plan", "Plan"], ["plan", "plan-1", "plan-2"]), (["a", "a-1", "a"], ["a", "a-1", "a-2"]),
      (["a-1", "a", "a", "a-1"], ["a-1", "a", "a-2", "a-1-1"]),
      (["Hello, World!", "a_b - c"], ["hello-world", "a_b---c"]),
      (["안녕 하세요", "Überraschung", "1. ½ ² x²"], ["안녕-하세요", "überraschung", "1---x"]),
      (["😀 a", "é", "C++", "a/b.c"], ["-a", "é", "c", "abc"]),
    ])
  func slugs(titles: [String], slugs: [String]) {
    #expect(OutlineSketch(titles.map { "# \($0)\n" }.joined()).outline.headings.map(\.slug) == slugs)
  }

  @Test("have slugs as github-slugger makes them, whatever their characters are")
  func slugsOfCharacters() {
    let cases = [
      ("Alpha Beta", "alpha-beta"), ("alpha beta", "alpha-beta-1"), ("Alpha  Beta", "alpha--beta"),
      ("alpha-beta", "alpha-beta-2"), ("alpha-beta-1", "alpha-beta-1-1"), ("What's new?", "whats-new"),
      ("C++ & C#", "c--c"), ("a/b.c:d;e", "abcde"), ("snake_case-and-dash", "snake_case-and-dash"),
      ("(1.2.3) [x] {y}", "123-x-y"), ("50% + $3 = ~£2", "50--3--2"), ("a — b – c", "a--b--c"),
      ("„quoted“ «so»", "quoted-so"), ("…", ""), ("!?", "-1"), ("日本語の 見出し", "日本語の-見出し"),
      ("全角\u{3000}空白", "全角空白"), ("中文，标点。", "中文标点"), ("ｆｕｌｌ－ＷＩＤＴＨ", "ｆｕｌｌｗｉｄｔｈ"),
      ("한국어 제목", "한국어-제목"), ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"), ("👍 yes", "-yes"),
      ("yes 👍", "yes-"), ("👩‍👩‍👧 family", "-family"), ("\u{2764}\u{FE0F} heart", "\u{FE0F}-heart"),
      ("1\u{FE0F}\u{20E3} first", "1\u{FE0F}\u{20E3}-first"), ("🇩🇪 flag", "-flag"), ("👋🏽", "-2"),
      ("\u{E9}", "\u{E9}"), ("e\u{301}", "e\u{301}"), ("Ça va", "ça-va"), ("İstanbul", "i\u{307}stanbul"),
      ("ΟΔΟΣ ΣΑΣ’Σ Σ", "οδος-σασς-σ"), ("Straße", "straße"), ("ẞ", "ß"), ("Ⅷ Ⓐ", "ⅷ-ⓐ"), ("x² ½ ①", "x--"),
      ("१२३ हिन्दी", "१२३-हिन्दी"), ("שָׁלוֹם עולם", "שָׁלוֹם-עולם"), ("مرحبا بالعالم", "مرحبا-بالعالم"),
      ("ไทย ภาษา", "ไทย-ภาษา"), ("a‿b", "a‿b"), ("a\u{A0}b", "ab"), ("a\u{200B}b", "ab-1"), ("a\u{AD}b", "ab-2"),
      ("ǅ", "ǆ"), ("ªº", "ªº"), ("__proto__", "__proto__"), ("1.", "1"), ("1", "1-1"), ("  x", "--x"),
    ]
    var slugs = Slug()
    for (title, slug) in cases {
      let made = slugs.unique(Slug.of(title))
      #expect(made.unicodeScalars.elementsEqual(slug.unicodeScalars), "\(title.debugDescription)")
    }
  }
}
