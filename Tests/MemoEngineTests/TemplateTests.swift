import JSON
import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Memos made of templates")
struct TemplateTests {
  private let noon = Timestamp(reading: "2026-11-22T12:34:56", in: .local)

  private func make(
    _ fixture: Fixture, of template: String = "t", _ values: [String: String] = [:], properties: String = "{}"
  ) async throws -> (memo: MemoSnapshot, cursor: Int?) {
    try await fixture.engine.createMemo(
      id: memoID("made"), from: TemplateUse(template, values: values),
      properties: try JSONObject(json: Array(properties.utf8)))
  }

  @Test(
    "say what the template says, with values, the date and the time",
    arguments: [
      ("{{title}}", "Plan"), ("{{date}} {{time}}", "2026-11-22 12:34"), ("{{date:%d %b %Y}}", "22 Nov 2026"),
      ("{{ Title }} {{DATE}} {{ Time }}", "Plan 2026-11-22 12:34"), ("{{ Date : %d %b }}.", "22 Nov."),
      ("{{ who }} {{Who}} {{ time:%H }}", "I {{Who}} {{ time:%H }}"),
      ("{{who}}: {{what}}", "I: {{title}}"), ("{{unknown}} {{date:}}", "{{unknown}} {{date:}}"),
    ])
  func values(template: String, text: String) async throws {
    let fixture = await Fixture(startingAt: noon)
    try await fixture.create("t", "#template \(template)")
    let made = try await make(fixture, ["title": "Plan", "who": "I", "what": "{{title}}"])
    #expect(made.memo.text.string == text)
    #expect(made.memo.metadata.version == 1 && made.cursor == nil)
  }

  @Test("tell where the cursor is to be")
  func cursor() async throws {
    let fixture = await Fixture()
    try await fixture.create("t", "{{title}}\n#template\n- {{cursor}}\n")
    let made = try await make(fixture, ["title": "제목"])
    #expect(made.memo.text.string == "제목\n- \n" && made.cursor == 9)
  }

  @Test("leave a name that nobody has a value for as it stands, also the title's")
  func untitled() async throws {
    let fixture = await Fixture()
    try await fixture.create("t", "{{title}} #template")
    #expect(try await make(fixture).memo.text.string == "{{title}}")
  }

  @Test(
    "have the template's tags but for those that make it one, and their own properties on top",
    arguments: [
      (#"{"tags":["template","work"],"pinned":true}"#, "{}", #"{"tags":["work"]}"#),
      (#"{"tags":["Template/x"]}"#, "{}", "{}"),
      (#"{"tags":["work","template"]}"#, #"{"tags":["Work","new"],"color":1}"#, #"{"tags":["work","new"],"color":1}"#),
      (#"{"tags":["work","template"]}"#, #"{"tags":null}"#, "{}"),
    ])
  func properties(template: String, own: String, result: String) async throws {
    let fixture = await Fixture()
    try await fixture.create("t", "text", properties: template)
    let made = try await make(fixture, properties: own)
    #expect(String(decoding: made.memo.metadata.properties.json, as: UTF8.self) == result)
    #expect(made.memo.text.string == "text")
  }

  @Test("are made of the one memo of a title that is a template, saved or not, whose other names count, too")
  func titled() async throws {
    let fixture = await Fixture()
    try await fixture.create("note", "Meeting\nnot this")
    try await fixture.create("t", "---\ntitle: meeting\naliases: [Standup]\ntags: template\n---\nthis")
    for name in ["Meeting", " MEETING", "Standup", "t", "memo:t"] {
      #expect(
        try await make(fixture, of: name).memo.text.string == "---\ntitle: meeting\naliases: [Standup]\n---\nthis")
      _ = try await fixture.engine.destroyMemo(memoID("made"), baseVersion: nil)
    }
  }

  @Test("are made of the template that has the name among templates alone, first by title, last by tag")
  func named() async throws {
    let fixture = await Fixture()
    try await fixture.create("trip", "a note")
    try await fixture.create("map", "# Trip\nanother note")
    try await fixture.create("t1", "# {{title}}\n#template/trip one")
    try await fixture.create("t2", "# {{title}}\n#template two", properties: #"{"tags":["Template/Work/weekly"]}"#)
    try await fixture.create("t3", "---\naliases: [Trip]\ntags: [template/visit]\n---\n# My {{title}}!\nthree")
    let names = [
      ("trip", "t3"), ("WORK/weekly", "t2"), ("visit", "t3"), ("my-title", "t3"), ("map", nil), ("work", nil),
      ("weekly", nil), ("template", nil), ("{{title}}", nil), ("memo:visit", nil), ("/", nil),
    ]
    for (name, id) in names {
      let found = try? await fixture.engine.template(named: name)
      #expect(found == id.map(memoID), "\(name)")
    }
    try await fixture.type("# Trip\n", into: "t1")
    #expect(try await fixture.engine.template(named: "trip") == memoID("t1"))
    _ = try await fixture.engine.trashMemo(memoID("t1"), baseVersion: nil)
    #expect(try await fixture.engine.template(named: "trip") == memoID("t3"))
  }

  @Test("tell which templates there are by their tags, where none is called so, or several are")
  func told() async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "{{title}} #template/trip")
    try await fixture.create("b", "{{title}} #template")
    try await fixture.create("c", "{{title}} #template/trip")
    for (name, expected) in [("x", ["a trip", "b {{title}}", "c trip"]), ("trip", ["a trip", "c trip"])] {
      await #expect {
        try await fixture.engine.template(named: name)
      } throws: { error in
        switch error as? EngineError {
        case .templateUnusable(name, .unknown(let memos)), .templateUnusable(name, .ambiguous(let memos)):
          memos.map { "\($0.id) \($0.title)" } == expected
        default: false
        }
      }
    }
  }

  @Test("are made of the template as it is typed, and leave it as it is")
  func unsaved() async throws {
    let fixture = await Fixture()
    try await fixture.create("t", "#template b")
    try await fixture.type("a ", into: "t")
    #expect(try await make(fixture).memo.text.string == "a b")
    #expect(try await fixture.engine.memo(memoID("t")).text.string == "a #template b")
  }

  @Test("may be called by what their title is without the tag that makes them templates")
  func titledBelowTag() async throws {
    let fixture = await Fixture()
    try await fixture.create("t", "#template\n# Trip\nwords")
    #expect(try await fixture.engine.template(named: "trip") == memoID("t"))
  }

  @Test("need a template that is there, alone, and tagged so")
  func unusable() async throws {
    let fixture = await Fixture()
    try await fixture.create("plain", "text")
    try await fixture.create("merged", "---\n{x: &n {tags: template}, <<: *n}\n---\n")
    try await fixture.create("gone", "#template")
    _ = try await fixture.engine.trashMemo(memoID("gone"), baseVersion: nil)
    try await fixture.create("twin1", "Twin #template")
    try await fixture.create("twin2", "twin #template")
    try await fixture.create("now", "Before")
    _ = try await fixture.engine.flush(nil)
    try await fixture.type("After", into: "now", at: 0..<6)
    let problems = [
      ("none", "unknown"), ("plain", "untagged"), ("gone", "trashed"), ("", "unknown"), ("text", "untagged"),
      ("twin #template", "ambiguous"), ("before", "renamed"), ("memo:none", "unknown"),
      ("memo:merged", "headerUnwritable"),
    ]
    for (name, problem) in problems {
      do throws(EngineError) {
        _ = try await fixture.engine.createMemo(id: nil, from: TemplateUse(name), properties: JSONObject())
        Issue.record("\(name) was used")
      } catch {
        guard case .templateUnusable(name, let found) = error else { throw error }
        #expect("\(found)".hasPrefix(problem))
      }
    }
    #expect(try await fixture.engine.list().page(.newest).memos.count == 5)
  }

  @Test("are no longer than a memo may be, and take nobody's identifier")
  func refused() async throws {
    let fixture = await Fixture(configuration: EngineConfiguration(maximumMemoBytes: 40))
    try await fixture.create("t", "#template {{a}}{{a}}{{a}}{{a}}{{a}}")
    await #expect {
      _ = try await make(fixture, ["a": "nine bytes"])
    } throws: { error in
      if case .memoTooLarge(40, 50)? = error as? EngineError { true } else { false }
    }
    try await fixture.create("made", "mine")
    await #expect {
      _ = try await make(fixture)
    } throws: { error in
      if case .memoExists? = error as? EngineError { true } else { false }
    }
    #expect(try await fixture.engine.memo(memoID("made")).text.string == "mine")
  }
}
