import JSONRPC
import MemoEngine

/// A person's answer.
enum PersonsAnswer: Sendable {
  case yes, no
  /// Nobody was asked yet: the client is to ask and call again.
  case ask(Question)
}

extension ContextSession {
  /// Asks the person in front of the client about a memo: by a request, or in the modern era by an answer that makes
  /// the client call again.
  nonisolated func answer(
    to question: String, about memo: MemoSnapshot, _ call: ToolCall
  ) async throws -> PersonsAnswer {
    let (id, version) = (memo.metadata.id, memo.metadata.version)
    let params = Elicit.Params(question: question, title: "Yes", namesMode: call.caller.isModern)
    guard call.caller.isModern else {
      do throws(ResponseError) {
        return try await connection.request(Elicit.self, params).isAccepted ? .yes : .no
      } catch {
        try Task.checkCancellation()
        return .no
      }
    }
    guard let state = call.retry.state, let answer = call.retry.answer else {
      return .ask(Question(params: params, state: confirmations.state(for: id, version: version)))
    }
    guard confirmations.redeem(state, for: id, version: version) else {
      throw ToolFailure("The memo stays where it is: this answer belongs to another question, or was used already.")
    }
    return answer.isAccepted ? .yes : .no
  }
}
