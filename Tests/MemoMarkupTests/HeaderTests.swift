import MemoMarkup
import MemoText
import Platform
import TestSupport
import Testing

@Suite("Headers")
struct HeaderTests {
  private func meaning(_ text: String, _ rules: HeaderRules = .memos) -> HeaderMeaning? {
    Header(Rope(text), rules).map { HeaderMeaning($0) }
  }

  @Test(
    "are passed over by the displayed title, which is theirs if they have one",
    arguments: [
      ("---\ntitle: Plan\n---\nbody", "Plan", "body"), ("---\na: 1\n---\n\n# Head\nbody", "Head", "body"),
      ("---\ntitle: >-\n  Two\n  lines\n---\nx", "Two lines", "x"), ("---\ntitle: |\n  a\n  b\n---\nx", "a b", "x"),
      ("---\r\ntitle: \"A: b\" # remark\r\n---\r\nx", "A: b", "x"), ("---\n---\nfirst\nsecond", "first", "second"),
      ("---\n# only a remark\n...\nfirst", "first", ""), ("\u{FEFF}---\ntitle: Mark\n---\nx", "Mark", "x"),
      ("--- \ntitle: Spaces\n---\t\nx", "Spaces", "x"), ("---\ntitle: 2024\n---\nx", "2024", "x"),
      ("---\ntitle:\n---\nx", "x", ""), ("---\ntitle: [a]\n---\nx", "x", ""),
      ("---\n{title: Flow}\n---\nx", "Flow", "x"),
      ("---\n제목: 하나\n완료?: 아니오\na b: c\n---\nx", "x", ""), ("---\nTitle: Upper\n---\nx", "x", ""),
      ("+++\ntitle = \"Hugo \\u00e9\"\n+++\nx", "Hugo é", "x"), ("+++\ntitle = 'a \"b\"' # r\n+++\nx", "a \"b\"", "x"),
      ("+++\n[table]\ntitle = \"no\"\n+++\nx", "x", ""), ("+++\na = 1\nno toml\n+++\nx", "x", ""),
      ("+++\n# only a remark\n+++\nx", "x", ""), ("+++\n[[Plan]] and\n+++\nx", "+++", "[[Plan]] and +++ x"),
      ("+++\n[[tables]] # remark\n+++\nx", "x", ""), ("+++\nsome\na = 1\n+++\nx", "+++", "some a = 1 +++ x"),
      ("+++\nno toml at all\n+++\nx", "+++", "no toml at all +++ x"),
      ("---\ntitle: One: two\n---\nx", "---", "title: One: two --- x"),
      ("---\nfoo: [\n---\nx", "---", "foo: [ --- x"),
      ("---\na: &x 1\ntitle: *x\n---\nx", "1", "x"), ("---\nbase: &b {title: Base}\n<<: *b\n---\nx", "Base", "x"),
      ("---\nbase: &b {title: Base}\n<<: *b\ntitle: Own\n---\nx", "Own", "x"),
      ("---\ntitle: a\ntitle: b\n---\nx", "b", "x"),
      ("---\rtitle: Old Mac\r---\rx", "Old Mac", "x"), ("---\ntitle: \"\"\n---\n  y", "y", ""),
      ("---\nx: 1\n---\n", "", ""), ("---\nSome words.\n\nMore\n---\n", "---", "Some words. More ---"),
      ("---\n\nx", "---", "x"), ("\n***\n- - -\nx", "***", "- - - x"), ("+++\nprose", "+++", "prose"),
      ("---\ntitle: unended\n", "---", "title: unended"), ("---\n- a\n---\nx", "---", "- a --- x"),
      ("---\n~\n---\nx", "---", "~ --- x"), ("---\n# remark\n\n---\nx", "x", ""),
      ("---", "---", ""), ("\n\n***\n", "***", ""),
      ("---\nx: 1\n---\n\n---\nwords\n", "---", "words"), ("--\nx", "--", "x"), ("-*-\nx", "-*-", "x"),
      ("{\n  \"title\": \"Hugo \\u00e9\",\n  \"draft\": false\n}\n\nbody", "Hugo é", "body"),
      ("{\"tags\": [\"a}\"], \"x\": {\"y\": \"\\\"}\"}}\r\n# Head\r\nx", "Head", "x"),
      ("\u{FEFF}{\"date\": \"2024-01-02\"} \nx", "x", ""), ("{\"title\": \"only\"}", "{\"title\": \"only\"}", ""),
      ("{\n\"title\": 1\n}\n \n", "{", "\"title\": 1 }"),
    ])
  func passedOver(text: String, title: String, preview: String) {
    let excerpts = Excerpts(of: Rope(text))
    #expect(excerpts.title == title && excerpts.preview == preview, "\(excerpts)")
  }

  @Test(
    "are none where the text has no names and values, or where they don't end",
    arguments: [
      "---\ntitle: a\n", "---\n\nprose\n\n---\nx", "---\n- a\n- b\n---\nx", "----\na: 1\n---\n", "\n---\na: 1\n---\n",
      "---\nprose: that goes on\nin lines that aren't names\n---\nx", "+++\na = 1\n", "---", "+++", "---\n--\n",
      "---x\n---\n",
      "---\na: 1\n--- b: 2\n", " ---\na: 1\n---\n", "{\"a\": 1}\nx", "{\"title\": 1} x\n", "{\"title\": 1\nx",
      "{\"title\": 1,}\nx", "{{title}}\nx", "{\n", "{}\nx", "[{\"title\": 1}]\nx", "{title: a}\nx",
    ])
  func none(text: String) {
    #expect(Header(Rope(text)) == nil)
    #expect(Header(Array(text.utf8)) == nil)
  }

  @Test(
    "have tags in a list as they are written, or in one text with commas or white space between them",
    arguments: [
      ("tags: [one, two words]", ["one", "two words"]), ("tags:\n  - one\n  - \"two\"", ["one", "two"]),
      ("tags: one, two words", ["one", "two", "words"]), ("tags: one two", ["one", "two"]), ("tags: 2024", ["2024"]),
      ("tags: '#one #two'", ["one", "two"]), ("tags: >-\n  one\n  two", ["one", "two"]),
      ("tags: [1, 2.50, true, 2024-01-02, null, ~]", ["1", "2.50", "true", "2024-01-02"]),
      ("tags: [[a, [b]], c]", ["c"]), ("tags:\n- a: b\n- c", ["c"]), ("tags: {a: b}", []), ("tags: [A, a]", ["A"]),
      ("Tags: [a]", []), ("tag: a\ntags: [b]", ["b"]), ("keywords: [a]", []),
      ("tags:", []), ("tags: []", []), ("tags: #one", []),
      ("tags: [a/b, 한글]", ["a/b", "한글"]), ("tags: &t [a]\naliases: *t", ["a"]), ("tags: \"one, two\"", ["one", "two"]),
    ])
  func tags(lines: String, tags: [String]) {
    #expect(meaning("---\n\(lines)\n---\nx")?.tags == tags)
  }

  @Test(
    "of notes have tags by other names, and nested, too",
    arguments: [
      ("Tags: [A, a]", ["A"]), ("tag: a\ntags: [b]", ["a", "b"]), ("keywords: [a]", ["a"]),
      ("tags: [[a, [b]], c]", ["a", "b", "c"]), ("tags:\n- a: b\n- c", ["a: b", "c"]),
      ("tags: a, b c", ["a", "b", "c"]),
    ])
  func tagsOfNotes(lines: String, tags: [String]) {
    #expect(meaning("---\n\(lines)\n---\nx", .notes)?.tags == tags)
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

  @Test(
    "of notes that are nearly YAML have all that can be read by itself, and those of memos are none",
    arguments: [
      "title: One: two\ntags: [a, b]\ndate: 2024-01-02", "tags:\n  - a\n  - b\ntitle: @home\ndate: 2024-01-02",
      "date: 2024-01-02\ntitle: `x`\ntags: a, b", "other: {{ x }\ntags: a b\ndate: 2024-01-02",
      "aliases: [a\ntags:\n- a\n- b # c\ndate: 2024-01-02\nx: @",
    ])
  func nearly(lines: String) {
    let found = meaning("---\n\(lines)\n---\nx", .notes)
    #expect(found?.tags == ["a", "b"] && found?.created.first?.value.text == "2024-01-02", "\(lines)")
    #expect(Header(Rope("---\n\(lines)\n---\nx"), .notes)?.problem != nil)
    #expect(Header(Rope("---\n\(lines)\n---\nx")) == nil)
  }

  @Test("have aliases as lists or as one text, which is one alias")
  func aliases() {
    #expect(meaning("---\naliases: One, name\n---\n")?.aliases == ["One, name"])
    #expect(meaning("---\nalias: a\naliases: [c, 1, c, [d]]\n---\n")?.aliases == ["c", "1"])
    #expect(meaning("---\nalias: a, b\naliases: [c, 1]\n---\n", .notes)?.aliases == ["a, b", "c", "1"])
  }

  @Test("of notes tell what of them can't be read")
  func problems() {
    #expect(meaning("---\ntags: {a: b}\ntitle: [x]\n---\n", .notes)?.problems.count == 2)
    #expect(Header(Rope("---\ntitle: a: b\n---\n"), .notes)?.problem?.hasPrefix("line 2: ") == true)
    #expect(Header(Rope("+++\na = \n+++\n"), .notes)?.problem != nil)
  }

  @Test("have times by many names, the likeliest first")
  func times() {
    let found = meaning("---\ndate: d\nDate created: a\ncreated: b\nlastmod: m\nlast_modified_at: n\n---\n", .notes)
    #expect(found?.created.map(\.value.text) == ["b", "a", "d"])
    #expect(found?.modified.map(\.value.text) == ["m", "n"])
  }

  @Test("take work in proportion to their length, however they were made", arguments: GrowingLines.all)
  func work(_ lines: GrowingLines) {
    let (short, long) = (lines.text(quarters: 1), lines.text(quarters: 4))
    // The quickest of several runs counts: others' work may disturb any of them.
    let least = (0..<3).map { _ in processorTime { _ = Excerpts(of: short) } }.min() ?? .zero
    // Four times the length is four times the work, and would be sixteen times where work grows with the square of it.
    // What takes less than a hundredth of a second can't be measured well.
    let bound = max(least * 10, .milliseconds(10))
    let isInProportion = (0..<3).contains { _ in processorTime { _ = Excerpts(of: long) } <= bound }
    #expect(isInProportion, "\(lines) takes over ten times as long as its quarter, which takes \(least)")
  }

  @Test("with values too many, too deep or standing for too many others say so", arguments: BoundlessLines.all)
  func boundless(_ lines: BoundlessLines) {
    #expect(Header(Rope("---\n\(lines.lines)\n---\nbody")) == nil)
    let problem = Header(Rope("---\n\(lines.lines)\n---\nbody"), .notes)?.problem
    #expect(problem?.contains(lines.word) == true, "\(problem ?? "no problem")")
  }

  @Test("that are no YAML, or YAML of rare kinds, are read to their end", arguments: odd)
  func readsOdd(lines: String) {
    let shown = Excerpts(of: Rope("---\n\(lines)\n---\nbody"))
    #expect((shown.title + shown.preview).hasSuffix("body"))
  }

  private static let odd = [
    "a: \u{0}\n", "a: &a [*a]\n", "<<: [*none]\n", "a: !!binary x\nb: !<tag:x> y\n", "%YAML 9.9\na: b\n",
    "a: b\n--- \nc: d\n", "\t- a\n", "a: \u{FFFE}\n",
  ]

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
      let rules = [HeaderRules.memos, .notes].randomElement(using: &generator) ?? .memos
      var text = ["---\n", "+++\n", "{\"title\":", ""].randomElement(using: &generator) ?? ""
      for _ in 0..<Int.random(in: 0...16, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
      // A text that is nothing but an object of JSON has no header.
      if text.hasPrefix("{") { text += "\nwords" }
      let rope = Rope(text)
      let header = Header(rope, rules)
      try require(header?.bounds.end == Header(Array(text.utf8), rules)?.bounds.end, text.debugDescription)
      _ = header.map { HeaderMeaning($0) }
      _ = Excerpts(of: rope)
      guard let end = header?.bounds.end else { continue }
      try require(
        end <= text.utf8.count && Rope(validatingUTF8: Array(text.utf8.dropFirst(end))) != nil, text.debugDescription)
    }
  }
}

/// Lines of a header that can have any length.
struct GrowingLines: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How many times the longest such header repeats what it is made of.
  let most: Int
  let make: @Sendable (Int) -> String

  /// A text with such a header, as long as so many quarters of its greatest length.
  func text(quarters: Int) -> Rope { Rope("---\n\(make(most * quarters / 4))\n---\nbody") }

  static let all = [
    repeating("[", 50_000, after: "a: "), repeating("{a: ", 25_000, after: "a: "), repeating("? ", 25_000),
    repeating("- ", 25_000), repeating("a: 1\n", 50_000), repeating("#", 250_000), repeating("&a ", 25_000),
    repeating("'", 225_001, after: "a: "), repeating("x", 225_000, after: "a: \""), repeating("\u{0}", 25_000),
    GrowingLines(testDescription: "many names", most: 20_000) { (0..<$0).map { "k\($0): v\n" }.joined() },
    GrowingLines(testDescription: "many tags", most: 10_000) { "tags:\n" + (0..<$0).map { "- t\($0)\n" }.joined() },
    GrowingLines(testDescription: "aliases of aliases", most: 5_000) { count in
      (0..<count).map { n in "k\(n): &x\(n) [\(n == 0 ? "1" : "*x\(n - 1)")]\n" }.joined()
    },
  ]

  private static func repeating(_ text: String, _ most: Int, after beginning: String = "") -> GrowingLines {
    GrowingLines(testDescription: "\(beginning)\(text)".debugDescription, most: most) { count in
      beginning + String(repeating: text, count: count) + "\n"
    }
  }
}

/// Lines of a header that would take more than there is, and the word by which that is reported.
struct BoundlessLines: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let lines: String
  let word: String

  static let all = [
    BoundlessLines(
      testDescription: "lists of lists by their aliases",
      lines: "a: &n0 [x, x, x, x, x, x, x, x, x]\n"
        + (1..<12).map { n in "\(n): &n\(n) [\(Array(repeating: "*n\(n - 1)", count: 9).joined(separator: ", "))]\n" }
        .joined(),
      word: "more than 262144 values"),
    BoundlessLines(
      testDescription: "many values", lines: String(repeating: "a: 1\n", count: 131_073),
      word: "more than 262144 values"),
    BoundlessLines(
      testDescription: "deep lists",
      lines: "a: \(String(repeating: "[", count: 64))\(String(repeating: "]", count: 64))",
      word: "more than 64 deep"),
    BoundlessLines(
      testDescription: "lists that are deep by their aliases",
      lines: (0..<64).map { n in "k\(n): &x\(n) [\(n == 0 ? "1" : "*x\(n - 1)")]\n" }.joined(),
      word: "more than 64 deep"),
  ]
}

/// The processor time that this thread takes for something: what others do meanwhile doesn't count.
private func processorTime(_ body: () -> Void) -> Duration {
  let start = ProcessorTime.ofThread
  body()
  return ProcessorTime.ofThread - start
}
