import JSON
import MemoModel
import MemoText

/// A memo as a line of JSON: everything except its version.
enum MemoLine {
  static func bytes(of memo: MemoMetadata, text: Rope) -> [UInt8] {
    var writer = JSONWriter(capacity: text.summary.utf8 + 256)
    writer.beginObject()
    writer.member("id", memo.id.description)
    writer.name("text")
    writer.beginString()
    text.forEachChunk { writer.appendToString($0) }
    writer.endString()
    writer.member("createdAt", memo.createdAt.description)
    writer.member("modifiedAt", memo.modifiedAt.description)
    writer.name("properties")
    memo.properties.write(to: &writer)
    if let trashedAt = memo.trashedAt {
      writer.member("trashedAt", trashedAt.description)
    }
    writer.endObject()
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
