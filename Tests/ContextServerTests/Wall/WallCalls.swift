import JSON
import SessionSupport
import TestSupport

/// A random call of any kind, whose parameters may mean memos that the agent sees, others, and none.
struct WallCalls {
  let method: String
  let params: String

  static let ids =
    WallWorld.visible.map(\.0) + WallWorld.hidden.map(\.0) + ["late", "hidden-9", "nowhere", "daily-2000-01-02"]

  static func any(_ allowsWriting: Bool, _ world: WallWorld, _ random: inout SeededGenerator) -> WallCalls {
    var draw = Draw(world: world, random: random)
    defer { random = draw.random }
    let kind = Int.random(in: 0..<(allowsWriting ? 20 : 11), using: &draw.random)
    switch kind {
    case 0: return request("resources/list", draw.cursor().map { #""cursor":\#($0)"# } ?? "")
    case 1: return request("resources/read", #""uri":\#(quoted("memo:///" + draw.id()))"#)
    case 2: return request("prompts/get", draw.prompt())
    case 3: return request("completion/complete", draw.completion())
    case 4: return draw.tool("read_memo", [("revision", draw.drawn("state"))])
    case 5: return draw.tool("memo_history", [("limit", draw.limit()), ("cursor", draw.cursor())])
    case 6, 7: return draw.tool("list_links", [("cursor", draw.cursor())])
    case 8: return tool("list_memos", [("tag", draw.tag()), ("limit", draw.limit()), ("sort", draw.sort())])
    case 9, 10:
      return tool("search_memos", [("query", draw.query()), ("tag", draw.tag()), ("limit", draw.limit())])
    case 11: return tool("create_memo", [("text", draw.words()), ("tags", draw.chance(50) ? "[\"open/new\"]" : nil)])
    case 12:
      return draw.tool("append_to_memo", [("text", draw.words()), ("heading", draw.chance(30) ? "\"part\"" : nil)])
    case 13, 14: return draw.tool("edit_memo", [("baseVersion", draw.version()), ("edits", draw.edits())])
    case 15: return draw.tool("set_tags", [("add", draw.tags()), ("remove", draw.tags())])
    case 16: return draw.tool("trash_memo", [("baseVersion", draw.version())])
    case 17: return draw.tool("restore_memo", [])
    default: return draw.tool("undo_memo", [])
    }
  }

  private static func request(_ method: String, _ members: String) -> WallCalls {
    WallCalls(method: method, params: AgentSession.params(members))
  }

  fileprivate static func tool(_ name: String, _ arguments: [(String, String?)]) -> WallCalls {
    let given = arguments.compactMap { name, value in value.map { #""\#(name)":\#($0)"# } }
    return WallCalls(method: "tools/call", params: AgentSession.call(name, "{\(given.joined(separator: ","))}"))
  }
}

/// The values that parameters are drawn from.
private struct Draw {
  let world: WallWorld
  var random: SeededGenerator

  mutating func chance(_ percent: Int) -> Bool { random.chance(percent) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// The name of something that was drawn before, as JSON; nil if there is none, or none is wanted.
  mutating func drawn(_ kind: String, _ percent: Int = 30) -> String? {
    guard world.count(kind) > 0, random.chance(percent) else { return nil }
    return "\"<\(kind) \(Int.random(in: 0..<world.count(kind), using: &random))>\""
  }

  mutating func id() -> String {
    drawn("made", 25).map { String($0.dropFirst().dropLast()) } ?? pick(WallCalls.ids)
  }

  mutating func tool(_ name: String, _ arguments: [(String, String?)]) -> WallCalls {
    WallCalls.tool(name, [("id", quoted(id()))] + arguments)
  }

  mutating func cursor() -> String? { drawn("cursor") }
  mutating func limit() -> String? { chance(70) ? "\(Int.random(in: 1...4, using: &random))" : nil }
  mutating func sort() -> String? { pick([nil, "\"title\"", "\"created\""]) }
  mutating func tag() -> String? { pick([nil, nil, "\"work\"", "\"open/part\"", "\"OPEN\""]) }
  mutating func tags() -> String? { pick([nil, "[\"work\"]", "[\"open\"]", "[\"new\",\"open/x\"]"]) }
  mutating func version() -> String { "\(Int.random(in: 1...6, using: &random))" }
  mutating func words() -> String {
    quoted(pick(["milk", "[[Hidden plan]]", "[[Alpha]] #open", "honey\n[[Plan]]", " "]))
  }

  mutating func query() -> String {
    let parts = [
      "milk", "secret", "honey", "link:Alpha", "link:\"Hidden plan\"", "link:hidden-2", "link:Plan", "link:Lone",
      "link:\"Old name\"", "is:orphan", "has:task", "tag:work", "after:2000-01-01", "link:memo:hidden-1",
      "link:Nowhere",
    ]
    return quoted(chance(60) ? pick(parts) : pick(parts) + " " + pick(parts))
  }

  mutating func edits() -> String {
    let old = pick(["milk", "tea", "#open", "Alpha", "words", "secret"])
    return #"[{"old":"\#(old)","new":"\#(pick(["bread", "#open", "[[Plan]]"]))"}]"#
  }

  mutating func prompt() -> String {
    if chance(40) { return #""name":"daily_note","arguments":{"date":"2000-01-0\#(pick(["1", "2"]))"}"# }
    return #""name":"\#(pick(["summarise_memo", "find_related"]))","arguments":{"id":\#(quoted(id()))}"#
  }

  mutating func completion() -> String {
    let value = pick(["", "hid", "a", "plan", "al", "old", "la", "day", "be"])
    return #""ref":{"type":"ref/resource","uri":"memo:///{id}"},"argument":{"name":"id","value":"\#(value)"}"#
  }
}
