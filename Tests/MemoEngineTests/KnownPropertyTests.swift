import JSON
import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Properties with a meaning")
struct KnownPropertyTests {
  private static let sky = #""main":"Rain","description":"light rain","icon":"10d""#

  private static func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  private func object(_ json: String) throws -> JSONObject { try JSONObject(json: Array(json.utf8)) }

  @Test(
    "what is right is taken, digits and all",
    arguments: [
      #"{"tags":[]}"#, #"{"tags":["a","a","비"]}"#, #"{"tags":[" "]}"#,
      #"{"tags":["\#(String(repeating: "👍", count: 100))"]}"#,
      #"{"tags":["\#(String(repeating: "e\u{301}", count: 50))"]}"#,
      #"{"tags":[\#(Array(repeating: #""t""#, count: 100).joined(separator: ","))]}"#,
      #"{"pinned":true}"#, #"{"pinned":false}"#,
      #"{"location":{"latitude":-90,"longitude":180}}"#, #"{"location":{"latitude":90.00,"longitude":-1.8e2}}"#,
      #"{"location":{"latitude":37.5665000,"longitude":126.9780,"accuracy":"12 m"}}"#,
      #"{"weather":{\#(sky),"temperature":-40.0}}"#, #"{"weather":{\#(sky),"temperature":7.50,"humidity":81}}"#,
      #"{"Tags":1,"tag":2,"mood":{"pinned":3}}"#, #"{"mine":\#(nested(100))}"#,
    ])
  func right(json: String) async throws {
    let fixture = await Fixture()
    try await fixture.create("a", properties: json)
    #expect(try await fixture.engine.memo(memoID("a")).metadata.properties.json == Array(json.utf8))
  }

  @Test(
    "what is wrong is refused, the place is named, and nothing is changed",
    arguments: [
      (#"{"mine":\#(nested(101))}"#, ".mine"), (#"{"mine":{"a":\#(nested(100))}}"#, ".mine"),
      (#"{"tags":"a"}"#, ".tags"), (#"{"tags":{}}"#, ".tags"), (#"{"tags":[""]}"#, ".tags[0]"),
      (#"{"tags":["a",1]}"#, ".tags[1]"), (#"{"tags":[null]}"#, ".tags[0]"),
      (#"{"tags":["a","b","\#(String(repeating: "x", count: 101))"]}"#, ".tags[2]"),
      (#"{"tags":["\#(String(repeating: "👍", count: 101))"]}"#, ".tags[0]"),
      (#"{"tags":["\#(String(repeating: "e\u{301}", count: 50))x"]}"#, ".tags[0]"),
      (#"{"tags":[\#(Array(repeating: #""t""#, count: 101).joined(separator: ","))]}"#, ".tags"),
      (#"{"pinned":1}"#, ".pinned"), (#"{"pinned":"true"}"#, ".pinned"), (#"{"pinned":{}}"#, ".pinned"),
      (#"{"location":"Seoul"}"#, ".location"), (#"{"location":[37,127]}"#, ".location"),
      (#"{"location":{}}"#, ".location.latitude"), (#"{"location":{"longitude":1}}"#, ".location.latitude"),
      (#"{"location":{"latitude":1}}"#, ".location.longitude"),
      (#"{"location":{"latitude":90.01,"longitude":0}}"#, ".location.latitude"),
      (#"{"location":{"latitude":-1e999,"longitude":0}}"#, ".location.latitude"),
      (#"{"location":{"latitude":"1; rm -rf","longitude":0}}"#, ".location.latitude"),
      (#"{"location":{"latitude":0,"longitude":-180.5}}"#, ".location.longitude"),
      (#"{"location":{"latitude":0,"longitude":true}}"#, ".location.longitude"),
      (#"{"weather":"snow"}"#, ".weather"), (#"{"weather":{\#(sky)}}"#, ".weather.temperature"),
      (#"{"weather":{\#(sky),"temperature":"7"}}"#, ".weather.temperature"),
      (#"{"weather":{\#(sky),"temperature":1e999}}"#, ".weather.temperature"),
      (#"{"weather":{"main":1,"description":"","icon":"","temperature":1}}"#, ".weather.main"),
      (#"{"weather":{"main":"","icon":"","temperature":1}}"#, ".weather.description"),
      (#"{"weather":{"main":"","description":"","icon":[],"temperature":1}}"#, ".weather.icon"),
    ])
  func wrong(json: String, path: String) async throws {
    let fixture = await Fixture()
    try await fixture.create("a", "text", properties: #"{"mine":1}"#)
    let patch = try object(json)
    func isRefused(_ error: any Error) -> Bool {
      if case EngineError.invalidProperty(let error) = error { error.path == path } else { false }
    }
    await #expect { try await fixture.create("b", properties: json) } throws: { isRefused($0) }
    await #expect {
      try await fixture.engine.updateMemo(
        memoID("a"), baseVersion: 1, changes: [TextChange(range: nil, text: "new")], properties: patch, encoding: .utf8)
    } throws: {
      isRefused($0)
    }
    let memo = try await fixture.engine.memo(memoID("a"))
    #expect(memo.metadata.version == 1 && memo.text.string == "text")
    #expect(memo.metadata.properties.json == Array(#"{"mine":1}"#.utf8))
    await #expect(throws: EngineError.self) { try await fixture.engine.memo(memoID("b")) }
  }

  @Test(
    "a change is judged by what it leads to",
    arguments: [
      (#"{"location":{"latitude":-12.50}}"#, #"{"location":{"latitude":-12.50,"longitude":2}}"#),
      (#"{"location":null}"#, "{}"), (#"{"location":{"latitude":null}}"#, nil),
      (#"{"location":{"latitude":91}}"#, nil),
      (#"{"pinned":null,"tags":null}"#, #"{"location":{"latitude":1,"longitude":2}}"#),
    ] as [(String, String?)])
  func merged(patch: String, result: String?) async throws {
    let fixture = await Fixture()
    try await fixture.create("a", properties: #"{"location":{"latitude":1,"longitude":2}}"#)
    let patch = try object(patch)
    let memo = try? await fixture.engine.updateMemo(
      memoID("a"), baseVersion: nil, changes: [], properties: patch, encoding: .utf8)
    #expect(memo.map { String(decoding: $0.metadata.properties.json, as: UTF8.self) } == result)
  }

  @Test(
    "a flag in the table is checked, searched and shown; nothing else has to know it", arguments: KnownProperties.flags)
  func flags(flag: Property) async throws {
    let fixture = await Fixture()
    try await fixture.create("a", properties: #"{"\#(flag.name)":true}"#)
    try await fixture.create("b", properties: #"{"\#(flag.name)":false}"#)
    await #expect(throws: EngineError.self) { try await fixture.create("c", properties: #"{"\#(flag.name)":1}"#) }
    for isSet in [true, false] {
      let query = try SearchQuery(reading: "\(flag.name):\(isSet)", now: .now)
      #expect(query.value(ofFlag: flag.name) == isSet)
      let page = try await fixture.engine.search().page(query, trashed: false, after: nil, limit: 9)
      #expect(page.memos.map(\.listed.summary.metadata.id.description) == [isSet ? "a" : "b"])
    }
    let set = try object(#"{"\#(flag.name)":true}"#)
    #expect(flag.hasSign && !flag.sign(in: set).isEmpty && flag.sign(in: JSONObject()).isEmpty)
  }

  @Test("what is there already and is not touched is never refused")
  func untouched() async throws {
    let before = await Fixture()
    try await before.create("a")
    _ = try await before.engine.flush(nil)
    let odd = #"{"tags":"a b","pinned":1,"location":"home","weather":"snow"}"#
    try before.store.shelf.replaceProperties(of: memoID("a"), with: object(odd))
    let fixture = await Fixture(on: before.store.shelf)
    _ = try await fixture.engine.updateMemo(
      memoID("a"), baseVersion: nil, changes: [], properties: object(#"{"mine":1}"#), encoding: .utf8)
    let properties = try await fixture.engine.memo(memoID("a")).metadata.properties
    #expect(String(decoding: properties.json, as: UTF8.self) == odd.dropLast() + #","mine":1}"#)
  }
}
