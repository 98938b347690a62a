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

  @Test("is all of the memo where there is none")
  func empty() { #expect(anchors.has(LinkFragment(text: "", form: "", slug: ""))) }
}
