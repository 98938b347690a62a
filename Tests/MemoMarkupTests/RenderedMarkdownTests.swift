import MemoMarkup
import MemoText
import Testing

@Suite("Rendered Markdown")
struct RenderedMarkdownTests {
  /// The HTML of a text, without `dir="auto"`. Links to memos lead to `@`, the target and the fragment, but those to
  /// `nowhere`.
  private func html(_ text: String) throws -> String {
    let markdown = try #require(RenderedMarkdown(Rope(text)))
    let html = markdown.html(
      markdown.outline.links.map { link in
        link.namesMemo && link.target != "nowhere" ? "@\(link.target)\(link.fragment.map { "#\($0)" } ?? "")" : nil
      })
    var words = String(decoding: html.bytes, as: UTF8.self)
    while let range = words.firstRange(of: " dir=\"auto\"") { words.removeSubrange(range) }
    return words
  }

  @Test(
    "has the elements of CommonMark with tables and strikethrough",
    arguments: [
      ("## *a* **b** ~~c~~ `d`", "<h2 id=\"a-b-c-d\"><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></h2>\n"),
      ("# A\n# A\nB\n---\n\n# ?", "<h1 id=\"a\">A</h1>\n<h1 id=\"a-1\">A</h1>\n<h2 id=\"b\">B</h2>\n<h1>?</h1>\n"),
      ("# A\n\n[a]: b\nHead\n===", "<h1 id=\"a\">A</h1>\n<h1 id=\"head\">Head</h1>\n<p>[a]: b</p>\n"),
      ("# A\n\n- b\n- c", "<h1 id=\"a\">A</h1>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n"),
      ("2. a\n\n   b", "<ol start=\"2\">\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ol>\n"),
      ("- a\n  1. b", "<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>\n"),
      ("> a\n\n***", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n"),
      ("``` x\n<a>\n```", "<pre title=\"x\"><code>&lt;a&gt;\n</code></pre>\n"),
      ("|a|\n|:-:|", "<table>\n<tr><th style=\"text-align: center\">a</th></tr>\n</table>\n"),
      ("    a\u{0}", "<pre><code>a\u{FFFD}\n</code></pre>\n"),
      (
        "|a|b|\n|:-|-:|\n|c|",
        """
        <table>
        <tr><th style="text-align: left">a</th><th style="text-align: right">b</th></tr>
        <tr><td style="text-align: left">c</td><td style="text-align: right"></td></tr>
        </table>

        """
      ),
    ])
  func elements(text: String, expected: String) throws { #expect(try html(text) == expected) }

  @Test(
    "has the title as heading, be it a plain line or in the header, and lines as lines",
    arguments: [
      ("Plan\nmilk\neggs", "<h1>Plan</h1>\n<p>milk<br>\neggs</p>\n"), ("*Plan*", "<h1><em>Plan</em></h1>\n"),
      ("*a\nb*", "<p><em>a<br>\nb</em></p>\n"), ("- a\n\nb", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>\n"),
      ("\u{FEFF}a  \nb", "<h1>a</h1>\n<p>b</p>\n"), ("", ""),
      ("---\ntitle: A & B\ntags: x\n---\nc", "<h1>A &amp; B</h1>\n<p>c</p>\n"),
      ("---\ntitle: A b\n---\n# *a*  B", "<h1 id=\"a--b\"><em>a</em>  B</h1>\n"),
      ("---\ntitle: A\n---\n# B", "<h1>A</h1>\n<h1 id=\"b\">B</h1>\n"),
      ("---\ntags: x\n---\na\nb", "<h1>a</h1>\n<p>b</p>\n"),
    ])
  func title(text: String, expected: String) throws { #expect(try html(text) == expected) }

  @Test(
    "has wiki links, tasks and names of blocks, whatever stands around them",
    arguments: [
      ("[[a]] ![[b#c|*d*]]", "<a href=\"@a\">a</a> <a href=\"@b#c\">*d*</a>"), ("[[nowhere]]", "<span>nowhere</span>"),
      ("[[nowhere|a]] [[a|b]]", "<span title=\"[[nowhere|a]]\">a</span> <a href=\"@a\">b</a>"),
      ("**[[a#b]]**", "<strong><a href=\"@a#b\">a#b</a></strong>"), ("`[[a]]` \\[[a]]", "<code>[[a]]</code> [[a]]"),
      ("[[a|<b>]]", "<a href=\"@a\">&lt;b&gt;</a>"), ("[[a\"]]", "<a href=\"@a&quot;\">a&quot;</a>"),
      ("![[a.png|100]] ![[a.png|64x32]]", "<a href=\"@a.png\">a.png</a> <a href=\"@a.png\">a.png</a>"),
      ("[[a|100]] ![[a|100 x]]", "<a href=\"@a\">100</a> <a href=\"@a\">100 x</a>"),
      ("x ^name", "x <span id=\"^name\">^name</span>"), ("x\u{1}0\u{1} [[a]]", "x\u{1}0\u{1} <a href=\"@a\">a</a>"),
      ("&#1;0&#x01; [[a]]", "\u{1}0\u{1} <a href=\"@a\">a</a>"),
      ("\\[[\u{1}0&#1;]] [[a]]", "[[\u{1}0\u{1}]] <a href=\"@a\">a</a>"), ("[[a]] &#1", "<a href=\"@a\">a</a> &amp;#1"),
      ("[see [[a]]]: b", "[see <a href=\"@a\">a</a>]: b"), ("[[a]]: b", "<a href=\"@a\">a</a>: b"),
      ("[[[a]]]", "[<a href=\"@a\">a</a>]"), ("[b [[a]]](#c)", "<a href=\"@#c\">b [[a]]</a>"),
    ])
  func signs(text: String, expected: String) throws { #expect(try html(text) == "<h1>\(expected)</h1>\n") }

  @Test(
    "has the blocks that an outline has, where the parser would read others",
    arguments: [
      ("> a\n<i>\n## *b*", "<blockquote>\n<p>a<br>\n&lt;i&gt;</p>\n</blockquote>\n<h2 id=\"b\"><em>b</em></h2>\n"),
      (
        "- a\n<i>\n- [x] b",
        "<ul>\n<li>a<br>\n&lt;i&gt;</li>\n<li><input type=\"checkbox\" disabled checked> b</li>\n</ul>\n"
      ),
      ("***\n\n[a]: b\n===", "<hr>\n<p>===</p>\n<p>[a]: b</p>\n"),
      ("<!doctype html> *a*\n*b*", "<pre><code>&lt;!doctype html&gt; *a*\n</code></pre>\n<p><em>b</em></p>\n"),
      (
        "<textarea>\n\n*a*\n</textarea>\n# B",
        "<pre><code>&lt;textarea&gt;\n\n*a*\n&lt;/textarea&gt;\n</code></pre>\n<h1 id=\"b\">B</h1>\n"
      ),
      (
        "<pre>\n\na</textarea>\n- [ ] b",
        "<pre><code>&lt;pre&gt;\n\na&lt;/textarea&gt;\n</code></pre>\n"
          + "<ul>\n<li><input type=\"checkbox\" disabled> b</li>\n</ul>\n"
      ),
      (
        "> <div>\n> </pre>*a*\n\nb",
        "<blockquote>\n<pre><code>&lt;div&gt;\n&lt;/pre&gt;*a*\n</code></pre>\n</blockquote>\n<p>b</p>\n"
      ),
      (
        "- <!a\n  *b*> [[c]]\n  d",
        "<ul>\n<li>\n<pre><code>&lt;!a\n*b*&gt; [[c]]\n</code></pre>\nd</li>\n</ul>\n"
      ),
      (
        "<div>\n[^1]: a\n</div>\n\n[^1]: c",
        "<pre><code>&lt;div&gt;\n[^1]: a\n&lt;/div&gt;\n</code></pre>\n<p>[^1]: c</p>\n"
      ),
    ])
  func blocks(text: String, expected: String) throws { #expect(try html(text) == expected) }

  @Test("has the notes below it, though what begins one is a definition")
  func footnotes() throws {
    #expect(try html("x[^1]\n\n[^1]: Ibid.") == "<h1>x[^1]</h1>\n<p>[^1]: Ibid.</p>\n")
    #expect(try html("x\r\r[^1]: Ibid.") == "<h1>x</h1>\n<p>[^1]: Ibid.</p>\n")
    let link = "<a href=\"@a\">a</a>"
    #expect(try html("x\n\n[^1]: \u{1} [[a]]\n[b]: c") == "<h1>x</h1>\n<p>[^1]: \u{1} \(link)<br>\n[b]: c</p>\n")
    #expect(try html("x[^ 1]\n\n[^ 1]: a") == "<h1>x<a href=\"@a\">^ 1</a></h1>\n")
    #expect(try html("x\n\n    [^1]: a") == "<h1>x</h1>\n<pre><code>[^1]: a\n</code></pre>\n")
  }

  @Test(
    "is made whatever characters are named in it",
    arguments: ["[x](&#1;1)", "``` &#1;x\ny\n```", "&#0001;&#X1;", "[x](a '&#1;9&#1;')", "<http://a/&#1;7&#1;>"])
  func named(words: String) throws {
    #expect(try html("- [ ] a [[b]]\n\n\(words)\n\nend").hasSuffix("<p>end</p>\n"))
  }

  @Test(
    "has what Markdown shows nowhere: definitions that no link has at the end, and cells beyond a table's columns",
    arguments: [
      ("[a]\n\n[a]: b 'c'\n[d]: <e>", "<h1><a href=\"@b\" title=\"c\">a</a></h1>\n<p>[d]: &lt;e&gt;</p>\n"),
      ("[a]\n\n[a]: b\n[A]: c", "<h1><a href=\"@b\">a</a></h1>\n<p>[A]: c</p>\n"),
      ("> [a]:\n> b\n> 'c\n> d'\n\ne", "<blockquote>\n</blockquote>\n<p>e</p>\n<p>[a]:<br>\nb<br>\n'c<br>\nd'</p>\n"),
      ("x\n\n[^1]: a", "<h1>x</h1>\n<p>[^1]: a</p>\n"), ("x\u{1}\n\n[^1]: a", "<h1>x\u{1}</h1>\n<p>[^1]: a</p>\n"),
      (
        "> |a|b|\n> |-|-|\n> |c|d|[[e]]|*f* \\| g|\n> h|i|\n> |j|k|l",
        """
        <blockquote>
        <table>
        <tr><th>a</th><th>b</th></tr>
        <tr><td>c</td><td>d</td><td>[[e]]|*f* \\| g</td></tr>
        <tr><td>h</td><td>i</td></tr>
        <tr><td>j</td><td>k</td><td>l</td></tr>
        </table>
        </blockquote>

        """
      ), ("a\n---|\nb|c\\|", "<table>\n<tr><th>a</th></tr>\n<tr><td>b</td><td>c\\|</td></tr>\n</table>\n"),
      ("a\n---|\nb|c\\\\|", "<table>\n<tr><th>a</th></tr>\n<tr><td>b</td><td>c\\\\</td></tr>\n</table>\n"),
    ])
  func unshown(text: String, expected: String) throws { #expect(try html(text) == expected) }

  @Test("has the address of a block once, though several have its name")
  func repeatedName() throws {
    #expect(
      try html("- a ^x\n- b ^x")
        == "<ul>\n<li>a <span id=\"^x\">^x</span></li>\n<li>b <span>^x</span></li>\n</ul>\n")
  }

  @Test("has tasks and links within blocks")
  func blocks() throws {
    #expect(
      try html("- [ ] a\n- [x] [[b]]\n\n|a|\n|-|\n|[[c\\|d]]|")
        == """
        <ul>
        <li><input type="checkbox" disabled> a</li>
        <li><input type="checkbox" disabled checked> <a href="@b">b</a></li>
        </ul>
        <table>
        <tr><th>a</th></tr>
        <tr><td><a href="@c">d</a></td></tr>
        </table>

        """)
  }

  @Test(
    "leads to the web, by mail and to memos, and nowhere else",
    arguments: [
      ("[a](http://b?c&d \"e\")", "<a href=\"http://b?c&amp;d\" rel=\"noopener noreferrer\" title=\"e\">a</a>"),
      ("<HTTPS://b>", "<a href=\"HTTPS://b\" rel=\"noopener noreferrer\">HTTPS://b</a>"),
      ("<a@b.c>", "<a href=\"mailto:a@b.c\" rel=\"noopener noreferrer\">a@b.c</a>"),
      ("[a](memo:x) [b](y%20z#h)", "<a href=\"@memo:x\">a</a> <a href=\"@y z#h\">b</a>"),
      ("[a][r]\n\n[r]: #h", "<a href=\"@#h\">a</a>"), ("[a](nowhere)", "<span title=\"nowhere\">a</span>"),
      ("[a](javascript:b)", "<span title=\"javascript:b\">a</span>"),
      ("[a](<java\tscript:b>)", "<a href=\"@java\tscript:b\">a</a>"),
      ("[a](data:text/html,b 'c')", "<span title=\"data:text/html,b c\">a</span>"),
      ("[a](http://b 'c\rd')", "<a href=\"http://b\" rel=\"noopener noreferrer\" title=\"c\nd\">a</a>"),
      ("[](https://a)", "<a href=\"https://a\" rel=\"noopener noreferrer\">https://a</a>"),
      ("![a](https://b)", "<a href=\"https://b\" rel=\"noopener noreferrer\">a</a>"),
      ("[]() ![](<> 'a')", "<span>[]()</span> <span title=\"a\">![]()</span>"),
      ("a<br>b<BR />c", "a<br>\nb<br>\nc"), ("<br x> <brr> `<br>`", "&lt;br x&gt; &lt;brr&gt; <code>&lt;br&gt;</code>"),
      (
        "[![a](https://b)](https://c)",
        "<a href=\"https://c\" rel=\"noopener noreferrer\"><span title=\"https://b\">a</span></a>"
      ), ("a <b onclick=\"c\"> <!-- d -->", "a &lt;b onclick=&quot;c&quot;&gt; &lt;!-- d --&gt;"),
    ])
  func links(text: String, expected: String) throws { #expect(try html(text) == "<h1>\(expected)</h1>\n") }

  @Test("is not made of a text that would take long")
  func limits() {
    let paragraph = String(repeating: "a*", count: 4096)
    let words = String(repeating: "a ", count: 100_000)
    let marked = String(repeating: "a*", count: 6000)
    let word = String(repeating: "a", count: 8000)
    let columns = String(repeating: "|-", count: 1000) + "|\n"
    let texts: [(String, Bool)] = [
      (paragraph, true), (words, true), (words + String(repeating: " *b* [c](d)", count: 50), true),
      (marked, false), ("> \(marked)\n> b", false), ("# \(marked)b", false), ("|a|\n|-|\n|\(marked)|", false),
      (words + String(repeating: "*", count: 400), false),
      (String(repeating: "- \(paragraph)\n", count: 9), true), (String(repeating: "a\n\n", count: 700_000), false),
      (String(repeating: "> ", count: 500) + "a", true), (String(repeating: "> ", count: 501) + "a", false),
      (String(repeating: "- ", count: 2000), true),
      (columns + columns + String(repeating: "|\n", count: 100), true),
      (columns + columns + String(repeating: "|\n", count: 300), false),
      ("[a]: \(word)\n\n" + String(repeating: "[a]\n\n", count: 2000), true),
      ("[a]: \(word)\n\n" + String(repeating: "[a]\n\n", count: 9000), false),
      ("[a]: b\n" + String(repeating: "a\n", count: 4096), true), ("[a]: b\n\(marked)", false),
      ("<textarea>\n" + String(repeating: "a\n", count: 4096), true), ("<textarea>\n\(marked)", false),
      ("<pre>\n" + String(repeating: "a\n", count: 4096), true),
      ("<textarea>\n\n" + String(repeating: "a\n\n", count: 4096), true),
    ]
    for (number, (text, isRendered)) in texts.enumerated() {
      #expect((RenderedMarkdown(Rope(text)) != nil) == isRendered, "text \(number), \(text.prefix(20))")
    }
  }
}
