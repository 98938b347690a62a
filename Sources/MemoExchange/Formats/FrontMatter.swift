import JSON
import MemoModel

/// The front matter that export writes before a Markdown text, between two lines of three dashes: times and properties.
///
/// A property's value is JSON on one line, which is also YAML, so that numbers keep their digits. A name that is no
/// plain word is in quotation marks, and one that looks like a time's is prefixed with `properties.`.
struct FrontMatter {
  var created: Timestamp?
  var modified: Timestamp?
  var trashed: Timestamp?
  var properties = JSONObject()

  /// The names of times.
  static let times: Set<String> = ["created", "modified", "trashed"]
  /// The prefix that distinguishes a property from a time with its name.
  static let prefix = "properties."

  /// Creates empty front matter.
  init() {}

  /// Everything about a memo besides its text.
  init(_ memo: MemoMetadata) {
    created = memo.createdAt
    modified = memo.modifiedAt
    trashed = memo.trashedAt
    properties = memo.properties
  }

  /// A line: a name, and the value as it is written.
  typealias Line = (name: String, value: [UInt8])

  /// The lines between the dashes.
  var lines: [Line] {
    var lines: [Line] = []
    for (name, time) in [("created", created), ("modified", modified), ("trashed", trashed)] {
      if let time { lines.append((name, Array(time.description.utf8))) }
    }
    for (name, value) in properties.members {
      let isPrefixed = Self.times.contains(name) || name.utf8.starts(with: Self.prefix.utf8)
      lines.append((isPrefixed ? Self.prefix + name : name, value.json))
    }
    return lines
  }

  /// All of it, including the dashes.
  var bytes: [UInt8] {
    var bytes = Array("---\n".utf8)
    for (name, value) in lines { bytes += Self.key(name) + ": ".utf8 + value + [UInt8(ascii: "\n")] }
    return bytes + "---\n".utf8
  }

  /// A name as it is written.
  static func key(_ name: String) -> [UInt8] {
    !name.isEmpty && name.utf8.allSatisfy(isPlain) ? Array(name.utf8) : name.json
  }

  /// Whether a byte may be in a name without quotation marks.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
