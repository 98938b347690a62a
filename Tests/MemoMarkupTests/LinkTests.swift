import MemoMarkup
import Testing

@Suite("Links")
struct LinkTests {
  @Test(
    "of wikis name a target, a heading or block of it, and what they show",
    arguments: [
      ("[[Plan]]", ["wiki Plan <[[Plan]]> Plan"]), ("a [[ Plan ]] b", ["wiki Plan <[[ Plan ]]> Plan"]),
      ("[[Plan#Goals]]", ["wiki Plan #Goals <[[Plan#Goals]]> Plan Goals"]),
      ("[[Plan#^id|the plan]]", ["wiki Plan #^id |the plan <[[Plan#^id|the plan]]> Plan ^id"]),
      ("[[Plan#a#b]]", ["wiki Plan #a#b <[[Plan#a#b]]> Plan a#b"]), ("[[#Here]]", ["wiki  #Here <[[#Here]]>  Here"]),
      ("![[Plan|100]]", ["embed Plan |100 <![[Plan|100]]> Plan"]), ("\\![[a]]", ["wiki a <[[a]]> a"]),
      ("[[a|]]", ["wiki a <[[a|]]> a"]), ("[[a#]]", ["wiki a <[[a#]]> a"]),
      ("[[]] [[|a]] [[#]] [[#|a]]", []), ("\\[[a]] [\\[a]]", []), ("[[a\nb]]", []),
      ("[[a[b]] [[a]b]]", []),
      ("[[[a]]]", ["wiki a <[[a]]> a"]), ("`[[a]]` ``[[b`]]`` [[c]]", ["wiki c <[[c]]> c"]),
      ("```\n[[a]]\n```\n\n    [[b]]\n\n<div>\n[[c]]\n</div>\n\n<i a=\"[[d]]\">", []),
      ("<i a=\"[[a]]\"/>", []), ("x </i a=\"[[a]]\">", ["wiki a <[[a]]> a"]),
      ("[[a`b]]`", []), ("[[a `b` c]]", ["wiki a `b` c <[[a `b` c]]> a `b` c"]),
      ("*[[a*b]]* __[[c__d]]__", ["wiki a*b <[[a*b]]> a*b", "wiki c__d <[[c__d]]> c__d"]),
      ("[[a&amp;b\\*]]", ["wiki a&amp;b\\* <[[a&amp;b\\*]]> a&amp;b\\*"]),
      ("[[<http://x>]]", ["url http://x <<http://x>> http://x !"]),
      ("# [[a]]\n> - [[b]]\n> c\n> [[d]]", ["wiki a <[[a]]> a", "wiki b <[[b]]> b", "wiki d <[[d]]> d"]),
      ("| x |\n|---|\n| [[a\\|b c]] |", ["wiki a |b c <[[a\\|b c]]> a"]),
      ("[[a\\|b]]", ["wiki a\\ |b <[[a\\|b]]> a\\"]),
      ("> | [[a]] | b\n>|-|-|\n>[[c]]|[[d]] | [[no]]", ["wiki a <[[a]]> a", "wiki c <[[c]]> c", "wiki d <[[d]]> d"]),
      ("---\nup: \"[[a]]\"\n---\n[[b]]", ["wiki b <[[b]]> b"]),
      ("[^1]: [[a]]\n[^b]: [[c]]", ["wiki a <[[a]]> a", "wiki c <[[c]]> c"]),
      ("[[a\u{0}]] [[b\u{0}|c]]", ["wiki a\u{FFFD} <[[a\u{0}]]> a\u{0}", "wiki b\u{FFFD} |c <[[b\u{0}|c]]> b\u{0}"]),
      ("[[메모 😀#절|글]]", ["wiki 메모 😀 #절 |글 <[[메모 😀#절|글]]> 메모 😀 절"]),
      (
        "x `a\nb` [[c]] [y\nz](u 'a\nb') [[d]]",
        ["wiki c <[[c]]> c", "markdown u |y z <[y\nz](u 'a\nb')> u", "wiki d <[[d]]> d"]
      ),
    ])
  func wiki(text: String, links: [String]) {
    #expect(OutlineSketch(text).links == links)
  }

  @Test(
    "of Markdown are those of CommonMark, each with its target's place",
    arguments: [
      ("[a](b)", ["markdown b |a <[a](b)> b"]),
      ("[a](b.md#c%20d 'title')", ["markdown b.md #c d |a <[a](b.md#c%20d 'title')> b.md c%20d"]),
      ("![a *b*](<c d> \"t\")", ["image c d |a b <![a *b*](<c d> \"t\")> c d"]), ("[](a)", ["markdown a <[](a)> a"]),
      ("[a]()", ["markdown  |a <[a]()>  !"]), ("[a](#b)", ["markdown  #b |a <[a](#b)>  b"]),
      ("[a]( b )", ["markdown b |a <[a]( b )> b"]),
      ("[a](b\\)c&amp;d(e))", ["markdown b)c&d(e) |a <[a](b\\)c&amp;d(e))> b\\)c&amp;d(e)"]),
      ("[a](%ED%95%9C%20x)", ["markdown 한 x |a <[a](%ED%95%9C%20x)> %ED%95%9C%20x"]),
      ("[a](%FF)", ["markdown %FF |a <[a](%FF)> %FF"]),
      ("[a](b.md?x=1#c)", ["markdown b.md #c |a <[a](b.md?x=1#c)> b.md c"]),
      ("![](b%20c.png?raw=true 't')", ["image b c.png <![](b%20c.png?raw=true 't')> b%20c.png"]),
      ("[a](<b.md?x y>)", ["markdown b.md?x y |a <[a](<b.md?x y>)> b.md?x y"]),
      ("[a](b.md?)", ["markdown b.md? |a <[a](b.md?)> b.md?"]), ("[a](b?c)", ["markdown b?c |a <[a](b?c)> b?c"]),
      ("[a](b.2?c)", ["markdown b.2?c |a <[a](b.2?c)> b.2?c"]),
      ("[a](b.md%3Fc)", ["markdown b.md?c |a <[a](b.md%3Fc)> b.md%3Fc"]),
      ("[a](b.md\\?c)", ["markdown b.md?c |a <[a](b.md\\?c)> b.md\\?c"]),
      ("[a](https://b/c%20d#e)", ["markdown https://b/c%20d#e |a <[a](https://b/c%20d#e)> https://b/c%20d#e !"]),
      (
        "[a](memo:id) [a](file:///b)",
        ["markdown memo:id |a <[a](memo:id)> memo:id", "markdown file:///b |a <[a](file:///b)> file:///b"]
      ),
      (
        "[a](MAILTO:b@c) [a](C:/b)",
        ["markdown MAILTO:b@c |a <[a](MAILTO:b@c)> MAILTO:b@c !", "markdown C:/b |a <[a](C:/b)> C:/b"]
      ),
      (
        "<https://a/b> <c@d.e>",
        ["url https://a/b <<https://a/b>> https://a/b !", "url mailto:c@d.e <<c@d.e>> c@d.e !"]
      ),
      ("<memo:a>", ["markdown memo:a <<memo:a>> memo:a"]),
      (
        "<memo:a#b%20c> <file:b&amp;c#> <MEMO:ü>",
        [
          "markdown memo:a #b c <<memo:a#b%20c>> memo:a b%20c", "markdown file:b&c <<file:b&amp;c#>> file:b&amp;c",
          "markdown MEMO:ü <<MEMO:ü>> MEMO:ü",
        ]
      ),
      ("|<memo:a\\|b#c>|\n|-|", ["markdown memo:a|b #c <<memo:a\\|b#c>> memo:a\\|b c"]),
      (
        "<memos:a#b> <https://a#b>",
        ["url memos:a#b <<memos:a#b>> memos:a#b !", "url https://a#b <<https://a#b>> https://a#b !"]
      ),
      (
        "[a][b] [b][] [B]\n\n[b]: <c d#e> 't'",
        ["markdown c d #e |a <[a][b]> c d e", "markdown c d #e |b <[b][]> c d e", "markdown c d #e |B <[B]> c d e"]
      ),
      ("> [a]:\n> b\\*c&amp;\n\n- [a]", ["markdown b*c& |a <[a]> b\\*c&amp;"]),
      ("[a]: b\n[a]: c\n![a]", ["image b |a <![a]> b"]),
      ("[[x]](u) [[y]]\n\n[y]: v", ["markdown u |[x] <[[x]](u)> u", "markdown v |y <[y]> v"]),
      ("[a [[b]] c](d)", ["markdown d |a [[b]] c <[a [[b]] c](d)> d"]),
      ("[a `]` [b] ![c](d)](e)", ["markdown e |a ] [b] c <[a `]` [b] ![c](d)](e)> e", "image d |c <![c](d)> d"]),
      ("`[a](b)` \\[a](b) [a] (b) [a]", []), ("[a](b c)", []), ("[a]: b\n[a]:\n", ["markdown b |a <[a]> b"]),
      ("[a\\]b](c) [[d] e](f)", ["markdown c |a]b <[a\\]b](c)> c", "markdown f |[d] e <[[d] e](f)> f"]),
      ("a\u{0}[b](c)", ["markdown c |b <[b](c)> c"]),
      ("[x]: a&amp;b&#35;c\n[x]", ["markdown a&b#c |x <[x]> a&amp;b&#35;c"]),
      ("[a](<b\nc>) [d](<e>)", ["markdown e |d <[d](<e>)> e"]), ("[a](( ) [b](c)", ["markdown c |b <[b](c)> c"]),
      ("![a [b](c) ![d](e)](f)", ["image f |a b d <![a [b](c) ![d](e)](f)> f"]),
      ("``a `[b](c)` [d](e)", ["markdown e |d <[d](e)> e"]),
      ("x <!-- a--b [c](d) --> [e](f)", ["markdown f |e <[e](f)> f"]), ("x <!--> [a](b)", ["markdown b |a <[a](b)> b"]),
      ("x <!-- a ---> [b](c) <!---- [d](e) -----> [f](g)", ["markdown c |b <[b](c)> c", "markdown g |f <[f](g)> g"]),
      (
        "[a][ ] [a][\n] [a][\t](b) ![a][ ]\n\n[a]: u",
        [
          "markdown u |a <[a]> u", "markdown u |a <[a]> u", "markdown u |a <[a]> u", "markdown b |\t <[\t](b)> b",
          "image u |a <![a]> u",
        ]
      ),
      (
        "[a][] [a][b [c]] [a] [ ]\n\n[a]: u",
        ["markdown u |a <[a][]> u", "markdown u |a <[a]> u", "markdown u |a <[a]> u"]
      ),
      ("[a][b`]` [c](d) [e][`]\n\n[a]: u\n[e]: v", ["markdown d |c <[c](d)> d"]),
      ("[a](\\&#35;b)", ["markdown &#35;b |a <[a](\\&#35;b)> \\&#35;b"]),
      ("[a](b\\\\&amp;c)", ["markdown b\\&c |a <[a](b\\\\&amp;c)> b\\\\&amp;c"]),
      ("[a]\n\n[a]: <\\&amp;b>", ["markdown &amp;b |a <[a]> \\&amp;b"]),
      ("x <?[b](c)??> [d](e)", ["markdown e |d <[d](e)> e"]), ("x <??> [d](e)", ["markdown e |d <[d](e)> e"]),
      ("x <![CDATA[[b](c)]]]> [d](e)", ["markdown e |d <[d](e)> e"]),
      ("> 1. a\n    b\n>\t[c\n>\td](e)", ["markdown e |c d <[c\n>\td](e)> e"]),
      ("x <!a [b](c)> [d](e)", ["markdown e |d <[d](e)> e"]), ("x <? [a](b)", ["markdown b |a <[a](b)> b"]),
      ("- a\n<i>\n[b](c)", ["markdown c |b <[b](c)> c"]), ("- <i>\n[b](c)", ["markdown c |b <[b](c)> c"]),
      ("[^1] [^1]: a\n\n[^1]: Ibid.", []), ("[^1]\n\n> [^1]: [a](b) c", ["markdown b |a <[a](b)> b"]),
      (
        "[^ 1] [^] [\\^1]\n\n[^ 1]: a\n[^]: b\n[\\^1]: c",
        ["markdown a |^ 1 <[^ 1]> a", "markdown b |^ <[^]> b", "markdown c |^1 <[\\^1]> c"]
      ),
      ("[a]: b\n[^1]: c\n[d]: e\n\n[a] [d] [^1]", ["markdown b |a <[a]> b"]),
      ("<textarea>\n\n[a](b)\n</textarea>\n[c](d)", ["markdown d |c <[c](d)> d"]),
    ])
  func markdown(text: String, links: [String]) {
    #expect(OutlineSketch(text).links == links)
  }
}
