import MemoText
import TestSupport
import Testing

@Suite("Canonical caseless form")
struct CaselessTests {
  @Test(
    "texts that differ in case or in how characters are composed have one form",
    arguments: [
      ("RAIN", "rain"), ("\u{E9}T\u{E9}", "E\u{301}te\u{301}"), ("\u{1100}\u{1161}", "\u{AC00}"), ("STRASSE", "straße"),
      ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("\u{212B}", "\u{E5}"), ("\u{1F0}", "J\u{30C}"), ("q\u{307}\u{323}", "Q\u{323}\u{307}"),
      ("\u{1FB7}", "\u{3B1}\u{345}\u{342}"), ("\u{1FB7}", "\u{391}\u{342}\u{399}"), ("", ""), ("a\0b", "A\0B"),
    ])
  func same(left: String, right: String) {
    #expect(left.canonicalCaseless.utf8.elementsEqual(right.canonicalCaseless.utf8))
  }

  @Test(
    "texts that differ in more have two",
    arguments: [("e", "é"), ("하", "한"), ("i", "ı"), ("ﬁ\u{301}", "fi"), ("a ", "a"), ("①", "1"), ("Ａ", "a")])
  func different(left: String, right: String) {
    #expect(!left.canonicalCaseless.utf8.elementsEqual(right.canonicalCaseless.utf8))
  }

  @Test("changes nothing when done again, and is made of composed characters")
  func stable() throws {
    #expect("E\u{301}".canonicalCaseless.utf8.elementsEqual("\u{E9}".utf8))
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let form = String(scalar).canonicalCaseless
      guard form.canonicalCaseless.utf8.elementsEqual(form.utf8) else {
        throw Mismatch("U+\(String(value, radix: 16))")
      }
    }
  }

  @Test(
    "a tag lies within those that stand before its slashes",
    arguments: [
      ("#a/b/c", ["a/b/c", "a/b", "a"]), ("a", ["a"]), ("a//b", ["a//b", "a"]), ("a/", ["a"]),
      ("#a/b//", ["a/b", "a"]), ("/a", ["/a"]), ("/", ["/"]), ("#/", ["/"]), ("//", ["//"]), ("#", ["#"]), ("", [""]),
    ] as [(String, [String])])
  func ancestors(tag: String, tags: [String]) { #expect(tag.tagAndAncestors == tags) }

  @Test("a tag is the same with slashes behind it, but what tags begin with is not")
  func slashes() {
    #expect("#P/q/".tagForm == "p/q" && "P/q//".withoutTagMark == "P/q")
    let forms = ["#P/", "p", "", "/", "#"].map(\.tagPrefixForm)
    #expect(forms == ["p/", "p", "", "/", "#"])
  }

  @Test("a tag of more levels than anybody writes has those parents that are next to the root")
  func deep() {
    let tags = (String(repeating: "a/", count: 20_000) + "z").tagAndAncestors
    #expect(tags.count == 33 && tags.last == "a" && tags[1].utf8.count == 63 && tags[0].hasSuffix("/z"))
  }
}
