import MemoMarkup
import MemoText
import Testing

@Suite("A name between the brackets of a wiki link")
struct WikiLinkNameTests {
  @Test(
    "stands there if it is read as it is written; else what is shown of it does",
    arguments: [
      ("Plan", nil), ("a < b", nil), ("x <p>y</p> z", nil), ("`a *b*", nil), ("<!-- a", nil), ("a|b [c]", "ab c"),
      ("See <https://a.b> now", "See https://a.b now"), ("<a@b.org>", "a@b.org"), ("nu\0l", "nul"),
      ("1 | <c:d> < 2", "1  <c:d> < 2"), ("1 | <ab:c> < 2", "1  ab:c  2"),
    ])
  func names(name: String, shown: String?) {
    #expect(name.standsInWikiLink == (shown == nil))
    #expect(name.shownInWikiLink == shown ?? name)
    let links = Outline(of: Rope("see [[m1|\(name.shownInWikiLink)]], too")).links
    #expect(links.map(\.target) == ["m1"] && links.map(\.label) == [name.shownInWikiLink])
  }

  @Test(
    "is a path with escapes where it would not be read else",
    arguments: [
      ("a < b", "a < b"), ("See <foo:bar>", "See %3Cfoo:bar>"), ("<ab:c> 5%|6", "%3Cab:c> 5%25%7C6"),
    ])
  func paths(name: String, written: String) {
    #expect(LinkPath.written(name, isEncoded: false, isWiki: true) == written)
    #expect(Outline(of: Rope("[[\(written)]]")).links.map(\.target) == [written])
    #expect(LinkPath.written(name, isEncoded: false, isWiki: false) == name)
  }
}
