import JSON
import MemoMarkup
import MemoModel

/// Reads a memo from one JSON object: a line of an export (`text`, `createdAt`, `modifiedAt`, `properties`, `trashedAt`, `id`), or an
/// entry of another program's, with a title, tags and times by the names that headers have them by. What has no other place goes
/// to the properties.
struct JSONEntry {
  let options: ImportOptions
  /// The file's path, and its times for entries that have none.
  let path: String
  let file: InputFile

  /// The names of a text, the likeliest first.
  private static let texts: [StaticString] = ["text", "textContent", "content", "body"]

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
    guard view.kind == .object else { throw JSONTypeError("must be an object") }
    let (text, textName) = try text(view)
    guard text.utf8.count <= options.maximumMemoBytes else {
      throw JSONTypeError("must have at most \(options.maximumMemoBytes) bytes").inside("text")
    }
    var properties = JSONObject().merging(try view.optional("properties") ?? JSONObject())
    do throws(JSONTypeError) {
      try KnownProperties.check(properties, changedBy: properties)
    } catch {
      throw error.inside("properties")
    }
    guard properties.json.count <= options.maximumMemoBytes else {
      throw JSONTypeError("must have at most \(options.maximumMemoBytes) bytes").inside("properties")
    }
    let id = try id(view)
    let told = try times(view)
    var rest = Rest(view, taken: told.names + [textName, "title", "properties"] + (id == nil ? [] : ["id"]))
    let reading = HeaderReading(HeaderMeaning(rest.takeMeaning()))
    var problems = reading.problems + rest.place(in: &properties, limit: options.maximumMemoBytes)
    for (name, value) in reading.properties.members where name != "tags" { properties[name] = value }
    if properties.add(tags: reading.tags + options.tags) > 0 {
      problems.append("it has too many tags to be given more")
    }
    let created = told.created ?? reading.created
    let modified = told.modified ?? reading.modified
    return ImportedMemo(
      path: "\(path), entry \(number)", id: id ?? derivedID(view, number), namesItself: id != nil, text: text,
      properties: properties, createdAt: created ?? modified ?? file.createdAt,
      modifiedAt: modified ?? created ?? file.modifiedAt, trashedAt: told.trashed, problems: problems)
  }

  /// The text, behind its title if it doesn't begin with that, and the name of its member.
  private func text(_ view: JSONView) throws(JSONTypeError) -> (text: String, name: String) {
    let title: String = try view.optional("title") ?? ""
    for name in Self.texts {
      // What others mean by these may be no text, but a list of blocks perhaps.
      let mustBeText = name.description == "text" || name.description == "body"
      guard mustBeText || view[name]?.string != nil, let text: String = try view.optional(name) else { continue }
      let first = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
      let isTitled = title.isEmpty || first.drop { $0 == "#" || $0 == " " }.elementsEqual(title)
      return (isTitled ? text : "\(title)\n\(text)", name.description)
    }
    guard !title.isEmpty else { throw JSONTypeError("has neither text nor title and body") }
    return (title, "title")
  }

  /// The identifier; a number is another program's affair.
  private func id(_ view: JSONView) throws(JSONTypeError) -> MemoID? {
    guard view["id"]?.numberLiteral == nil, let name: String = try view.optional("id") else { return nil }
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

  private typealias Times = (created: Timestamp?, modified: Timestamp?, trashed: Timestamp?, names: [String])

  /// The times that must be right where they are given.
  private func times(_ view: JSONView) throws(JSONTypeError) -> Times {
    let created = try time(view, "createdAt", "created_at")
    let modified = try time(view, "modifiedAt", "last_modified")
    let trashed = try time(view, of: "trashedAt")
    return (created, modified, trashed, ["createdAt", "created_at", "modifiedAt", "last_modified", "trashedAt"])
  }

  /// The first of these members that is there.
  private func time(_ view: JSONView, _ names: StaticString...) throws(JSONTypeError) -> Timestamp? {
    for name in names { if let time = try time(view, of: name) { return time } }
    return nil
  }

  private func time(_ view: JSONView, of name: StaticString) throws(JSONTypeError) -> Timestamp? {
    guard let member = view[name], !member.isNull else { return nil }
    if let text = member.string {
      guard let time = Timestamp(written: text) else {
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

/// The members of an entry that no other place was found for.
private struct Rest {
  private var members: [(name: String, value: JSONValue)] = []

  init(_ view: JSONView, taken: [String]) {
    for (name, value) in view.members where !value.isNull && !taken.contains(name) {
      members.append((name, JSONValue(value)))
    }
  }

  /// Takes out the members that mean something in a header, too: tags, aliases, times.
  mutating func takeMeaning() -> [HeaderMember] {
    var taken: [HeaderMember] = []
    members.removeAll { member in
      guard HeaderMeaning.knows(member.name), let value = HeaderValue(member.value) else { return false }
      taken.append(HeaderMember(name: member.name, value: value))
      return true
    }
    return taken
  }

  /// Puts the others among the properties.
  ///
  /// - Returns: what there is no place for, and why.
  func place(in properties: inout JSONObject, limit: Int) -> [String] {
    var problems: [String] = []
    var bytes = properties.json.count
    for (name, value) in members {
      var one = JSONObject()
      one[name] = value
      let size = one.json.count
      if properties[name] != nil {
        problems.append("\(name) left out: its properties have one, too")
      } else if bytes + size > limit {
        problems.append("\(name) left out: it is too large for a property")
      } else if (try? KnownProperties.check(one, changedBy: one)) == nil {
        problems.append("\(name) left out: as a property it would mean something else")
      } else {
        properties[name] = JSONObject().merging(one)[name]
        bytes += size
      }
    }
    return problems
  }
}

extension HeaderValue {
  /// A JSON value as a header would have it; nil for what is none there.
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .null: self = .scalar("", isPlain: true)
    case .bool(let value): self = .scalar("\(value)", isPlain: true)
    case .number(let digits): self = .scalar(digits, isPlain: true)
    case .string(let text): self = .scalar(text, isPlain: false)
    case .array(let items): self = .list(items.compactMap(HeaderValue.init))
    case .object(let object):
      self = .map(
        object.members.compactMap { name, value in HeaderValue(value).map { HeaderMember(name: name, value: $0) } })
    }
  }
}

extension MemoID {
  /// The identifier of what was imported, from what it was made of.
  static func imported(_ hash: ContentHash) -> MemoID {
    // Always a valid one: 39 characters of those allowed.
    MemoID("import-\(hash.digits)") ?? .unique(at: .now)
  }
}
