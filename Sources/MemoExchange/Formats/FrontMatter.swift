import JSON
import MemoModel

/// What stands before a Markdown text between two lines of three dashes: times and properties, in the part of YAML that JSON
/// shares with it.
///
/// A property's value is JSON on one line, so that numbers keep their digits. A name that is no plain word stands in quotation
/// marks, and one that would be taken for a time stands behind `properties.`.
struct FrontMatter {
  var created: Timestamp?
  var modified: Timestamp?
  var trashed: Timestamp?
  var properties = JSONObject()

  /// The names of times.
  static let times: Set<String> = ["created", "modified", "trashed"]
  /// What tells a property from a time of that name.
  static let prefix = "properties."

  /// Nothing yet.
  init() {}

  /// What there is of a memo beside its text.
  init(_ memo: MemoMetadata) {
    created = memo.createdAt
    modified = memo.modifiedAt
    trashed = memo.trashedAt
    properties = memo.properties
  }

  /// The lines, dashes included.
  var bytes: [UInt8] {
    var bytes = Array("---\n".utf8)
    for (name, time) in [("created", created), ("modified", modified), ("trashed", trashed)] {
      if let time { bytes.append(contentsOf: "\(name): \(time)\n".utf8) }
    }
    for (name, value) in properties.members {
      bytes += Self.key(name)
      bytes.append(contentsOf: ": ".utf8)
      var writer = JSONWriter()
      value.write(to: &writer)
      bytes += writer.bytes
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(contentsOf: "---\n".utf8)
    return bytes
  }

  private static func key(_ name: String) -> [UInt8] {
    let name = times.contains(name) || name.utf8.starts(with: prefix.utf8) ? prefix + name : name
    if !name.isEmpty, name.utf8.allSatisfy(isPlain) { return Array(name.utf8) }
    var writer = JSONWriter()
    writer.value(name)
    return writer.bytes
  }

  /// Whether a byte may stand in a name without quotation marks.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
