import MemoMarkup
import MemoText
import Testing

@Suite("Tags, tasks and names of blocks")
struct SignTests {
  @Test(
    "A tag is a word with a letter after a #, at the start of a line, after white space or a parenthesis",
    arguments: [
      ("#a b #c", ["a <#a>", "c <#c>"]), ("x\n#a, (#b) \u{3000}#c\u{A0}#d", ["a <#a>", "b <#b>", "c <#c>", "d <#d>"]),
      ("a#b .#c *#d* \\#e &#35;f &nbsp;#g ##h #i#j", ["i <#i>"]),
      ("#a/b_c-9 #d/ #/e", ["a/b_c-9 <#a/b_c-9>", "d <#d>", "/e <#/e>"]),
      ("#1 #12-3 #_ #- #", []),
      ("#fff #cafe #f00 #12ab #123abc #12345678 #1234567a #12345", ["fff <#fff>", "cafe <#cafe>"]),
      ("#1a #a1b2c #f00a1 #f00/", ["1a <#1a>", "a1b2c <#a1b2c>", "f00a1 <#f00a1>"]),
      ("#한글 #日本 #e\u{301}tude #ñ.", ["한글 <#한글>", "日本 <#日本>", "e\u{301}tude <#e\u{301}tude>", "ñ <#ñ>"]),
      ("`#a` <b c=\" #d\"> [ #e](f) [[ #g]] ![ #h](i) <http://x/ #j>", ["j <#j>"]),
      ("```\n#a\n```\n\n    #b\n\n<p>\n#c\n</p>\n", []), ("---\ntags: #a\n---\n#b", ["b <#b>"]),
      ("# #a\n> #b\n- #c\n>#d", ["a <#a>", "b <#b>", "c <#c>", "d <#d>"]),
      (">#a\n>#b\n>x>#c", ["a <#a>", "b <#b>"]), (">> x\n>>#a\n> - y\n>#b", ["a <#a>", "b <#b>"]),
      ("\u{FEFF}#a\u{FEFF}#b", ["a <#a>"]),
      ("|#a| #b |\n|-|-|\n| #c |d #e", ["b <#b>", "c <#c>", "e <#e>"]),
      ("- [ ] #a", ["a <#a>"]), ("[x]: /u ' #a'\n#b", ["b <#b>"]), ("a\r\n#b\r#c", ["b <#b>", "c <#c>"]),
    ])
  func tags(text: String, tags: [String]) {
    #expect(OutlineSketch(text).tags == tags)
  }

  @Test(
    "A task is an item of a list that begins with [ ] or [x]",
    arguments: [
      ("- [ ] a\n* [x] *b*\n+ [X] c\n1. [ ] d", ["open a <[ ]>", "done b <[x]>", "done c <[X]>", "open d <[ ]>"]),
      ("- [ ] a\n  b\n  - [x] c", ["open a b <[ ]>", "done c <[x]>"]),
      ("- [ ]\n- [x]\t e", ["open  <[ ]>", "done e <[x]>"]),
      ("[ ] a\n\n- a [ ] b\n- [y] c\n- [ ]d\n- []\n- \\[ ] e", []), ("- a\n\n  [ ] b", []), ("```\n- [ ] a\n```", []),
      ("> - [x] see [[Plan|the plan]] `now`", ["done see the plan now <[x]>"]),
      ("- [x] a\n\n[x]: /u", ["done a <[x]>"]),
      ("- # [ ] a", []),
    ])
  func tasks(text: String, tasks: [String]) {
    #expect(OutlineSketch(text).tasks == tasks)
  }

  @Test(
    "A block's name stands at its end, or on a line of its own",
    arguments: [
      ("a ^b", ["b <^b>"]), ("a\nc ^b-1  ", ["b-1 <^b-1>"]), ("a ^b c\n\n^d", ["d <^d>"]),
      ("- a ^b\n- c ^d", ["b <^b>", "d <^d>"]),
      ("a\n^b", ["b <^b>"]), ("a^b\n\nc \\^d\n\n`e ^f`\n\n^\n\ng ^h.", []), ("# a ^b", ["b <^b>"]),
      ("> a\n> ^b", ["b <^b>"]), ("> a\n>^b", ["b <^b>"]),
      ("|a|\n|-|\n|b ^c|\n\n^d", ["d <^d>"]), ("- [ ] a ^b", ["b <^b>"]), ("a ^b ^c", ["c <^c>"]),
      ("a [x](y) ^한글", ["한글 <^한글>"]),
    ])
  func names(text: String, blocks: [String]) {
    #expect(OutlineSketch(text).blocks == blocks)
  }

  @Test(
    "Words are runs between white space after the header",
    arguments: [
      ("", 0), ("a", 1), (" a  b\n\tc ", 3), ("a\u{3000}b\u{A0}c\u{2003}d\u{85}e", 5),
      ("---\ntitle: a b\n---\nc - d", 3), ("\u{FEFF}", 0),
      ("한글 é 😀", 3), ("a\u{200B}b", 1),
      (String(repeating: "ab \tc\u{B}\u{C}d\r\ne\u{8}\u{E}\u{7F}f g", count: 100), 401),
      (String(repeating: "a", count: 7) + " b 한 " + String(repeating: " ", count: 20) + "c", 4),
    ])
  func words(text: String, count: Int) {
    let text = Rope(text)
    #expect(Outline(of: text).wordCount(of: text) == count)
  }

  @Test("A header gives other titles and tags")
  func header() {
    let outline = OutlineSketch("---\ntitle: T\naliases: [a, B]\ntags: [\"#x\", y/z]\n---\n#w").outline
    #expect(outline.title == "T" && outline.aliases == ["a", "B"] && outline.headerTags == ["x", "y/z"])
  }
}
