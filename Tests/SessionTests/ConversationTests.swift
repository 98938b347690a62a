import JSON
import JSONRPC
import SessionSupport
import TestSupport
import Testing

/// The program itself plays them over real pipes in `Tests/Binary/protocol`.
@Suite("The conversations of Tests/Fixtures", .timeLimit(.minutes(10)))
struct ConversationTests {
  @Test(
    "give every line the answers that stand after it", arguments: try Conversation.all(),
    [Framing.jsonLines, .contentLength])
  func talk(conversation: Conversation, framing: Framing) async throws {
    let folder = try TemporaryFolder()
    let client = try SessionClient(conversation.settings(folder.database), framing: framing)
    var comparison = Comparison(conversation)
    for step in conversation.steps {
      client.send(comparison.substituted(step.sent))
      var answers: [JSONValue] = []
      for _ in step.expected { answers.append(try await client.read()) }
      // A response and a notification of one moment may come in either order.
      for (expected, actual) in zip(sorted(step.expected), sorted(answers)) {
        #expect(comparison.differences(expected, actual) == [], "\(step.sent.prefix(300))")
      }
    }
    if !conversation.endsItself { client.closeInput() }
    #expect(try await client.rest().map(\.json) == [])
    #expect(try await client.status() == conversation.exitStatus)
  }

  @Test("are there, in whole lines, with answers")
  func complete() throws {
    let all = try Conversation.all()
    #expect(all.count > 50)
    #expect(all.allSatisfy { conversation in conversation.steps.contains { !$0.expected.isEmpty } })
  }

  private func sorted(_ messages: [JSONValue]) -> [JSONValue] {
    messages.filter { !$0.isResponse } + messages.filter(\.isResponse)
  }
}
