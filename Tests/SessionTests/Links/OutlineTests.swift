import JSON
import SessionSupport
import Testing

/// A text in which characters of all widths stand before each part that is told.
private let text = """
  ---
  title: 계획 😀
  tags: [header]
  ---
  # 머리 *말* 😀
  é 😀 [[Plan#두부|표]] ![[Plan#^끝]] [글](<두 부.md#a> "t") ![그림](p.png) <https://example.org> #태그/하나
  - [ ] 할 일 😀
  - [x] done

  👩‍👩‍👧 Under
  =====
  문단 ^끝
  """

@Suite("outline", .timeLimit(.minutes(10)))
struct OutlineTests {
  @Test("tells each part in the order of the text, with ranges in the session's units", arguments: encodings)
  func parts(encoding: String) async throws {
    let client = try SessionClient()
    try await client.initialize(encoding)
    for text in [text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r")] {
      let outline = try await client.outline(text)
      let slices = Slices(text, encoding)
      func words(_ list: String, _ name: String = "range") -> [String?] { outline.list(list).map { slices[$0[name]] } }
      #expect(outline["title"]?.string == "계획 😀")
      let underlined = "👩‍👩‍👧 Under\n=====".replacing(
        "\n", with: text.contains("\r\n") ? "\r\n" : text.contains("\r") ? "\r" : "\n")
      #expect(words("headings") == ["# 머리 *말* 😀", underlined])
      #expect(outline.column("headings", "text") == ["머리 말 😀", "👩‍👩‍👧 Under"])
      #expect(outline.column("headings", "level") == ["1", "1"])
      #expect(outline.column("headings", "slug") == ["머리-말-", "-under"])
      #expect(
        words("links") == [
          "[[Plan#두부|표]]", "![[Plan#^끝]]", #"[글](<두 부.md#a> "t")"#, "![그림](p.png)", "<https://example.org>",
        ])
      #expect(words("links", "targetRange") == ["Plan", "Plan", "두 부.md", "p.png", "https://example.org"])
      #expect(words("links", "fragmentRange") == ["두부", "^끝", "a", nil, nil])
      #expect(outline.column("links", "kind") == ["wiki", "embed", "markdown", "image", "url"])
      #expect(outline.column("links", "target") == ["Plan", "Plan", "두 부.md", "p.png", "https://example.org"])
      #expect(outline.column("links", "fragment") == ["두부", "^끝", "a", "-", "-"])
      #expect(outline.column("links", "label").prefix(4) == ["표", "-", "글", "그림"])
      #expect(words("tags") == ["#태그/하나"])
      #expect(outline.column("tags", "name") == ["태그/하나"])
      #expect(words("tasks") == ["[ ]", "[x]"])
      #expect(outline.column("tasks", "done") == ["false", "true"])
      #expect(outline.column("tasks", "text") == ["할 일 😀", "done"])
      #expect(words("blocks") == ["^끝"])
      #expect(outline.column("blocks", "name") == ["끝"])
    }
  }

  @Test(
    "has these members, and no other",
    arguments: [
      ("", #"{"title":"","headings":[],"links":[],"tags":[],"tasks":[],"blocks":[],"words":0}"#),
      (
        "# A\n[[#A]] [[#B]]",
        ##"{"title":"A","headings":[{"level":1,"text":"A","slug":"a","range":"# A"}],"links":["##
          + ##"{"kind":"wiki","target":"","fragment":"A","range":"[[#A]]","targetRange":"","fragmentRange":"A"},"##
          + ##"{"kind":"wiki","target":"","fragment":"B","range":"[[#B]]","targetRange":"","fragmentRange":"B","##
          + #""problem":"fragment"}],"tags":[],"tasks":[],"blocks":[],"words":4}"#
      ),
      (
        "no [[One|l]]",
        #"{"title":"no [[One|l]]","headings":[],"links":[{"kind":"wiki","target":"One","label":"l","#
          + #""range":"[[One|l]]","targetRange":"One","problem":"broken"}],"#
          + #""tags":[],"tasks":[],"blocks":[],"words":2}"#
      ),
    ])
  func members(text: String, json: String) async throws {
    let client = try SessionClient()
    let outline = try await client.outline(text)
    #expect(shown(outline, Slices(text, "utf-16")).json == json)
  }

  /// An answer with the text that stands there in place of each range.
  private func shown(_ value: JSONValue, _ slices: Slices) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map { shown($0, slices) })
    case .object(let object):
      if let words = slices[value] { return .string(words) }
      var shownObject = JSONObject()
      for member in object.members { shownObject[member.name] = shown(member.value, slices) }
      return .object(shownObject)
    default: return value
    }
  }

  @Test("is the same of a memo and of its text, but for links into the memo itself")
  func memo() async throws {
    let client = try SessionClient()
    try await client.make(["a": text, "b": "# B\n[[#B]] [[#C]] [[B]]"])
    #expect(try await client.outline(of: "a").json == client.outline(text).json)
    let outline = try await client.outline(of: "b")
    #expect(outline.column("links", "id") == ["b", "b", "b"])
    #expect(outline.column("links", "problem") == ["-", "fragment", "-"])
  }

  @Test("is of the text as earlier messages left it")
  func order() async throws {
    let client = try SessionClient()
    client.send(
      call(1, "createMemo", #"{"id":"a","text":"[[Plan]]"}"#), call(2, "outline", #"{"id":"a"}"#),
      call(3, "createMemo", #"{"id":"p","text":"Plan"}"#), call(4, "outline", #"{"id":"a"}"#),
      notification("updateMemo", #"{"id":"a","contentChanges":[{"text":"none"}]}"#), call(5, "outline", #"{"id":"a"}"#))
    let answers = try await client.answers(5)
    func links(_ id: Int) -> [JSONValue]? { answers.first { $0["id"]?.integer == id }?["result"]?.list("links") }
    #expect(links(2)?.map { $0["problem"]?.string } == ["broken"])
    #expect(links(4)?.map { $0["id"]?.string } == ["p"])
    #expect(links(5)?.isEmpty == true)
  }

  @Test("may be asked of a memo in the trash, and tells its title")
  func trash() async throws {
    let client = try SessionClient()
    try await client.make(["a": "## Gone ##\n#tag"])
    _ = try await client.request("delete", #"{"id":"a"}"#)
    let outline = try await client.outline(of: "a")
    #expect(outline["title"]?.string == "Gone")
    #expect(outline.column("tags", "name") == ["tag"])
  }

  @Test(
    "counts words between white space outside front matter",
    arguments: [("", 0), (" \n", 0), ("a b\tc\nd", 4), ("---\ntitle: a b\n---\n두부 셋", 2), ("a\u{a0}b\u{3000}c", 3)])
  func words(text: String, count: Int) async throws {
    #expect(try await SessionClient().outline(text)["words"]?.integer == count)
  }

  @Test(
    "is refused without one text or memo",
    arguments: [
      ("{}", "params.text"), (#"{"text":null,"id":null}"#, "params.text"), (#"{"text":"","id":"a"}"#, "params.id"),
      (#"{"text":1}"#, "params.text"), (#"{"id":[]}"#, "params.id"), (#"["a"]"#, "params"),
    ])
  func refused(params: String, path: String) async throws {
    let error = try await SessionClient().refusal("outline", params)
    #expect(error["code"]?.integer == -32602)
    #expect(error["data"]?["path"]?.string == path)
  }

  @Test("of no memo is error 1", arguments: ["nowhere", "", "ä", "a/b"])
  func unknown(id: String) async throws {
    let error = try await SessionClient().refusal("outline", #"{"id":\#(quoted(id))}"#)
    #expect(error["code"]?.integer == 1)
    #expect(error["data"]?["id"]?.string == id)
  }
}
