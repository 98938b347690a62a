import MemoMarkup
import MemoText
import TestSupport
import Testing

@Suite("Headers")
struct HeaderTests {
  private func meaning(_ text: String) -> HeaderMeaning? { Header(Rope(text)).map(HeaderMeaning.init) }

  @Test(
    "are passed over by the displayed title, which is theirs if they have one",
    arguments: [
      ("---\ntitle: Plan\n---\nbody", "Plan", "body"), ("---\na: 1\n---\n\n# Head\nbody", "# Head", "body"),
      ("---\ntitle: >-\n  Two\n  lines\n---\nx", "Two lines", "x"), ("---\ntitle: |\n  a\n  b\n---\nx", "a b", "x"),
      ("---\r\ntitle: \"A: b\" # remark\r\n---\r\nx", "A: b", "x"), ("---\n---\nfirst\nsecond", "first", "second"),
      ("---\n# only a remark\n...\nfirst", "first", ""), ("\u{FEFF}---\ntitle: Mark\n---\nx", "Mark", "x"),
      ("--- \ntitle: Spaces\n---\t\nx", "Spaces", "x"), ("---\ntitle: 2024\n---\nx", "2024", "x"),
      ("---\ntitle:\n---\nx", "x", ""), ("---\ntitle: [a]\n---\nx", "x", ""),
      ("---\n{title: Flow}\n---\nx", "Flow", "x"),
      ("---\n제목: 하나\n완료?: 아니오\na b: c\n---\nx", "x", ""), ("---\nTitle: Upper\n---\nx", "Upper", "x"),
      ("+++\ntitle = \"Hugo \\u00e9\"\n+++\nx", "Hugo é", "x"), ("+++\ntitle = 'a \"b\"' # r\n+++\nx", "a \"b\"", "x"),
      ("+++\n[table]\ntitle = \"no\"\n+++\nx", "x", ""), ("+++\nno toml at all\n+++\nx", "x", ""),
      ("---\ntitle: One: two\ntags: [a\n---\nx", "One: two", "x"),
      ("---\ntitle: \"One\" two\n---\nx", "\"One\" two", "x"),
      ("---\na: &x 1\ntitle: *x\n---\nx", "1", "x"), ("---\nbase: &b {title: Base}\n<<: *b\n---\nx", "Base", "x"),
      ("---\nbase: &b {title: Base}\n<<: *b\ntitle: Own\n---\nx", "Own", "x"),
      ("---\ntitle: a\ntitle: b\n---\nx", "b", "x"),
      ("---\rtitle: Old Mac\r---\rx", "Old Mac", "x"), ("---\ntitle: \"\"\n---\n  y", "y", ""),
      ("---\nx: 1\n---\n", "", ""),
    ])
  func passedOver(text: String, title: String, preview: String) {
    let excerpts = Excerpts(of: Rope(text))
    #expect(excerpts.title == title && excerpts.preview == preview, "\(excerpts)")
  }

  @Test(
    "are none where the text says no names and values, or they don't end",
    arguments: [
      "---\ntitle: a\n", "---\n\nprose\n\n---\nx", "---\n- a\n- b\n---\nx", "----\na: 1\n---\n", "\n---\na: 1\n---\n",
      "---\nprose: that goes on\nin lines that aren't names\n---\nx", "+++\na = 1\n", "---", "+++", "---\n--\n",
      "---x\n---\n",
      "---\na: 1\n--- b: 2\n", " ---\na: 1\n---\n",
    ])
  func none(text: String) {
    #expect(Header(Rope(text)) == nil)
    #expect(Header(Array(text.utf8)) == nil)
  }

  @Test(
    "have tags as everybody writes them",
    arguments: [
      ("tags: [one, two words]", ["one", "two words"]), ("tags:\n  - one\n  - \"two\"", ["one", "two"]),
      ("tags: one, two words", ["one", "two words"]), ("tags: one two", ["one", "two"]),
      ("tags: '#one #two'", ["one", "two"]),
      ("tags: [1, 2.50, true, 2024-01-02, null, ~]", ["1", "2.50", "true", "2024-01-02"]),
      ("tags: [[a, [b]], c]", ["a", "b", "c"]), ("tags:\n- a: b\n- c", ["a: b", "c"]), ("Tags: [A, a]", ["A"]),
      ("tag: a\ntags: [b]", ["a", "b"]), ("keywords: [a]", ["a"]), ("tags:", []), ("tags: []", []), ("tags: #one", []),
      ("tags: [a/b, 한글]", ["a/b", "한글"]), ("tags: &t [a]\naliases: *t", ["a"]), ("tags: \"one, two\"", ["one", "two"]),
    ])
  func tags(lines: String, tags: [String]) {
    #expect(meaning("---\n\(lines)\n---\nx")?.tags == tags)
  }

  @Test(
    "of TOML have them, too",
    arguments: [
      ("tags = [\"one\", 'two words', 3]", ["one", "two words", "3"]),
      ("tags = [\n  \"a\", # r\n  \"b\",\n]", ["a", "b"]),
      ("[taxonomies]\ntags = [\"zola\"]", ["zola"]), ("[other]\ntags = [\"no\"]", []),
      ("\"tags\" = \"a b\"", ["a", "b"]),
    ])
  func toml(lines: String, tags: [String]) {
    #expect(meaning("+++\n\(lines)\n+++\nx")?.tags == tags)
  }

  @Test("have aliases as lists or as one text, which only commas part")
  func aliases() {
    #expect(meaning("---\naliases: One name\n---\n")?.aliases == ["One name"])
    #expect(meaning("---\nalias: a, b\naliases: [c, 1]\n---\n")?.aliases == ["a", "b", "c", "1"])
  }

  @Test("tell what of them can't be read")
  func problems() {
    #expect(meaning("---\ntags: {a: b}\ntitle: [x]\n---\n")?.problems.count == 2)
    #expect(Header(Rope("---\ntitle: a: b\n---\n"))?.problem?.hasPrefix("line 2: ") == true)
    #expect(Header(Rope("+++\na = \n+++\n"))?.problem != nil)
  }

  @Test("have times by many names, the likeliest first")
  func times() {
    let found = meaning("---\ndate: d\nDate created: a\ncreated: b\nlastmod: m\nlast_modified_at: n\n---\n")
    #expect(found?.created.map(\.value.text) == ["b", "a", "d"])
    #expect(found?.modified.map(\.value.text) == ["m", "n"])
  }

  @Test(
    "that are hostile take neither long nor much",
    arguments: HostileLines.all)
  func hostile(_ hostile: HostileLines) {
    let text = Rope("---\n\(hostile.lines)\n---\nbody")
    // Whatever grows with the square of these takes hours.
    let time = ContinuousClock().measure { _ = Excerpts(of: text) }
    #expect(time < .seconds(120), "\(hostile) took \(time)")
  }

  @Test("of random bytes do no harm, and end where their last line does")
  func random() throws {
    var generator = SeededGenerator(stream: 521)
    let pieces = [
      "---\n", "+++\n", "...\n", "\n", "\r", "\r\n", ": ", ":", "a", "\"", "\\", "[", "]", "'", ",", "- ", " ", "{",
      "}", "tags",
      "title", "\u{0}", "é", "&a ", "*a", "<<", "!!", "|", ">", "?", "#", "=", "%", "@", "`", "\t", "\u{FEFF}",
      "\u{2028}",
    ]
    for _ in 0..<20_000 {
      var text = ["---\n", "+++\n", ""].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...16, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
      let rope = Rope(text)
      let header = Header(rope)
      try require(header?.bounds.end == Header(Array(text.utf8))?.bounds.end, text.debugDescription)
      _ = header.map(HeaderMeaning.init)
      _ = Excerpts(of: rope)
      guard let end = header?.bounds.end else { continue }
      try require(
        end <= text.utf8.count && Rope(validatingUTF8: Array(text.utf8.dropFirst(end))) != nil, text.debugDescription)
    }
  }
}

/// What stands in a hostile header; of a megabyte of it the first characters are shown.
struct HostileLines: Sendable, CustomTestStringConvertible {
  let lines: String
  var testDescription: String { String(lines.prefix(40)) }

  static let all = texts.map(HostileLines.init)

  private static let texts: [String] = [
    "a: &a [x, x, x, x, x, x, x, x, x]\n"
      + (1..<12).map { n in
        "\(n): &n\(n) [\((0..<9).map { _ in n == 1 ? "*a" : "*n\(n - 1)" }.joined(separator: ", "))]\n"
      }
      .joined(),
    "a: " + String(repeating: "[", count: 200_000), "a: " + String(repeating: "{a: ", count: 100_000),
    String(repeating: "? ", count: 100_000), String(repeating: "- ", count: 100_000),
    (0..<100_000).map { "k\($0): v\n" }.joined(), "a: \"\(String(repeating: "x", count: 900_000))\"\n",
    (0..<2_000).map { n in "k\(n): &x\(n) [\(n == 0 ? "1" : "*x\(n - 1)")]\n" }.joined(), "a: \u{0}\n",
    "a: &a [*a]\n",
    "<<: [*none]\n", "a: !!binary x\nb: !<tag:x> y\n", "%YAML 9.9\na: b\n", "a: b\n--- \nc: d\n", "\t- a\n",
    "a: \u{FFFE}\n",
    String(repeating: "a: 1\n", count: 209_000), String(repeating: "#", count: 1_000_000) + "\n",
    "a: " + String(repeating: "'", count: 900_001) + "\n", String(repeating: "&a ", count: 100_000) + "\n",
  ]
}
