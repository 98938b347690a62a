import ContextServer
import JSON
import MemoEngine
import SessionSupport
import TestDoubles
import TestSupport
import Testing

/// Whatever an agent with a tag does at random, it is told the same whether or not there are memos without the tag, and
/// whatever they say.
@Suite("Memos outside the tag")
struct WallTests {
  @Test(
    "are nowhere for every call, and no call that reads changes anything", arguments: [true, false],
    1...2 as ClosedRange<UInt64>)
  func model(allowsWriting: Bool, stream: UInt64) async throws {
    var random = SeededGenerator(stream: 900 + 2 * stream + (allowsWriting ? 1 : 0))
    var worlds: [WallWorld] = []
    for secrets in WallWorld.Secrets.allCases {
      worlds.append(try await WallWorld(secrets, Access(allowsWriting: allowsWriting, tag: "#OPEN")))
    }
    let uris = (WallCalls.ids + ["first"]).map { quoted("memo:///\($0)") }.joined(separator: ",")
    for world in worlds {
      let params = #""notifications":{"resourcesListChanged":true,"resourceSubscriptions":[\#(uris)]}"#
      _ = world.agent.client.begin("subscriptions/listen", AgentSession.params(params))
    }
    // What is told at first depends on when a process has looked.
    if allowsWriting {
      for world in worlds { try await world.make("first", "#open") }
      _ = try await notifications(of: worlds)
    }
    for step in 0..<120 {
      if random.chance(25) { try await personActs(in: worlds, &random) }
      let call = WallCalls.any(allowsWriting, worlds[0], &random)
      var answers: [String] = []
      for index in worlds.indices {
        worlds[index].pass()
        answers.append(try await worlds[index].ask(call.method, call.params))
      }
      for (answer, secrets) in zip(answers, WallWorld.Secrets.allCases) {
        try require(
          answer == answers[0],
          "step \(step), \(call.method) \(call.params) with secrets \(secrets):\n\(answer)\nnot\n\(answers[0])")
      }
      // After each step, since a change is told as it is read when its turn comes.
      let told = allowsWriting ? try await notifications(of: worlds) : []
      for (notes, secrets) in zip(told, WallWorld.Secrets.allCases) {
        try require(notes == told[0], "step \(step) with secrets \(secrets) is told:\n\(notes)\nnot\n\(told[0])")
      }
    }
    for world in worlds {
      let written = Set(world.agent.store.transactions.joined().map(\.id.description))
      #expect(written.isEmpty != allowsWriting, "what the agent's process has saved")
      #expect(written.isDisjoint(with: WallWorld.hidden.map(\.0)))
    }
  }

  /// Has the person do the same in all worlds to memos that the agent sees always or sometimes, and change hidden ones,
  /// too.
  private func personActs(in worlds: [WallWorld], _ random: inout SeededGenerator) async throws {
    let words = ["milk", "[[Alpha]]", "[[Lone]] secret", "Plan", "honey"].randomElement(using: &random) ?? ""
    let whispered = (WallWorld.hidden.map(\.0) + ["hidden-9"]).randomElement(using: &random) ?? ""
    let tagged = random.chance(70) ? "#open" : "#work"
    let seen: String? = random.chance(40) ? ["late", "lone", "other"].randomElement(using: &random) : nil
    for world in worlds {
      world.pass()
      try await world.whisper(whispered, words)
      // The agent may have moved it to the trash.
      await world.agent.person.pullExternalChanges()
      guard let seen, let id = MemoID(seen), try await world.agent.person.snapshot(id)?.metadata.isTrashed == false
      else {
        continue
      }
      try await world.agent.type("\(seen)\n\(words) \(tagged)\n", into: seen)
    }
  }

  /// Each world's notifications since the last call, up to that of a change that the agent makes now.
  private func notifications(of worlds: [WallWorld]) async throws -> [[String]] {
    var told: [[String]] = []
    for var world in worlds {
      _ = try await world.ask("tools/call", AgentSession.call("append_to_memo", #"{"id":"first","text":"more"}"#))
      let notes = try await world.agent.client.notes { $0["params"]?["uri"]?.string == "memo:///first" }
      told.append(notes.map { world.named($0.json) })
    }
    return told
  }
}
