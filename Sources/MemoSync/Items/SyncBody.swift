package import JSON
package import MemoModel
import MemoText

/// The contents of one item of the hub, before it is sealed and after it is opened.
package struct SyncBody: Sendable {
  /// The number of operations that a body carries: those that its text came from last, its own included.
  package static let mostOperations = 8

  /// The memo that the item is about.
  package let id: MemoID
  /// The memo; nil in a tombstone.
  package let memo: SyncMemo?
  /// The writes that this one knew and goes on from, oldest first, and itself, the last.
  package let operations: [OperationID]
  /// Older writes that it goes on from, too; those of older versions of the program have none.
  package let ancestors: OperationSet
  /// Members that a later version of the program wrote. They are kept and travel on.
  package let unknown: JSONObject
  /// Whether it nests deeper than can be read here: then nothing of it is known but the memo that it is about.
  package let isTooDeep: Bool

  /// Creates one from its parts.
  package init(
    id: MemoID, memo: SyncMemo?, operations: [OperationID], ancestors: OperationSet = OperationSet(),
    unknown: JSONObject
  ) {
    (self.id, self.memo, self.operations, self.ancestors, self.unknown) = (id, memo, operations, ancestors, unknown)
    isTooDeep = false
  }

  private init(tooDeep id: MemoID) {
    (self.id, memo, operations, ancestors, unknown) = (id, nil, [], OperationSet(), JSONObject())
    isTooDeep = true
  }

  private static let memberNames: Set = [
    "id", "operations", "ancestors", "text", "properties", "createdAt", "modifiedAt", "trashedAt",
  ]

  /// Reads what ``encoded`` wrote, or a later version of the program.
  ///
  /// - Parameter isDead: whether it is a tombstone's.
  /// - Throws: ``SyncError/badAnswer(_:)`` if it is none.
  package init(decoding bytes: [UInt8], isDead: Bool) throws(SyncError) {
    let root: JSONView
    do throws(JSONSyntaxError) { root = try JSONDocument(bytes).root } catch {
      guard error.isTooDeep, let id = Self.id(first: bytes) else {
        throw SyncError.badAnswer("an item is no JSON object")
      }
      self.init(tooDeep: id)
      return
    }
    guard root.kind == .object else { throw SyncError.badAnswer("an item is no JSON object") }
    guard let name = root["id"]?.string, let id = MemoID(name) else {
      throw SyncError.badAnswer("an item does not say which memo it is")
    }
    var operations: [OperationID] = []
    for operation in root["operations"]?.elements ?? root.elements {
      guard let number = operation.integer else { throw SyncError.badAnswer("memo \(id): an operation is no integer") }
      operations.append(OperationID(Int64(number)))
    }
    guard (1...Self.mostOperations).contains(operations.count) else {
      throw SyncError.badAnswer("memo \(id) has \(operations.count) operations")
    }
    var ancestors = OperationSet()
    if let view = root["ancestors"] {
      guard let known = OperationSet(view) else { throw SyncError.badAnswer("memo \(id): its ancestors are none") }
      ancestors = known
    }
    var unknown = JSONObject()
    for (name, value) in root.members where !Self.memberNames.contains(name) {
      let value = JSONValue(value)
      // What is kept of it has more around it, and is to be read again.
      if value.nests(deeperThan: KnownProperties.mostLevels) {
        self.init(tooDeep: id)
        return
      }
      unknown[name] = value
    }
    let memo = isDead ? nil : try Self.memo(id, root)
    self.init(id: id, memo: memo, operations: operations, ancestors: ancestors, unknown: unknown)
  }

  /// The memo that a body is about that can't be read: every version of the program writes that first.
  private static func id(first bytes: [UInt8]) -> MemoID? {
    let start = Array(#"{"id":""#.utf8)
    guard bytes.starts(with: start) else { return nil }
    return MemoID(String(decoding: bytes.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
  }

  private static func memo(_ id: MemoID, _ root: JSONView) throws(SyncError) -> SyncMemo {
    guard let text = root["text"]?.string else { throw SyncError.badAnswer("memo \(id) has no text") }
    guard let properties = root["properties"], properties.kind == .object else {
      throw SyncError.badAnswer("memo \(id) has no properties")
    }
    guard let createdAt = try time(root["createdAt"], id), let modifiedAt = try time(root["modifiedAt"], id) else {
      throw SyncError.badAnswer("memo \(id) does not say when it was made and changed")
    }
    return SyncMemo(
      id: id, text: Rope(text), properties: JSONObject(members: properties.members), createdAt: createdAt,
      modifiedAt: modifiedAt, trashedAt: try time(root["trashedAt"], id))
  }

  private static func time(_ view: JSONView?, _ id: MemoID) throws(SyncError) -> Timestamp? {
    guard let view else { return nil }
    guard let time = view.integer.map(Timestamp.init(millisecondsSince1970:)), Timestamp.writable.contains(time) else {
      throw SyncError.badAnswer("memo \(id) has a date that is none")
    }
    return time
  }
}

extension SyncBody: JSONWritable {
  /// Writes the body as one object.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("id")
    writer.value(id.description)
    writer.name("operations")
    writer.beginArray()
    for operation in operations { writer.value(Int(operation.value)) }
    writer.endArray()
    if !ancestors.isEmpty {
      writer.name("ancestors")
      ancestors.write(to: &writer)
    }
    if let memo {
      writer.name("text")
      writer.beginString()
      memo.text.forEachChunk { writer.appendToString($0) }
      writer.endString()
      writer.name("properties")
      memo.properties.write(to: &writer)
      let times = [("createdAt", memo.createdAt), ("modifiedAt", memo.modifiedAt)]
      for (name, time) in times + (memo.trashedAt.map { [("trashedAt", $0)] } ?? []) {
        writer.name(escaping: name)
        writer.value(time.millisecondsSince1970)
      }
    }
    for (name, value) in unknown.members {
      writer.name(escaping: name)
      value.write(to: &writer)
    }
    writer.endObject()
  }
}
