import MemoMarkup
import MemoText
import TestSupport
import Testing

@Suite("Headers that are rewritten")
struct HeaderEditorTests {
  private func edited(_ text: String, _ edit: (inout HeaderEditor) -> Void) -> String {
    guard var editor = HeaderEditor(Rope(text)) else { return text }
    edit(&editor)
    guard let replacement = editor.replacement else { return text }
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(replacement.range, with: replacement.text.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func renamed(_ text: String) -> String {
    edited(text) { editor in
      _ = editor.changeTags { $0.tagForm == "old" ? .renamed("new") : .kept }
    }
  }

  private func removed(_ text: String) -> String {
    edited(text) { editor in
      _ = editor.changeTags { $0.tagForm == "old" ? .removed : .kept }
    }
  }

  @Test(
    "rename a tag however it is written, and nothing else",
    arguments: [
      ("---\ntags: old\n---\nold", "---\ntags: new\n---\nold"),
      ("---\ntags: [a, old, older]\n---\n", "---\ntags: [a, new, older]\n---\n"),
      (
        "---\ntitle: old\ntags:\n- a\n- OLD # old\nold: old\n---\n",
        "---\ntitle: old\ntags:\n- a\n- new # old\nold: old\n---\n"
      ),
      ("---\r\ntags:\r\n  - \"old\"\r\n  - 'b'\r\n---\r\n", "---\r\ntags:\r\n  - \"new\"\r\n  - 'b'\r\n---\r\n"),
      ("---\ntags: a old b\n---\n", "---\ntags: a new b\n---\n"),
      ("---\ntags: a, old\n---\n", "---\ntags: a, new\n---\n"),
      ("---\ntags: [\"#old\"]\n---\n", "---\ntags: [\"#new\"]\n---\n"),
      ("---\ntags: [old,\n  a]\nb: old\n---\n", "---\ntags: [new,\n  a]\nb: old\n---\n"),
      ("---\ntag: old\ntags: [old]\nTags: old\n---\n", "---\ntag: old\ntags: [new]\nTags: old\n---\n"),
      ("---\ntags: a, b old\n---\n", "---\ntags: a, b new\n---\n"),
      ("---\ntags: [old\n---\n", "---\ntags: [old\n---\n"),
      ("---\ntags: [old thing, old]\n---\n", "---\ntags: [old thing, new]\n---\n"),
      ("---\n{tags: [old, a], x: old}\n---\n", "---\n{tags: [new, a], x: old}\n---\n"),
      ("+++\ntitle = \"old\"\ntags = [\"old\", \"a\"]\n+++\n", "+++\ntitle = \"old\"\ntags = [\"new\", \"a\"]\n+++\n"),
      ("+++\ntags = [\n\"old\",\n\"x\"\n]\na = 1\n+++\n", "+++\ntags = [\n\"new\",\n\"x\"\n]\na = 1\n+++\n"),
      (
        "+++\nx = \'\'\'\ntags = 1\n\'\'\'\ntags = [\n'old' ]\n+++\n",
        "+++\nx = \'\'\'\ntags = 1\n\'\'\'\ntags = [\n'new' ]\n+++\n"
      ),
      ("+++\n[taxonomies]\ntags = ['old']\n+++\n", "+++\n[taxonomies]\ntags = ['new']\n+++\n"),
      ("{\"tags\": [\"a\", \"old\"]}\nx", "{\"tags\": [\"a\", \"new\"]}\nx"),
      ("\u{FEFF}---\ntags: old\n---\n", "\u{FEFF}---\ntags: new\n---\n"),
      ("---\ntags: [&a old, !!str b]\nx: 1\n---\n", "---\ntags: [&a new, !!str b]\nx: 1\n---\n"),
      ("---\ntags: >-\n  old\n  b\n---\n", "---\ntags: >-\n  new\n  b\n---\n"),
      ("---\nname: &n old\ntags: [*n, a]\n---\n", "---\nname: &n old\ntags: [new, a]\n---\n"),
      ("---\ntags: [&n old]\nname: *n\nx: é # *n\n---\n", "---\ntags: [&n new]\nname: old\nx: é # *n\n---\n"),
      ("---\nall: &n {tags: [old, a]}\n<<: *n\n---\n", "---\nall: &n {tags: [old, a]}\n<<: *n\ntags: [new, a]\n---\n"),
      ("---\ntags: &n [old, a b]\nkeywords: *n\n---\n", "---\ntags: &n [new, a b]\nkeywords: [old, a b]\n---\n"),
      ("{\"x\": \"\\ud83d\\ude00\", \"tags\": [\"old\"]}\nx", "{\"x\": \"\\ud83d\\ude00\", \"tags\": [\"new\"]}\nx"),
      ("---\ntags: [\"\\x6fld\", a]\n---\n", "---\ntags: [new, a]\n---\n"),
      ("---\ntags:\n  - a\n#  - b\n  - old\n---\n", "---\ntags:\n  - a\n#  - b\n  - new\n---\n"),
      ("---\ntags: [a,\nold, b]\n---\n", "---\ntags: [a,\nnew, b]\n---\n"),
      (
        "+++\ntags = \"\"\"old\"\"\"\n[extra]\ntags = [\"old\", \"keep\"]\n+++\n",
        "+++\ntags = \"\"\"new\"\"\"\n[extra]\ntags = [\"old\", \"keep\"]\n+++\n"
      ),
      ("+++\ntags = '''a old''' # c\n+++\n", "+++\ntags = '''a new''' # c\n+++\n"),
      // A tag that is there already need not stand twice.
      ("---\ntags: [old, a, new]\n---\n", "---\ntags: [a, new]\n---\n"),
      ("---\ntags: [old, Old]\n---\n", "---\ntags: [new]\n---\n"),
      ("---\ntags: [a]\n---\nold", "---\ntags: [a]\n---\nold"), ("no header old", "no header old"),
    ])
  func renaming(text: String, result: String) { #expect(renamed(text) == result) }

  @Test(
    "put a name into quotation marks that other programs would read as something else without",
    arguments: [
      "null", "no", "Yes", "on", "y", "TRUE", "2026-11-29", "2026", "1_000", "1e3", "1.5", "0x1f", "0o17", "12:30",
      ".inf",
    ])
  func quoted(name: String) {
    let text = edited("---\ntitle: Old\naliases: Old\ntags: [old, a]\n---\n") { editor in
      #expect(editor.changeTags { $0 == "old" ? .renamed(name) : .kept })
      #expect(editor.changeTitle(to: name) && editor.changeAlias("old", to: name))
    }
    #expect(text == "---\ntitle: \"\(name)\"\naliases: \"\(name)\"\ntags: [\"\(name)\", a]\n---\n")
  }

  @Test(
    "put no other name into quotation marks",
    arguments: ["nothing", "Yes we can", "2026-11", "v1", "1st", "e3", "x1f", "12 monkeys", "on/off", "1/2"])
  func unquoted(name: String) {
    let text = edited("---\ntitle: Old\ntags: [old]\n---\n") { editor in
      #expect(editor.changeTitle(to: name) && editor.changeTags { $0 == "old" ? .renamed("no/\(name)") : .kept })
    }
    #expect(text == "---\ntitle: \(name)\ntags: [no/\(name)]\n---\n")
  }

  @Test("has a tag renamed once that goes into itself, and what is in it, too")
  func intoItself() throws {
    var editor = try #require(HeaderEditor(Rope("---\ntags: [old, old/x, other]\n---\nwords")))
    #expect(editor.changeTags { tag in tag.hasPrefix("old") ? .renamed("old/y" + tag.dropFirst(3)) : .kept })
    #expect(editor.replacement?.text == "---\ntags: [old/y, old/y/x, other]\n---\n")
    #expect(editor.changes == 2)
  }

  @Test(
    "have thousands of tags renamed at once",
    arguments: ["---\ntags: [%]\n---\n", "+++\ntags = [%]\n+++\n", "{\"tags\": [%]}\n"])
  func many(text: String) throws {
    let tags = (0..<5000).map { "\"old/\($0)\"" } + Array(repeating: "\"old\"", count: 5000)
    let header = text.replacing("%", with: tags.joined(separator: ","))
    var editor = try #require(HeaderEditor(Rope(header + "x")))
    #expect(editor.changeTags { $0.hasPrefix("old") ? .renamed("new" + $0.dropFirst(3)) : .kept })
    #expect(editor.changes == tags.count)
    let result = try #require(editor.replacement).text
    let once = header.replacing(",\"old\"", with: "").replacing("]", with: ",\"new\"]")
    #expect(result == once.replacing("old", with: "new"))
  }

  @Test(
    "take a tag away with what belongs to it",
    arguments: [
      ("---\ntags: old\n---\nx", "x"), ("---\ntags: [old]\n---\nx", "x"), ("---\ntags:\n  - old\n---\nx", "x"),
      ("\u{FEFF}---\ntags: [old]\n---\nx", "\u{FEFF}x"), ("+++\ntags = [\"old\"]\n+++\nx", "x"),
      ("{\"tags\": [\"old\"]}\nx", "x"),
      ("---\ntags: [old, a]\n---\n", "---\ntags: [a]\n---\n"), ("---\ntags: [a, old]\n---\n", "---\ntags: [a]\n---\n"),
      ("---\ntags: [a, \"old\" , b]\n---\n", "---\ntags: [a, b]\n---\n"),
      ("---\ntags:\n  - a\n  - old\n---\n", "---\ntags:\n  - a\n---\n"),
      ("---\ntags:\r\n- old\r\n- a\r\n---\r\n", "---\ntags:\r\n- a\r\n---\r\n"),
      ("---\ntags: a old b\n---\n", "---\ntags: a b\n---\n"), ("---\ntags: old b\n---\n", "---\ntags: b\n---\n"),
      ("---\ntags: a, old\n---\n", "---\ntags: a\n---\n"),
      ("---\na: 1\ntags: old\nb: 2\n---\n", "---\na: 1\nb: 2\n---\n"),
      ("---\na: 1\ntags:\n- old\n---\n", "---\na: 1\n---\n"),
      ("---\ntags:\n  - a\n#  - b\n  - old\n---\n", "---\ntags:\n  - a\n#  - b\n---\n"),
      ("---\ntags:\n- old\n# c\n- old\n\n# x\na: 1\n---\n", "---\n# x\na: 1\n---\n"),
      ("---\ntags:\n  - old # c\n  - a\n---\n", "---\ntags:\n  # c\n  - a\n---\n"),
      ("---\ntags:\n  - a\n  - &n 'old'\n---\n", "---\ntags:\n  - a\n---\n"),
      ("---\ntags:\n- !!str &n old # c\n- a\n---\n", "---\ntags:\n# c\n- a\n---\n"),
      ("---\ntags:\n- a\n- &n\n  old\n---\n", "---\ntags: [a]\n---\n"),
      ("+++\na = 1\ntags = [\"old\"]\n+++\n", "+++\na = 1\n+++\n"),
      ("+++\ntags = [\"old\"]\n[extra]\na = 1\n+++\n", "+++\n[extra]\na = 1\n+++\n"),
      ("{\"tags\": [\"a\", \"old\"]}\nx", "{\"tags\": [\"a\"]}\nx"),
      ("{\"a\": 1, \"tags\": [\"old\"]}\nx", "{\"a\": 1, \"tags\": []}\nx"),
      ("---\ntags: [a]\n---\n", "---\ntags: [a]\n---\n"),
      ("---\ntags: [a, old, Old, \"#old\"]\n---\n", "---\ntags: [a]\n---\n"),
      ("---\n{tags: old, a: 1}\n---\n", "---\n{tags: [], a: 1}\n---\n"),
      ("---\nx: &n old\ntags: *n\n---\n", "---\nx: &n old\n---\n"),
      ("---\nx: &n [old, a]\ntags: *n\n---\n", "---\nx: &n [old, a]\ntags: [a]\n---\n"),
      ("---\ntags: &n [old]\nx: *n\ny: 1:30\n---\n", "---\nx: [old]\ny: 1:30\n---\n"),
      ("---\nx: &n {tags: old}\n<<: *n\n---\n", "---\nx: &n {tags: old}\n<<: *n\ntags: []\n---\n"),
    ])
  func removing(text: String, result: String) { #expect(removed(text) == result) }

  @Test(
    "give another title in the marks that the first one has, if it can stand there",
    arguments: [
      ("---\ntitle: Old\n---\n# Old", "New", "---\ntitle: New\n---\n# Old"),
      ("---\na: Old\ntitle:   Old # Old\n---\n", "New", "---\na: Old\ntitle:   New # Old\n---\n"),
      ("---\ntitle: \"Old\"\n---\n", "New \"one\"", "---\ntitle: \"New \\\"one\\\"\"\n---\n"),
      ("---\ntitle: 'Old'\n---\n", "It's", "---\ntitle: 'It''s'\n---\n"),
      ("---\ntitle: Old\n---\n", "a: b", "---\ntitle: \"a: b\"\n---\n"),
      ("---\ntitle: Old\n---\n", "- x", "---\ntitle: \"- x\"\n---\n"),
      ("---\ntitle: Old\n---\n", "null", "---\ntitle: \"null\"\n---\n"),
      ("---\r\ntitle: >-\r\n  Old\r\n  one\r\nb: 1\r\n---\r\n", "New", "---\r\ntitle: \"New\"\r\nb: 1\r\n---\r\n"),
      ("+++\ntitle = Old\n+++\n", "New", "+++\ntitle = \"New\"\n+++\n"),
      ("{\"title\": 5, \"a\": \"b\"}\nx", "6", "{\"title\": \"6\", \"a\": \"b\"}\nx"),
      ("+++\ntitle = \"Old\"\n+++\n", "New", "+++\ntitle = \"New\"\n+++\n"),
      (
        "+++\ntitle = 'Old'\n[[resources]]\ntitle = \"x\"\n+++\n", "It's",
        "+++\ntitle = \"It's\"\n[[resources]]\ntitle = \"x\"\n+++\n"
      ),
      ("---\ntitle: 'It''s' # c\n---\n", "New", "---\ntitle: 'New' # c\n---\n"),
      ("---\ntitle: \"\\x4fld\" # c\n---\n", "New", "---\ntitle: \"New\" # c\n---\n"),
      ("---\n{slug: Old, title: Old}\n---\n", "New", "---\n{slug: Old, title: New}\n---\n"),
      ("---\ntitle: >- # c\n  Old\n  # one\nb: 1\n---\n", "New", "---\ntitle: \"New\" # c\nb: 1\n---\n"),
      ("---\ntitle: &t Old\nb: *t\n---\n", "New", "---\ntitle: &t New\nb: Old\n---\n"),
      ("{\"title\": \"O\u{7F}\"}\nx", "New", "{\"title\": \"New\"}\nx"),
      ("{\"slug\": \"Old\", \"title\": \"Old\"}\nx", "New", "{\"slug\": \"Old\", \"title\": \"New\"}\nx"),
      ("{\"title\": \"Old\"}\nx", "New \"x\"", "{\"title\": \"New \\\"x\\\"\"}\nx"),
    ])
  func titles(text: String, title: String, result: String) {
    var isChanged = false
    #expect(edited(text) { isChanged = $0.changeTitle(to: title) } == result)
    #expect(isChanged)
  }

  @Test(
    "change one alias alone, in quotation marks where it must be",
    arguments: [
      ("---\naliases: [Old, 'other one']\n---\n", "New", "---\naliases: [New, 'other one']\n---\n"),
      (
        "---\naliases:\n  - x # old\n  - old\ntags: old\n---\n", "a: b",
        "---\naliases:\n  - x # old\n  - \"a: b\"\ntags: old\n---\n"
      ),
      ("---\naliases: 'Old'\n---\n", "Old: one", "---\naliases: \"Old: one\"\n---\n"),
      ("---\naliases: Old\n---\n", "OLD", "---\naliases: OLD\n---\n"),
      ("---\naliases: Old one\n---\n", "New", nil), ("---\naliases: Old\n---\n", "Old", nil),
      ("+++\naliases = [\"Old\"]\n+++\n", "It's", "+++\naliases = [\"It's\"]\n+++\n"),
      ("---\naliases: [&a Old]\nb: *a\n---\n", "New", "---\naliases: [&a New]\nb: Old\n---\n"),
    ])
  func aliases(text: String, name: String, result: String?) {
    var isChanged = false
    #expect(edited(text) { isChanged = $0.changeAlias("old", to: name) } == result ?? text)
    #expect(isChanged == (result != nil))
  }

  @Test("have no title to change if they have none", arguments: ["---\na: 1\n---\nOld", "---\ntitle:\n---\nOld"])
  func untitled(text: String) {
    var isChanged = true
    #expect(edited(text) { isChanged = $0.changeTitle(to: "New") } == text)
    #expect(!isChanged)
  }

  @Test("mean what was asked for and nothing else, whatever stands in them")
  func random() throws {
    var (asked, done) = (0, 0)
    var generator = SeededGenerator(stream: 142)
    let lines = [
      "tags: old", "tags: [old, a, 'old b']", "tags:", "- old", "  - old", "- a", "title: old", "title: \"old\"",
      "x: old",
      "tags: old, b", "tag: a old", "# old", "  old", "tags: 'a, old b'", "tags: >-", "y: {tags: [old]}", "tags: [old",
      "]", "old", "tags = [\"old\"]", "[taxonomies]", "&a old", "*a", "\"tags\": old", "tags: !!str old",
    ]
    for _ in 0..<20_000 {
      let fence = ["---", "---", "+++"].randomElement(using: &generator) ?? "---"
      let count = Int.random(in: 1...6, using: &generator)
      let contents = (0..<count).map { _ in lines.randomElement(using: &generator) ?? "" }
      let end = ["\n", "\r\n"].randomElement(using: &generator) ?? "\n"
      let text = ([fence] + contents + [fence, "body old"]).joined(separator: end)
      guard let before = Header(Rope(text)) else { continue }
      let old = HeaderMeaning(before)
      for result in [renamed(text), removed(text)] where result != text {
        try require(result.hasSuffix("body old"), "\(text.debugDescription) lost words: \(result.debugDescription)")
        guard let after = Header(Rope(result)) else {
          try require(
            result == "body old", "\(text.debugDescription) is no header any more: \(result.debugDescription)")
          continue
        }
        let new = HeaderMeaning(after)
        try require(
          new.title == old.title
            && new.tags.filter { !["old", "new"].contains($0) } == old.tags.filter { $0 != "old" },
          "\(text.debugDescription) became \(result.debugDescription)")
        asked += 1
        done += new.tags.contains("old") ? 0 : 1
      }
    }
    // What can't be read as a whole may not be changed.
    #expect(done == asked, "\(done) of \(asked)")
  }
}
