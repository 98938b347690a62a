import Foundation
import JSON
import MemoExchange
import MemoModel
import MemoText
import TestSupport

/// A folder that is removed when the test is done with it.
final class TestFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "memo-exchange-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders above it.
  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Everything that an import of the folder, or of a file in it, finds.
  func read(
    _ name: String = "", format: ImportOptions.Format? = nil, epoch: ImportOptions.Epoch? = nil, limit: Int = 1 << 20
  ) throws -> (memos: [ImportedMemo], skipped: [String: String]) {
    let options = ImportOptions(format: format, epoch: epoch, maximumMemoBytes: limit)
    let reader = try ImportReader(name.isEmpty ? path : "\(path)/\(name)", options)
    var memos: [ImportedMemo] = []
    var skipped: [String: String] = [:]
    while let step = reader.next() {
      switch step {
      case .memo(let memo): memos.append(memo)
      case .skipped(let path, let reason, _): skipped[path] = reason
      case .busy: break
      }
    }
    return (memos, skipped)
  }
}

/// An identifier of a text that is one.
func memoID(_ text: String) -> MemoID {
  guard let id = MemoID(text) else { fatalError("\(text) is no identifier") }
  return id
}

/// Metadata for tests.
func metadata(
  _ id: String, properties: JSONObject = JSONObject(), created: Int = 0, modified: Int = 0, trashed: Int? = nil
) -> MemoMetadata {
  MemoMetadata(
    id: memoID(id), version: 1, createdAt: Timestamp(millisecondsSince1970: created),
    modifiedAt: Timestamp(millisecondsSince1970: modified),
    trashedAt: trashed.map(Timestamp.init), properties: properties)
}

extension SeededGenerator {
  /// A memo with everything that is easy to get wrong.
  mutating func memo(_ id: String) -> (metadata: MemoMetadata, text: Rope) {
    var properties = JSONObject()
    for _ in 0..<Int.random(in: 0...5, using: &self) {
      properties[Self.names.randomElement(using: &self) ?? ""] = value(depth: 2)
    }
    if chance(30) { properties["tags"] = .array([.string("a"), .string("\u{0}\n\"x")]) }
    if chance(30) { properties["pinned"] = .bool(chance(50)) }
    let created = Int.random(in: -2_000_000_000_000...4_000_000_000_000, using: &self)
    let modified = Int.random(in: -2_000_000_000_000...4_000_000_000_000, using: &self)
    let metadata = metadata(
      id, properties: JSONObject().merging(properties), created: created, modified: modified,
      trashed: chance(20) ? modified : nil)
    return (metadata, Rope(words(12)))
  }

  private mutating func words(_ count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      text.append(contentsOf: (Self.pieces.randomElement(using: &self) ?? "").unicodeScalars)
    }
    return String(text)
  }

  private mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 5 : 3), using: &self) {
    case 0: return .bool(chance(50))
    case 1:
      return .number(
        ["0", "-0", "1.50", "1e400", "123456789012345678901234567890", "0.1E-7"].randomElement(using: &self) ?? "0")
    case 2: return .string(words(4))
    case 3: return .string("2001-02-03")
    case 4: return .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...3, using: &self) { object[words(2)] = value(depth: depth - 1) }
      return .object(object)
    }
  }

  private static let names = [
    "created", "modified", "trashed", "properties", "properties.created", "properties.", "", "a b",
    "\"", "---", "e\u{301}", "\u{E9}", "x:y", "한", "\n", "\u{0}", "0", ".", "#", "- a",
  ]

  private static let pieces = [
    "a", "memo ", " ", "\t", "\r", "\n", "\r\n", "\n\r", "---\n", "---", "title: x\n", "\u{2028}", "\u{85}", "\u{0}",
    "é",
    "e\u{301}", "한", "😀", "👩‍👩‍👧‍👦", "\u{FEFF}", "\u{10FFFF}", "\u{FFFF}", "<b>", "&amp;", "\"", "\\", "{", "[1]",
    "\u{7F}",
    "\u{80}",
  ]
}
