import Foundation
import JSON
import MemoEngine
import SessionSupport
import TestSupport
import Testing

/// A conversation of `Tests/Fixtures`: both sides' lines as they go over the wire when the client waits for each
/// answer. A line is the server's if it holds responses, or a notification that only the server sends.
struct Conversation: Sendable, CustomTestStringConvertible {
  /// A line of the client's, and the lines of the server's that it causes.
  struct Step {
    let sent: String
    var expected: [JSONValue] = []
  }

  let name: String
  let steps: [Step]
  /// What the command line says.
  let flags: [String]

  var testDescription: String { name }

  /// The program's exit status after the last line.
  var exitStatus: Int32 {
    guard endsItself else { return 0 }
    return steps.contains { $0.sent.contains(#""method":"shutdown""#) } ? 0 : 1
  }

  /// Whether the client's last line ends the session.
  var endsItself: Bool { steps.last?.sent.contains(#""method":"exit""#) == true }

  var isVirtual: Bool { flags.contains("--virtual-clock") }

  /// All conversations.
  static func all() throws -> [Conversation] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let folder = tests.appending(path: "Fixtures")
    func read(_ url: URL) throws -> JSONValue { JSONValue(try JSONDocument(Array(try Data(contentsOf: url))).root) }
    let index = try read(tests.deletingLastPathComponent().appending(path: "Schemas/index.json"))
    let servers = (index["methods"]?.elements ?? []).filter { $0["direction"]?.string == "serverToClient" }
    let notifications = Set(servers.compactMap { $0["name"]?.string })
    let flags = try read(folder.appending(path: "flags.json"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".jsonl") }
    return try names.sorted().map { name in
      var steps: [Step] = []
      for line in try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n") {
        if let message = try? JSONDocument(Array(line.utf8)).root, isServers(JSONValue(message), notifications) {
          try require(!steps.isEmpty, "\(name) begins with the server")
          steps[steps.count - 1].expected.append(JSONValue(message))
        } else {
          steps.append(Step(sent: String(line)))
        }
      }
      return Conversation(name: name, steps: steps, flags: flags[name]?.elements.compactMap(\.string) ?? [])
    }
  }

  private static func isServers(_ message: JSONValue, _ notifications: Set<String>) -> Bool {
    if let method = message["method"]?.string, message["id"] == nil { return notifications.contains(method) }
    return message.isResponse
  }

  /// The settings that the flags make; a store that they don't name is at this path.
  func settings(_ path: String) throws -> SessionSettings {
    var settings = SessionSettings(.file(path))
    settings.hasVirtualClock = isVirtual
    var rest = flags[...]
    while let flag = rest.popFirst() {
      if flag == "--virtual-clock" { continue }
      guard let value = rest.popFirst() else { throw Mismatch("\(name): \(flag) needs a value") }
      switch (flag, Int(value)) {
      case ("--store", _): settings.store = .file(value)
      case ("--autosave-delay-ms", let delay?): settings.engine.autosave.idle = .milliseconds(delay)
      case ("--autosave-max-delay-ms", let delay?): settings.engine.autosave.maximum = .milliseconds(delay)
      case ("--max-memo-bytes", let bytes?): settings.engine.maximumMemoBytes = bytes
      default: throw Mismatch("\(name): what does \(flag) \(value) mean?")
      }
    }
    return settings
  }
}

extension JSONValue {
  /// Whether this is a response, or a batch of them.
  var isResponse: Bool {
    if case .array(let elements) = self { return !elements.isEmpty && elements.allSatisfy(\.isResponse) }
    return self["method"] == nil && (self["result"] != nil || self["error"] != nil)
  }
}
