/// A JSON object in the order its members came, each name once.
public struct JSONObject: Sendable, JSONWritable {
  /// The members in order.
  public private(set) var members: [(name: String, value: JSONValue)] = []
  /// The index of each name's member. Keyed by bytes, because `String` takes canonically equal names for one.
  private var positions: [[UInt8]: Int] = [:]

  /// Creates an object without members.
  public init() {}

  /// Copies an object's members out of a document; of a repeated name the last value counts.
  public init(members: JSONMembers) {
    for (name, value) in members { self[name] = JSONValue(value) }
  }

  /// Reads an object from JSON bytes.
  ///
  /// - Throws: ``JSONSyntaxError`` if they are not a JSON object.
  public init(json: [UInt8]) throws(JSONSyntaxError) {
    let root = try JSONDocument(json).root
    guard root.kind == .object else { throw JSONSyntaxError("this is no object", at: 0) }
    self.init(members: root.members)
  }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a name; setting nil takes the member out, a new name goes to the end.
  public subscript(name: String) -> JSONValue? {
    get { positions[Array(name.utf8)].map { members[$0].value } }
    set {
      let key = Array(name.utf8)
      switch (positions[key], newValue) {
      case (let position?, let value?): members[position].value = value
      case (nil, let value?):
        positions[key] = members.count
        members.append((name, value))
      case (let position?, nil):
        members.remove(at: position)
        positions[key] = nil
        for (later, member) in members.enumerated().dropFirst(position) { positions[Array(member.name.utf8)] = later }
      case (nil, nil): break
      }
    }
  }

  /// The length of its JSON in bytes, roughly, counted no further than a limit.
  public func bytes(upTo limit: Int) -> Int {
    var bytes = 0
    for (name, value) in members where bytes < limit {
      bytes += name.utf8.count + 4 + value.bytes(upTo: limit - bytes)
    }
    return min(bytes, limit)
  }

  /// The object with a JSON Merge Patch applied (RFC 7396, section 2): null removes, objects merge, all else replaces.
  public func merging(_ patch: JSONObject) -> JSONObject {
    var result = self
    var removed: Set<[UInt8]> = []
    for (name, value) in patch.members {
      switch value {
      case .null: removed.insert(Array(name.utf8))
      case .object(let inner):
        var target = JSONObject()
        if case .object(let existing)? = result[name] { target = existing }
        result[name] = .object(target.merging(inner))
      default: result[name] = value
      }
    }
    // All removals at once: each by itself would move everything behind it.
    return removed.isEmpty
      ? result : JSONObject(keeping: result.members.filter { !removed.contains(Array($0.name.utf8)) })
  }

  private init(keeping members: [(name: String, value: JSONValue)]) {
    for (name, value) in members { self[name] = value }
  }

  /// Writes the object.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in members {
      writer.name(escaping: name)
      value.write(to: &writer)
    }
    writer.endObject()
  }
}
