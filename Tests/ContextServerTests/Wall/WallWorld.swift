import ContextServer
import JSON
import MemoEngine
import SessionSupport
import TestSupport

/// One of several stores that differ only in what an agent with a tag must not learn of. What is drawn by chance in
/// each has the same name in all.
struct WallWorld {
  /// What hidden memos there are.
  enum Secrets: CaseIterable { case none, some, others }

  let secrets: Secrets
  let agent: AgentSession
  /// What was drawn in this world, in the order in which it came up, each with its name.
  private var drawn: [(value: String, name: String)] = []
  private var names: [String: Int] = [:]

  /// The memos that an agent sees, and those that it does not, each with its first words and with others.
  static let visible = [
    ("alpha", "Alpha\n[[Hidden plan]] [[Beta]] [[Nowhere]] #open\nmilk"),
    ("beta", "Beta\n[[alpha]] [[Old name]] [[hidden-2#part]] #open/part\n- [ ] tea\nmilk\nmilk"),
    ("lone", "Lone\n#open honey"), ("other", "Plan\n---\n#Open [[Plan]] [[memo:hidden-1]]"),
  ]
  static let hidden = [
    ("hidden-1", "Hidden plan\n[[Lone]] [[Alpha]] milk honey", "Quite another\n#work"),
    ("hidden-2", "Alpha\n## part\n[[Beta]] secret #work", "Beta\n[[Lone]]"),
    ("hidden-3", "Plan\n- [ ] secret", "Plan\n[[Plan]]"), ("daily-2000-01-01", "Secret day\nmilk", "Day\n[[alpha]]"),
  ]

  init(_ secrets: Secrets, _ access: Access) async throws {
    self.secrets = secrets
    agent = try await AgentSession(access, holding: Self.visible)
    for (id, words, others) in Self.hidden {
      pass()
      if secrets != .none { try await make(id, secrets == .some ? words : others) }
    }
    pass()
    // This memo got the tag later, and brought along the past that it had without it.
    try await make("late", secrets == .some ? "Old name\nsecret" : "Another name\nmilk")
    try await agent.type(secrets == .some ? "Old name\nsecret honey" : "Nobody's name\n[[Lone]]", into: "late")
    pass()
    try await agent.type("Late\n#open words", into: "late")
  }

  /// Lets a second pass.
  func pass() { agent.clock.move(to: agent.clock.now.advanced(by: .seconds(1))) }

  /// Has the person make a memo.
  func make(_ id: String, _ text: String) async throws {
    _ = try await agent.person.createMemo(id: MemoID(id), text: text, properties: JSONObject())
    _ = try await agent.person.flush(nil)
  }

  /// What the person does to memos that the agent must not know of.
  func whisper(_ id: String, _ words: String) async throws {
    guard secrets != .none, let memo = MemoID(id) else { return }
    let words = secrets == .some ? words : "\(words) and more [[Lone]]"
    if try await agent.person.snapshot(memo) == nil {
      try await make(id, words)
    } else {
      try await agent.type(words, into: id)
    }
  }

  /// Sends a request whose parameters name what is drawn in each world, and returns the answer with the same names.
  mutating func ask(_ method: String, _ params: String) async throws -> String {
    let params = drawn.reduce(params) { $0.replacing("<\($1.name)>", with: $1.value) }
    let answer = try await agent.client.answer(to: agent.client.begin(method, params))
    note(answer["result"]?["structuredContent"] ?? answer["result"] ?? .null, "")
    return named(answer.json)
  }

  /// A message with names for what is drawn in each world.
  func named(_ json: String) -> String { drawn.reduce(json) { $0.replacing($1.value, with: "<\($1.name)>") } }

  /// How many things of a kind were drawn so far.
  func count(_ kind: String) -> Int { names[kind] ?? 0 }

  /// Puts names in the place of what was drawn in a message.
  private mutating func note(_ value: JSONValue, _ member: String) {
    switch value {
    case .object(let object): for (name, value) in object.members { note(value, name) }
    case .array(let elements): for element in elements { note(element, member) }
    case .string(let text):
      let kinds = ["revision": "state", "nextCursor": "cursor", "requestState": "question"]
      let isMade = ["id", "name"].contains(member) && text.utf8.count == 36
      guard let kind = isMade ? "made" : kinds[member], !drawn.contains(where: { $0.value == text }) else { return }
      drawn.append((text, "\(kind) \(names[kind, default: 0])"))
      names[kind, default: 0] += 1
    default: break
    }
  }
}
