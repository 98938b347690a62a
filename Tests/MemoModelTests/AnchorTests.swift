import MemoModel
import Testing

@Suite("What fragments of links lead to")
struct AnchorTests {
  private let anchors = MemoReferences(
    title: "",
    headings: [
      heading("Plan", "plan"), heading("C++", "c"), heading("C", "c-1"), heading("plan-1", "plan-1"),
      heading("Plan", "plan-2"), heading("?", ""),
    ],
    blocks: ["Note", "note", "x"]
  ).anchors

  private static func heading(_ text: String, _ slug: String) -> HeadingReference {
    HeadingReference(level: 1, text: text, form: text.lowercased(), slug: slug)
  }

  @Test(
    "is a heading by its text, else by its slug, the first of several; or a block by its name",
    arguments: [
      ("Plan", "plan", "plan", 0), ("c", "c", "c-1", 2), ("C++", "c", "c", 1), ("plan-1", "plan-1", "plan-1", 3),
      ("plan-2", "plan-2", "plan-2", 4), ("PLAN 2", "plan-2", "plan-2", 4), ("?", "", "", 5), ("!", "", nil, nil),
      ("^note", "note", "^Note", nil), ("^X", "x", "^x", nil), ("^y", "y", nil, nil), ("x", "x", nil, nil),
    ] as [(String, String, String?, Int?)])
  func found(text: String, slug: String, anchor: String?, heading: Int?) {
    let fragment = LinkFragment(text: text, form: text.lowercased(), slug: slug)
    #expect(anchors.anchor(of: fragment) == anchor && anchors.has(fragment) == (anchor != nil))
    #expect(anchors.heading(named: fragment) == heading)
  }

  /// Headings, with their slugs, in a tree, and the names that Obsidian gives them.
  private static let tree = MemoReferences(
    title: "",
    headings: [
      (1, "Trip", "trip"), (2, "Osaka", "osaka"), (3, "Time: 10:30", "time-1030"), (4, "A | B", "a--b"),
      (2, "Kyoto", "kyoto"), (3, "Time: 10:30", "time-1030-1"), (3, "ab", "ab"), (1, "??", ""), (2, "Kyoto", "kyoto-1"),
      (2, "c-d", "c-d"),
    ].map { HeadingReference(level: $0, text: $1, form: $1.lowercased(), slug: $2) }
  ).anchors

  private static func found(_ text: String) -> LinkFragment {
    let slug = text.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
    return LinkFragment(text: text, form: text.lowercased(), slug: slug)
  }

  @Test(
    "is also a heading without its marks, as Obsidian writes it, perhaps behind some of those above it",
    arguments: [
      ("Time 10 30", 2), ("Kyoto#Time 10 30", 5), ("trip#KYOTO#Time: 10:30", 5), ("Trip#Time 10 30", 2),
      ("Osaka#Time 10 30#A B", 3), ("Trip # A B", 3), ("#Kyoto#ab#", 6), ("A B", 3), ("c-d", 9), ("Osaka#Kyoto", nil),
      ("Kyoto#Trip", nil), ("Kyoto#A B", nil), ("Time", nil), ("Time 10", nil), ("Nowhere#Kyoto", nil), ("?!", nil),
      ("#", nil), ("Kyoto#Kyoto", nil),
    ] as [(String, Int?)])
  func loose(text: String, heading: Int?) {
    #expect(Self.tree.heading(named: Self.found(text)) == heading)
  }

  @Test(
    "keeps its way there where a heading on it has a new name",
    arguments: [
      ("Kyoto#Time 10 30", "New#Time 10 30"), ("trip#KYOTO#Time: 10:30", "trip#New#Time: 10:30"), ("Kyoto", nil),
      ("Osaka#Time 10 30", "Osaka#Time 10 30"), ("Time 10 30", nil), ("Kyoto#None", nil), ("kyoto# #ab", nil),
    ] as [(String, String?)])
  func renamed(text: String, path: String?) {
    #expect(Self.tree.path(Self.found(text)) { $0 == 4 ? "New" : nil } == path)
  }

  @Test("is found as fast in a memo with many headings of one name, which are all linked to")
  func many() {
    let headings = (0..<20_000).map { index in
      HeadingReference(level: 1 + index % 2, text: "a:", form: "a:", slug: "a-\(index)")
    }
    let anchors = MemoReferences(title: "", headings: headings).anchors
    for _ in 0..<2000 { #expect(anchors.heading(named: Self.found("b#a")) == nil) }
    #expect(anchors.heading(named: Self.found("a#a")) == 1)
  }

  @Test("is all of the memo where there is none")
  func empty() { #expect(anchors.has(LinkFragment(text: "", form: "", slug: ""))) }
}
