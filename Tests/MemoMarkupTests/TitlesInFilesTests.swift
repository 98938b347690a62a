import MemoMarkup
import MemoText
import Testing

@Suite("Titles of texts that are files")
struct TitlesInFilesTests {
  @Test(
    "the header's title, else a heading of level 1 that comes first, else the file's name",
    arguments: [
      ("", "Note", ""), ("milk\neggs", "Note", "milk eggs"), ("# Plan\nbody", "Plan", "body"),
      ("\n\n# Plan #\nbody", "Plan", "body"), ("## Part\nbody", "Note", "## Part body"),
      ("Plan\n===\nbody", "Plan", "body"),
      ("Part\n---\nbody", "Note", "Part --- body"), ("words\n# Plan", "Note", "words # Plan"),
      ("#Plan\nbody", "Note", "#Plan body"), ("    # Plan", "Note", "# Plan"), ("#\n# Plan\nbody", "Plan", "body"),
      ("- a\n===", "Note", "- a ==="), ("> a\n===", "Note", "> a ==="), ("1. a\n===", "Note", "1. a ==="),
      ("1.5 a\n===\nb", "1.5 a", "b"), ("---\ntitle: Said\n---\n# Plan\nbody", "Said", "# Plan body"),
      ("---\ntitle: \"\"\n---\nbody", "Note", "body"), ("---\ntags: a\n---\n# Plan\nbody", "Plan", "body"),
      ("\u{FEFF}# Plan\nbody", "Plan", "body"), ("# \nbody", "Note", "# body"),
      ("a\nb\n===\nbody", "a b", "body"), ("a\r\n  b \r\n\tc\r\n=\r\nbody", "a b c", "body"),
      ("---\ntags: x\n---\n\na\nb\n===\nbody", "a b", "body"), ("a\nb\n---\nbody", "Note", "a b --- body"),
      ("a\n\nb\n===", "Note", "a b ==="), ("a\n# b\n===", "Note", "a # b ==="), ("a\n- b\n===", "Note", "a - b ==="),
      ("a\n- b\n\n===", "Note", "a - b ==="), ("```\nb\n===", "Note", "``` b ==="),
      ("a\n> b\n===", "Note", "a > b ==="), ("[x]: y\nb\n===", "Note", "[x]: y b ==="), ("a\nb", "Note", "a b"),
    ])
  func titles(text: String, title: String, preview: String) {
    let excerpts = Excerpts(of: Rope(text), inFile: "Note")
    #expect(excerpts.title == title && excerpts.preview == preview)
    #expect(Outline(of: Rope(text)).title(inFile: "Note") == title)
    #expect(Outline(of: Rope(text)).title(inFile: nil) == Rope(text).displayTitle)
  }

  @Test(
    "are a heading, or said by one, or by none",
    arguments: [
      ("# Plan", 0, 0), ("# *Plan* now", 0, 0), ("# A &amp; `b` \\* <b>c</b> ^id", 0, 0), ("## Plan\n# Other", 0, nil),
      ("Plan\n===", 0, 0), ("Plan\n---", 0, nil), ("Plan\n\n# Other", nil, nil), ("a\nb\n===", nil, 0),
      ("#\n# Plan", 1, 1), ("\u{FEFF}\n  # Plan", 0, 0), ("> # Plan", nil, nil), ("- # Plan", nil, nil),
      ("- a\n===", nil, nil), ("[x]: y\n===\n# Plan", nil, nil), ("", nil, nil),
      ("---\ntitle: Plan\n---\n# plan\n", 0, 0), ("---\ntitle: Plan\n---\n## Plan\n", 0, nil),
      ("---\ntitle: Plan\n---\n# Other\n# Plan", nil, nil), ("---\ntags: x\n---\n# *Plan*\n", 0, 0),
    ] as [(String, Int?, Int?)])
  func headings(text: String, place: Int?, placeInFile: Int?) {
    let outline = Outline(of: Rope(text))
    #expect(outline.titleHeading(inFile: false) == place)
    #expect(outline.titleHeading(inFile: true) == placeInFile)
  }
}
