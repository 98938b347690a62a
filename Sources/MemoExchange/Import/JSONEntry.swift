import JSON
import MemoModel

/// Reads a memo from one JSON object: a line of an export (`text`, `createdAt`, `modifiedAt`, `properties`, `trashedAt`, `id`), or an
/// entry of another program's (`title` and `body`, `created_at` or `last_modified`).
struct JSONEntry {
  let options: ImportOptions
  /// The file's path, and its times for entries that have none.
  let path: String
  let file: InputFile

  /// The memo of an entry.
  ///
  /// - Parameter number: the entry's place in its file, from 1.
  /// - Throws: what is wrong with it, in words that go behind "entry 7: ".
  func memo(_ view: JSONView, number: Int) throws(ImportRefusal) -> ImportedMemo {
    do throws(JSONTypeError) {
      return try read(view, number)
    } catch {
      let member = error.path.drop { $0 == "." }
      throw ImportRefusal("\(member.isEmpty ? "it" : String(member)) \(error.expectation)")
    }
  }

  private func read(_ view: JSONView, _ number: Int) throws(JSONTypeError) -> ImportedMemo {
    let text = try text(view)
    guard text.utf8.count <= options.maximumMemoBytes else {
      throw JSONTypeError("must have at most \(options.maximumMemoBytes) bytes").inside("text")
    }
    let properties = JSONObject().merging(try view.optional("properties") ?? JSONObject())
    do throws(JSONTypeError) {
      try KnownProperties.check(properties, changedBy: properties)
    } catch {
      throw error.inside("properties")
    }
    guard properties.json.count <= options.maximumMemoBytes else {
      throw JSONTypeError("must have at most \(options.maximumMemoBytes) bytes").inside("properties")
    }
    let created = try time(view, "createdAt", "created_at")
    let modified = try time(view, "modifiedAt", "last_modified")
    let createdAt = created ?? modified ?? file.createdAt
    let id = try id(view)
    return ImportedMemo(
      path: "\(path), entry \(number)", id: id ?? derivedID(view, number), namesItself: id != nil, text: text,
      properties: properties, createdAt: createdAt, modifiedAt: modified ?? created ?? file.modifiedAt,
      trashedAt: try time(view, "trashedAt"))
  }

  private func text(_ view: JSONView) throws(JSONTypeError) -> String {
    if let text: String = try view.optional("text") { return text }
    let title: String = try view.optional("title") ?? ""
    guard let body: String = try view.optional("body") else {
      guard !title.isEmpty else { throw JSONTypeError("has neither text nor title and body") }
      return title
    }
    return title.isEmpty ? body : "\(title)\n\(body)"
  }

  private func id(_ view: JSONView) throws(JSONTypeError) -> MemoID? {
    guard let name: String = try view.optional("id") else { return nil }
    guard let id = MemoID(name) else {
      throw JSONTypeError("must be 1 to 128 characters of A-Z, a-z, 0-9, '.', '_' and '-'").inside("id")
    }
    return id
  }

  private func derivedID(_ view: JSONView, _ number: Int) -> MemoID {
    var hash = ContentHash()
    hash.add("\(path)\u{0}\(number)\u{0}".utf8)
    var writer = JSONWriter()
    JSONValue(view).write(to: &writer)
    hash.add(writer.bytes)
    return .imported(hash)
  }

  /// The first of these members that is there.
  private func time(_ view: JSONView, _ names: StaticString...) throws(JSONTypeError) -> Timestamp? {
    for name in names { if let time = try time(view, of: name) { return time } }
    return nil
  }

  private func time(_ view: JSONView, of name: StaticString) throws(JSONTypeError) -> Timestamp? {
    guard let member = view[name], !member.isNull else { return nil }
    if let text = member.string {
      guard let time = Timestamp(writable: text) else {
        throw JSONTypeError("must be a time such as 2024-02-29T23:59:59Z").inside(name)
      }
      return time
    }
    guard let number = member.numberLiteral.flatMap(Double.init) else {
      throw JSONTypeError("must be a time, a string or a number of seconds").inside(name)
    }
    guard let epoch = options.epoch else {
      throw JSONTypeError("counts seconds from a year that is not said: give epoch, 1970 or 2001").inside(name)
    }
    let milliseconds = ((number + epoch.seconds) * 1000).rounded()
    let range = Timestamp.writable
    guard milliseconds >= Double(range.lowerBound.millisecondsSince1970),
      milliseconds <= Double(range.upperBound.millisecondsSince1970)
    else { throw JSONTypeError("must be a time from the year 0 to 9999").inside(name) }
    return Timestamp(millisecondsSince1970: Int(milliseconds))
  }
}

extension MemoID {
  /// The identifier of what was imported, from what it was made of.
  static func imported(_ hash: ContentHash) -> MemoID {
    // Always a valid one: 39 characters of those allowed.
    MemoID("import-\(hash.digits)") ?? .unique(at: .now)
  }
}
