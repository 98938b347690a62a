import JSON
import MemoMarkup
import MemoModel
import Platform

/// Reads a memo from one JSON object: a line of an export (`text`, `createdAt`, `modifiedAt`, `properties`,
/// `trashedAt`, `id`), or another program's entry, with title, tags and times under the names that headers use. All
/// other members become properties, including those whose value does not fit their name.
struct JSONEntry {
  let options: ImportOptions
  /// The file's path, and its times for entries without any.
  let path: String
  let file: InputFile

  /// The names of a text, the likeliest first.
  private static let texts = ["text", "textContent", "content", "body"]
  /// Names of times in exports of ours, or for which some programs write numbers of seconds since their own epoch.
  private static let counted: Set<String> = ["createdAt", "created_at", "modifiedAt", "last_modified", "trashedAt"]

  /// The memo of an entry.
  ///
  /// - Parameter number: the entry's place in its file, from 1.
  /// - Throws: what is wrong with it, in words that follow "entry 7: ".
  func memo(_ view: JSONView, number: Int) throws(ImportRefusal) -> ImportedMemo {
    guard view.kind == .object else { throw ImportRefusal("it must be an object") }
    let limit = options.maximumMemoBytes
    var members = EntryMembers(view)
    var problems: [String] = []
    let text = try text(&members)
    for name in ["title"] + Self.texts where members.last(name)?.isText == false {
      problems.append("\(name) is no text")
    }
    guard text.utf8.count <= limit else { throw ImportRefusal("text must have at most \(limit) bytes") }
    var properties = members.takeProperties(&problems)
    guard properties.json.count <= limit else { throw ImportRefusal("properties must have at most \(limit) bytes") }
    let id = members.takeID(&problems)
    let trashed = try trashed(&members, &problems)
    let meaning = try members.setAside { name, view throws(ImportRefusal) in
      guard HeaderMeaning.knows(name) else { return nil }
      return try value(JSONValue(view), of: name)
    }
    let reading = HeaderReading(HeaderMeaning(meaning, .notes))
    members.putBack(reading.unused)
    problems += reading.problems + members.place(in: &properties, limit: limit)
    if !reading.meaning.aliases.isEmpty { properties.add(aliases: reading.meaning.aliases) }
    let left = properties.add(tags: reading.tags + options.tags)
    if left > 0 { problems.append("\(left.counted("tag")) left out: it has as many as a memo may have") }
    return ImportedMemo(
      path: "\(path), entry \(number)", id: id ?? derivedID(view, number), namesItself: id != nil, text: text,
      properties: properties, createdAt: reading.created ?? reading.modified ?? file.createdAt,
      modifiedAt: reading.modified ?? reading.created ?? file.modifiedAt, trashedAt: trashed, problems: problems)
  }

  /// The first text that is not blank, after its title if it doesn't begin with that.
  private func text(_ members: inout EntryMembers) throws(ImportRefusal) -> String {
    let title = members.takeText("title") ?? ""
    var found: String?
    for name in Self.texts where found?.isEmpty ?? true { found = members.takeText(name) ?? found }
    guard let text = found else {
      guard !title.isEmpty else { throw ImportRefusal("it has neither text nor title and body") }
      return title
    }
    let first = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    let isTitled = title.isEmpty || first.drop { $0 == "#" || $0 == " " }.elementsEqual(title)
    return isTitled ? text : "\(title)\n\(text)"
  }

  private func derivedID(_ view: JSONView, _ number: Int) -> MemoID {
    var hash = ContentHash()
    hash.add("\(path)\u{0}\(number)\u{0}".utf8)
    hash.add(JSONValue(view).json)
    return .imported(hash)
  }

  private func trashed(
    _ members: inout EntryMembers, _ problems: inout [String]
  ) throws(ImportRefusal) -> Timestamp? {
    guard let value = members.last("trashedAt") else { return nil }
    guard let time = Timestamp(written: try self.value(value, of: "trashedAt").text ?? "") else {
      problems.append("trashedAt is no time that can be read")
      return nil
    }
    members.remove("trashedAt")
    return time
  }

  /// A member as a header would have it; a time that is a number is written out.
  private func value(_ value: JSONValue, of name: String) throws(ImportRefusal) -> HeaderValue {
    guard case .number(let digits) = value, HeaderMeaning.isTime(name) || Self.counted.contains(name) else {
      return HeaderValue(value)
    }
    if let time = options.epoch.flatMap({ Timestamp(digits, since: $0) }) {
      return .scalar(time.description, isPlain: true)
    }
    // Only seconds or milliseconds since 1970 have this many digits.
    let isClear = [10, 13].contains(digits.utf8.count) && Int(digits) != nil
    guard options.epoch != nil || isClear || !Self.counted.contains(name) else {
      throw ImportRefusal("\(name) counts seconds from a year that is not said: give epoch, 1970 or 2001")
    }
    return .scalar(digits, isPlain: true)
  }
}

extension Timestamp {
  /// This many seconds since an epoch; nil if no memo can have such a time.
  fileprivate init?(_ digits: String, since epoch: ImportOptions.Epoch) {
    guard let number = Double(digits) else { return nil }
    let milliseconds = ((number + epoch.seconds) * 1000).rounded()
    let range = Self.writable
    guard milliseconds >= Double(range.lowerBound.millisecondsSince1970),
      milliseconds <= Double(range.upperBound.millisecondsSince1970)
    else { return nil }
    self.init(millisecondsSince1970: Int(milliseconds))
  }
}

extension JSONObject {
  /// Adds missing aliases; a value that is no list stays beside them.
  fileprivate mutating func add(aliases more: [String]) {
    var all: [JSONValue] = []
    switch self["aliases"] {
    case .array(let items)?: all = items
    case let value?: all = [value]
    case nil: break
    }
    let known = all.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
    self["aliases"] = .array(all + more.filter { !known.contains($0) }.map(JSONValue.string))
  }
}

extension JSONValue {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}

extension MemoID {
  /// The identifier of an imported memo, derived from its source.
  static func imported(_ hash: ContentHash) -> MemoID {
    // Always valid: 39 characters of those allowed.
    MemoID("import-\(hash.digits)") ?? .unique(at: .now)
  }
}
