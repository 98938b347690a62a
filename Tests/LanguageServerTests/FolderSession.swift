import Foundation
import JSON
import MemoEngine
import MemoFolder
import MemoHost
import SessionSupport
import TestSupport

/// An editor's session in an attached folder, whose store somebody else uses, too, as another process would.
final class FolderSession {
  /// A folder that is attached, with its store.
  final class Place {
    private let temporary: TemporaryFolder
    var path: String { "\(temporary.path)/notes" }
    var store: String { temporary.database }

    init(_ files: [(name: String, text: String)]) throws {
      temporary = try TemporaryFolder()
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      _ = try NotesFolder.prepare(path)
      for (name, text) in files { try write(text, name) }
    }

    func write(_ text: String, _ name: String) throws {
      let url = URL(filePath: "\(path)/\(name)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }

    /// What a file says; nil if there is none.
    func file(_ name: String) -> String? {
      FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// What stands in the journals beside the store.
    var journaled: String {
      let folder = URL(filePath: store).deletingLastPathComponent().path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.contains("-edits-") }.map { name in
        String(decoding: FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data(), as: UTF8.self)
      }.joined()
    }

    func uri(_ name: String) -> String { "file://\(path)/\(name)" }

    /// A file beside the folder.
    func outside(_ name: String) -> String { "file://\(temporary.path)/\(name)" }
  }

  /// A client that can rename files, too.
  static let able = """
    {"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename"]}}}
    """

  let place: Place
  let host: MemoHost
  /// Somebody else.
  var other: MemoEngine { host.engine }
  let editor: EditorSession
  var client: SessionClient { editor.client }
  private var versions: [String: Int] = [:]

  /// - Parameters:
  ///   - place: a folder that others have a session in, too; nil for a new one.
  ///   - patience: how long the client may leave open whether it has made an edit.
  ///   - polling: how often all files are looked at; nil where the system tells of changes.
  init(
    _ files: [(name: String, text: String)] = [], in place: Place? = nil, _ capabilities: String = able,
    patience: Duration = .seconds(2), polling: Duration? = nil
  ) async throws {
    self.place = try place ?? Place(files)
    host = try await MemoHost(path: self.place.store)
    var settings = SessionSettings(.file(self.place.store))
    settings.folder = self.place.path
    (settings.patienceWithAnswers, settings.polling) = (patience, polling)
    editor = try await EditorSession(
      capabilities, #""rootUri":\#(quoted("file://\(self.place.path)"))"#, client: EditorSession.fresh(settings))
    for (name, _) in files {
      let isTaken = await eventually { await (try? memo(name)) != nil }
      try require(isTaken, "\(name) is no memo")
    }
  }

  func file(_ name: String) -> String? { place.file(name) }

  // MARK: The client

  /// Opens a file with its own text or another one; returns once that has reached the file's memo, if it has one.
  func open(_ name: String, _ text: String? = nil) async throws {
    versions[name] = 1
    editor.open(place.uri(name), text ?? file(name) ?? "")
    try await settle(name)
  }

  /// Has the client change a text to another one.
  func type(_ text: String, in name: String) {
    versions[name, default: 1] += 1
    editor.change(place.uri(name), version: "\(versions[name] ?? 0)", #"{"text":\#(quoted(text))}"#)
  }

  /// Writes a file and says so.
  func save(_ text: String, in name: String) throws {
    try place.write(text, name)
    client.send(notification("textDocument/didSave", EditorSession.document(place.uri(name))))
  }

  func close(_ name: String) {
    client.send(notification("textDocument/didClose", EditorSession.document(place.uri(name))))
  }

  /// Returns once all that was said before is done; commands wait until documents have found their memos.
  func settle(_ name: String) async throws {
    let params = #"{"command":"memo.backlinks","arguments":[{"uri":\#(quoted(place.uri(name)))}]}"#
    _ = try await answer(client.begin("workspace/executeCommand", params))
  }

  /// Asks about a place in a file.
  func ask(_ method: String, _ name: String, _ line: Int, _ character: Int, _ more: String = "") async throws
    -> JSONValue
  {
    let position = #""position":{"line":\#(line),"character":\#(character)}"#
    let members = more.isEmpty ? position : "\(position),\(more)"
    let answer = try await answer(client.begin(method, EditorSession.document(place.uri(name), members)))
    guard let result = answer["result"] else { throw Mismatch("\(method): \(answer.json)") }
    return result
  }

  /// An answer; what the client is asked meanwhile is kept.
  func answer(_ id: Int) async throws -> JSONValue {
    while true {
      let message = try await client.read()
      if message["method"] == nil, message["id"]?.integer == id { return message }
      if message["method"]?.string == "workspace/applyEdit" { asked.append(message) }
    }
  }

  /// What is to change in a file, as range=text, before another one is moved.
  func edits(of name: String, moving old: String, _ new: String) async throws -> [String]? {
    let files = #"{"files":[{"oldUri":\#(quoted(old)),"newUri":\#(quoted(new))}]}"#
    let answer = try await answer(client.begin("workspace/willRenameFiles", files))
    let changes = answer["result"]?["documentChanges"]?.elements ?? []
    // A client that reaches the folder through a symbolic link has it called so.
    let names = [place.uri(name), place.outside("link/\(name)")]
    let change = changes.first { names.contains($0["textDocument"]?["uri"]?.string ?? "") }
    return change?["edits"]?.elements.map { "\(Workspace.range($0["range"]))=\($0["newText"]?.string ?? "?")" }
  }

  /// What files say that change once one, or a folder, is moved, as a client does that asks what to change.
  func texts(moving old: String, to new: String) async throws -> [String: String] {
    let files = #"{"oldUri":\#(quoted(place.uri(old))),"newUri":\#(quoted(place.uri(new)))}"#
    let answer = try await answer(client.begin("workspace/willRenameFiles", #"{"files":[\#(files)]}"#))
    return editedTexts(answer["result"] ?? .null, below: place.uri("")) { file($0) ?? "" }
  }

  private var asked: [JSONValue] = []

  /// How many edits the client was asked for that nobody has read.
  var askedAgain: Int { asked.count }

  /// The next edit that the client is asked for, which it says to have made: the version it names, and its parts as
  /// range=text.
  func edit() async throws -> (version: Int?, edits: [String]) {
    while true {
      let message = asked.isEmpty ? try await client.read() : asked.removeFirst()
      guard message["method"]?.string == "workspace/applyEdit", let id = message["id"] else { continue }
      client.send(#"{"jsonrpc":"2.0","id":\#(id.json),"result":{"applied":true}}"#)
      let change = message["params"]?["edit"]?["documentChanges"]?.elements.first
      let edits = (change?["edits"]?.elements ?? []).map {
        "\(Workspace.range($0["range"]))=\($0["newText"]?.string ?? "?")"
      }
      return (change?["textDocument"]?["version"]?.integer, edits)
    }
  }

  /// Shuts the session down, and ends it.
  func finish() async throws {
    _ = try await answer(client.begin("shutdown"))
    client.send(notification("exit"))
    _ = try await client.rest()
    let status = try await client.status()
    try require(status == 0, "status \(status)")
  }

  // MARK: The store

  /// The memo of a file; nil if it is none.
  func id(_ name: String) async throws -> MemoID? {
    try await other.listing().reader.files(of: ids()).first { $0.value.path == name }?.key
  }

  /// How many memos there are.
  func memos() async throws -> Int { try await ids().count }

  private func ids() async throws -> [MemoID] {
    await other.pullExternalChanges()
    let query = ListQuery(sort: .title, order: .ascending, trashed: false, after: nil, limit: 1000)
    return try await other.list().page(query).memos.map(\.summary.metadata.id)
  }

  /// What a file's memo says as it is stored; nil if the file is none.
  func memo(_ name: String) async throws -> String? {
    guard let id = try await id(name) else { return nil }
    return try await other.snapshot(id)?.text.string
  }

  /// How many states a file's memo has had.
  func states(_ name: String) async throws -> Int {
    guard let id = try await id(name) else { return 0 }
    return try await other.history(id).page(before: nil, limit: 100).entries.count
  }

  /// Has somebody else give a memo this text.
  func change(_ name: String, _ text: String) async throws {
    guard let id = try await id(name) else { throw Mismatch("no memo") }
    _ = try await other.updateMemo(
      id, baseVersion: nil, changes: [TextChange(range: nil, text: text)], properties: nil, encoding: .utf8)
    _ = try await other.flush(nil)
  }
}
