import JSON
import SessionSupport
import TestSupport

/// Some documents that one client has open: memos, or files that are in no folder. `‸` in a text is the cursor.
final class Workspace {
  let session: EditorSession
  private let memos: MemoSession?
  private var cursor: (uri: String, line: Int, character: Int)?

  /// Opens files: names and texts.
  init(files: [(name: String, text: String)], _ capabilities: String = MemoSession.able) async throws {
    memos = nil
    session = try await EditorSession(capabilities)
    for (name, text) in files { open("file:///none/\(name)", text) }
  }

  /// Makes memos and opens them: identifiers and texts.
  init(memos: [(id: String, text: String)], _ capabilities: String = MemoSession.able) async throws {
    let plain = memos.map { ($0.id, $0.text.replacing("‸", with: "")) }
    let store = try await MemoSession(capabilities, holding: plain)
    (self.memos, session) = (store, store.editor)
    for (id, text) in memos { open(MemoSession.uri(id), text) }
  }

  private func open(_ uri: String, _ text: String) {
    if let mark = text.firstRange(of: "‸") {
      let lines = text[..<mark.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      cursor = (uri, lines.count - 1, lines.last?.utf16.count ?? 0)
    }
    session.open(uri, text.replacing("‸", with: ""))
  }

  /// What a method answers about the cursor.
  func ask(_ method: String, _ more: String = "") async throws -> JSONValue {
    let id = try begin(method, more)
    let answer = try await answer(id)
    guard let result = answer["result"] else { throw Mismatch("\(method): \(answer.json)") }
    return result
  }

  /// The error that it answers.
  func refusal(_ method: String, _ more: String = "") async throws -> JSONValue {
    let answer = try await answer(try begin(method, more))
    guard let error = answer["error"] else { throw Mismatch("\(method): \(answer.json)") }
    return error
  }

  private func begin(_ method: String, _ more: String) throws -> Int {
    guard let cursor else { throw Mismatch("no cursor") }
    let position = #""position":{"line":\#(cursor.line),"character":\#(cursor.character)}"#
    let members = more.isEmpty ? position : "\(position),\(more)"
    return session.client.begin(method, EditorSession.document(cursor.uri, members))
  }

  /// An answer; what the client is asked meanwhile is refused.
  private func answer(_ id: Int) async throws -> JSONValue {
    while true {
      let message = try await session.client.read()
      if message["method"] == nil, message["id"]?.integer == id { return message }
      if message["method"]?.string == "workspace/applyEdit", let id = message["id"] {
        session.client.send(#"{"jsonrpc":"2.0","id":\#(id.json),"result":{"applied":false}}"#)
      }
    }
  }

  /// What a memo says in the store at last.
  func stored(_ id: String) async throws -> String { try await memos?.finish(id) ?? "" }

  /// Places as name:line:from-to, sorted.
  static func places(_ locations: JSONValue) -> String {
    locations.elements.map { location in
      let uri = location["uri"]?.string ?? "?"
      let name =
        uri.hasPrefix("memo:///") ? uri.dropFirst(8).prefix { $0 != "/" } : uri.dropFirst("file:///none/".count)
      return "\(name):\(range(location["range"]))"
    }.sorted().joined(separator: " ")
  }

  static func range(_ range: JSONValue?) -> String {
    let (start, end) = (range?["start"], range?["end"])
    let (line, last) = (start?["line"]?.integer ?? -1, end?["line"]?.integer ?? -1)
    let to = end?["character"]?.integer ?? -1
    return "\(line):\(start?["character"]?.integer ?? -1)-" + (last == line ? "\(to)" : "\(last):\(to)")
  }

  /// Edits as name:range=text.
  static func edits(_ edit: JSONValue) -> String {
    let changes = edit["documentChanges"]?.elements ?? []
    return changes.map { change in
      if change["kind"]?.string == "rename" {
        return "\(change["oldUri"]?.string?.dropFirst(13) ?? "")→\(change["newUri"]?.string?.dropFirst(13) ?? "")"
      }
      if change["kind"]?.string == "create" { return "+\(change["uri"]?.string?.dropFirst(13) ?? "")" }
      let name = change["textDocument"]?["uri"]?.string?.split(separator: "/").last ?? ""
      return (change["edits"]?.elements ?? []).map { "\(name):\(range($0["range"]))=\($0["newText"]?.string ?? "?")" }
        .joined(separator: " ")
    }.sorted().joined(separator: " ")
  }
}
