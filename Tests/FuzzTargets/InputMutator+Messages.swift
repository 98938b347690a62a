import JSONRPC
import TestSupport

/// Changes to streams of messages that mostly leave them streams of messages.
extension InputMutator {
  /// - Parameter lines: messages that may come in the midst of them; nil for those of the native protocol.
  mutating func changeMessages(_ input: [UInt8], among lines: [[UInt8]]? = nil) -> [UInt8] {
    var decoder = FrameDecoder(maximumMessageBytes: 1 << 20)
    input.withUnsafeBytes { decoder.append($0) }
    var messages: [[UInt8]] = []
    while case .message(let message)? = try? decoder.next() { messages.append(message) }
    if case .message(let message)? = decoder.last() { messages.append(message) }
    guard let framing = decoder.framing, !messages.isEmpty, !random.chance(10) else { return damage(input) }
    for _ in 0..<Int.random(in: 1...3, using: &random) { change(&messages, lines ?? Self.lines) }
    return messages.flatMap(framing.frame)
  }

  private mutating func change(_ messages: inout [[UInt8]], _ lines: [[UInt8]]) {
    guard let message = messages.randomElement(using: &random) else { return }
    let place = Int.random(in: 0..<messages.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: messages.insert(message, at: place)
    case 1: messages.swapAt(place, messages.count - 1)
    case 2: messages.remove(at: place)
    case 3: messages.insert(pick(lines), at: place)
    case 4:
      let whole = messages[place...].prefix(4).filter { (try? JSONDocument($0)) != nil }
      messages[place] = Array("[".utf8) + whole.joined(separator: Array(",".utf8)) + Array("]".utf8)
    case 5:
      guard let id = (try? JSONDocument(message).root)?["id"] else { return }
      let cancel = #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"#
      messages.insert(Array(cancel.utf8) + written(JSONValue(id)) + Array("}}".utf8), at: place)
    default: if let root = try? JSONDocument(message).root { messages[place] = written(change(JSONValue(root))) }
    }
  }

  /// The value with one or a few of the values inside it changed.
  private mutating func change(_ value: JSONValue) -> JSONValue {
    if random.chance(15) { return replacement(for: value) }
    switch value {
    case .array(var elements):
      guard let place = elements.indices.randomElement(using: &random) else { return replacement(for: value) }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: elements.remove(at: place)
      case 1: elements.insert(elements[place], at: place)
      default: elements[place] = change(elements[place])
      }
      return .array(elements)
    case .object(var object):
      guard let member = object.members.randomElement(using: &random) else { return replacement(for: value) }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: object[member.name] = nil
      case 1: object[pick(Self.names)] = member.value
      case 2: object[pick(Self.names)] = pick(Self.values)
      default: object[member.name] = change(member.value)
      }
      return .object(object)
    default: return replacement(for: value)
    }
  }

  private mutating func replacement(for value: JSONValue) -> JSONValue {
    guard !random.chance(30) else { return pick(Self.values) }
    switch value {
    case .number(let literal):
      guard let number = Int(literal) else { return pick(Self.values) }
      return .number("\(number &+ pick([-1, 1, 2, -2, 10]))")
    case .string(let text):
      return random.chance(40) ? .string(pick(Self.words)) : .string(text + pick(Self.words))
    default: return pick(Self.values)
    }
  }

  private static let lines =
    ((try? TestFiles.conversations()) ?? []).joined()
    + [
      #"{"jsonrpc":"2.0"}"#, request("import", #"{"from":"\#(TestFiles.importable)","epoch":2001}"#),
      request("search", #"{"query":"tag:one milk created-after:7d","timeZone":"+09:00"}"#),
      request("list", #"{"tags":["one","two"],"tag":"three"}"#), request("export", #"{"all":true,"format":"json"}"#),
      request("undo", #"{"id":"a"}"#), request("redo", #"{"id":"a"}"#), request("history", #"{"id":"a"}"#),
      request("restore", #"{"id":"a","revision":"1"}"#), request("share", #"{"id":"a","target":"html"}"#),
    ].map { Array($0.utf8) }

  private static func request(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)","params":\#(params)}"#
  }

  private static let names = [
    "id", "jsonrpc", "method", "params", "text", "baseVersion", "contentChanges", "range", "start", "end", "line",
    "character", "properties", "permanent", "limit", "cursor", "sort", "order", "trashed", "ms", "capabilities",
    "initializationOptions", "autosave", "delayMs", "maxDelayMs", "processId", "result", "error", "e\u{301}", "",
    "query", "revision", "ids", "all", "format", "to", "target", "from", "epoch", "workDoneToken", "pinnedFirst", "tag",
    "textDocument", "uri", "version", "position", "positions", "newName", "context", "command", "arguments", "title",
    "tags", "pinned", "location", "latitude", "longitude", "weather", "timeZone",
  ]

  private static let words = [
    "", "2.0", "initialize", "shutdown", "exit", "createMemo", "getMemo", "updateMemo", "titleBodySplit", "list",
    "delete",
    "restore", "history", "undo", "redo", "search", "export", "share", "import", "flush", "stats", "$/cancelRequest",
    "$/advanceClock",
    "initialized", "utf-8", "utf-16", "utf-32", "a",
    "diary-1", "title", "asc", "tag:one", "pinned:true", "after:2000", "created-before:", "today", "999999w", "local",
    "memo:///m/x.md", "file:///none/a.md", "memo-history:///m/1/x.md", "memo:", "memo.daily", "memo.history",
    "memo.undo",
    "textDocument/hover", "textDocument/rename", "textDocument/didChange", "[[m#^b]]", "#tag",
    "-23:59", "todo:", "\"milk", "json", "markdown", "html", "text",
    "mail",
    "3", TestFiles.importable, "/dev/null/out", "\n", "\r", "\r\n", "😀", "e\u{301}", "한", "\0",
    String(repeating: "long ", count: 60),
  ]

  private static let values: [JSONValue] =
    [
      "0", "-1", "1", "2", "1000", "1970", "2001", "9007199254740992", "9223372036854775807", "-9223372036854775808",
      "1.5", "3.0",
      "1e3",
      "1e400", "3155760000000",
    ].map(JSONValue.number) + words.map(JSONValue.string)
    + [.null, .bool(true), .bool(false), .array([]), .object(JSONObject()), .array([.null])]
}
