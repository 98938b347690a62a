import JSONRPC
import MemoEngine

/// Has the person choose.
enum ShowMessageRequest: ServerRequestType {
  static let method: StaticString = "window/showMessageRequest"

  struct Params: JSONObjectWritable, Sendable {
    let message: String
    let choices: [String]

    func writeMembers(to writer: inout JSONWriter) {
      // "Info" (`MessageType`).
      writer.member("type", 3)
      writer.member("message", message)
      writer.name("actions")
      writer.beginArray()
      for choice in choices {
        writer.beginObject()
        writer.member("title", choice)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  struct Result: JSONReadable, Sendable {
    /// The choice; nil for none.
    let choice: String?

    init(json: JSONView) throws(JSONTypeError) { choice = json["title"]?.string }
  }
}

extension LanguageSession {
  /// The most that a person is let choose from.
  static let mostChoices = 9

  /// Has the person choose a memo; of two that are called the same the identifier tells which is which.
  ///
  /// - Returns: nil if there is none to choose from, nobody who can be asked, or nothing was chosen.
  nonisolated func choose(_ question: String, among memos: [MemoSummary]) async -> MemoSummary? {
    guard await client.asksPerson, !memos.isEmpty else { return nil }
    let memos = Array(memos.prefix(Self.mostChoices))
    let names = memos.map { memo in
      let isTwin = memos.contains { $0.metadata.id != memo.metadata.id && $0.displayTitle == memo.displayTitle }
      return isTwin ? "\(memo.displayTitle.shown) (\(memo.metadata.id))" : memo.displayTitle.shown
    }
    return await choose(question, among: names).map { memos[$0] }
  }

  /// Has the person choose; of names that are the same the first counts.
  ///
  /// - Returns: the index of the choice; nil if there is none to choose from, nobody who can be asked, or nothing was
  ///   chosen.
  nonisolated func choose(_ question: String, among names: [String]) async -> Int? {
    guard await client.asksPerson, !names.isEmpty else { return nil }
    let answer = try? await connection.request(
      ShowMessageRequest.self, ShowMessageRequest.Params(message: question, choices: names))
    return answer?.choice.flatMap { names.firstIndex(of: $0) }
  }

  /// Has the person choose one of the memos that were changed last, or of those in the trash, for a command that does
  /// not say which it is about.
  ///
  /// - Throws: ``NothingChosen`` if none is chosen, or an error where nobody can be asked, or there is none.
  nonisolated func chooseRecent(
    _ question: String, of notebook: Notebook, isTrashed: Bool
  ) async throws -> MemoSummary {
    guard await client.asksPerson else {
      throw ResponseError(.invalidParams, "the command needs id or uri: which memo it is about")
    }
    let query = ListQuery(
      sort: .modified, order: .descending, trashed: isTrashed, after: nil, limit: Self.mostChoices)
    let memos = try await notebook.engine.listing().page(query).memos.map(\.summary)
    if memos.isEmpty {
      throw ResponseError(.requestFailed, isTrashed ? "there is nothing in the trash" : "there are no memos yet")
    }
    guard let chosen = await choose(question, among: memos) else { throw NothingChosen() }
    return chosen
  }
}

/// A sign that a person who was asked has chosen nothing: then nothing is done, and that is no error.
struct NothingChosen: Error {}
