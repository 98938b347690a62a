import JSON
import SessionSupport
import Testing

/// The encodings in which a session can count characters.
let encodings = ["utf-8", "utf-16", "utf-32"]

/// A text as a client keeps it that counts in one of the encodings: its lines as units, each with its terminator.
struct Slices {
  private let lines: [[UInt32]]
  private let encoding: String

  init(_ text: String, _ encoding: String) {
    let terminators: [Character] = ["\n", "\r\n", "\r"]
    var lines: [String] = [""]
    for character in text {
      lines[lines.count - 1].append(character)
      if terminators.contains(character) { lines.append("") }
    }
    self.encoding = encoding
    self.lines = lines.map { Self.units($0, encoding) }
  }

  private static func units(_ text: String, _ encoding: String) -> [UInt32] {
    switch encoding {
    case "utf-8": text.utf8.map(UInt32.init)
    case "utf-16": text.utf16.map(UInt32.init)
    default: text.unicodeScalars.map(\.value)
    }
  }

  /// The text between the ends of a range; both must lie between characters.
  subscript(range: JSONValue?) -> String? {
    guard let start = offset(range?["start"]), let end = offset(range?["end"]), start <= end else { return nil }
    let units = lines.joined().dropFirst(start).prefix(end - start)
    switch encoding {
    case "utf-8": return String(validating: units.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    case "utf-16": return String(validating: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    default: return String(validating: units, as: UTF32.self)
    }
  }

  private func offset(_ position: JSONValue?) -> Int? {
    guard let line = position?["line"]?.integer, let character = position?["character"]?.integer,
      lines.indices.contains(line), (0...lines[line].count).contains(character)
    else { return nil }
    return lines[..<line].map(\.count).reduce(0, +) + character
  }
}

extension SessionClient {
  /// Opens the session in an encoding.
  func initialize(_ encoding: String) async throws {
    let general = #"{"positionEncodings":["\#(encoding)"]}"#
    let answer = try await request("initialize", #"{"processId":null,"capabilities":{"general":\#(general)}}"#)
    #expect(answer["capabilities"]?["positionEncoding"]?.string == encoding)
  }

  /// Makes memos, each a second after the one before.
  func make(_ memos: KeyValuePairs<String, String>) async throws {
    for (id, text) in memos {
      _ = try await request("$/advanceClock", #"{"ms":1000}"#)
      _ = try await request("createMemo", #"{"id":\#(quoted(id)),"text":\#(quoted(text))}"#)
    }
  }

  /// What a text says.
  func outline(_ text: String) async throws -> JSONValue {
    try await request("outline", #"{"text":\#(quoted(text))}"#)
  }

  /// What a memo's text says.
  func outline(of id: String) async throws -> JSONValue {
    try await request("outline", #"{"id":\#(quoted(id))}"#)
  }
}

extension JSONValue {
  /// The elements of a member.
  func list(_ name: String) -> [JSONValue] { self[name]?.elements ?? [] }

  /// A member of each element of a member; "-" where it is missing.
  func column(_ list: String, _ name: String) -> [String] {
    self.list(list).map { $0[name]?.string ?? $0[name]?.json ?? "-" }
  }
}
