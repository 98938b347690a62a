import JSON
import MemoMarkup
import MemoModel
package import MemoText

extension ImportedMemo {
  /// The tags that a text's header gives a memo.
  package static func tags(inHeaderOf text: Rope) -> [String] {
    Header(text, .notes).map { HeaderReading($0).tags } ?? []
  }
}

/// A header's effect on a memo, and what of it can't be read.
struct HeaderReading {
  let meaning: HeaderMeaning
  /// The times; nil if the header has none.
  private(set) var created: Timestamp?
  private(set) var modified: Timestamp?
  /// The tags that a memo can have.
  private(set) var tags: [String] = []
  private(set) var problems: [String] = []
  /// The names of members with a meaning whose values were not used, or not completely.
  private(set) var unused: Set<String> = []

  /// Reads a header.
  init(_ header: Header) {
    self.init(HeaderMeaning(header))
    if let problem = header.problem {
      problems.insert("not all of its header can be read; it stays in the text as it is: \(problem)", at: 0)
    }
  }

  /// Reads the members that have a meaning.
  init(_ meaning: HeaderMeaning) {
    self.meaning = meaning
    problems = meaning.problems
    unused = meaning.unread
    created = time(meaning.created)
    modified = time(meaning.modified)
    tags = meaning.tags.filter { (1...KnownProperties.longestTag).contains($0.unicodeScalars.count) }
    tags = Array(tags.prefix(KnownProperties.mostTags))
    if tags.count < meaning.tags.count {
      problems.append(
        "\((meaning.tags.count - tags.count).counted("tag")) left out: "
          + "a memo has at most \(KnownProperties.mostTags), of at most "
          + "\(KnownProperties.longestTag) characters each")
    }
  }

  /// The first of these members that is a time.
  private mutating func time(_ members: [HeaderMember]) -> Timestamp? {
    var found: Timestamp?
    for member in members {
      let time = member.value.text.flatMap { Timestamp(written: $0) }
      if time == nil { problems.append("\(member.name) is no time that can be read") }
      if time == nil || found != nil { unused.insert(member.name) }
      found = found ?? time
    }
    return found
  }

  /// The properties that result.
  var properties: JSONObject {
    var properties = JSONObject()
    if !tags.isEmpty { properties.tags = tags }
    if !meaning.aliases.isEmpty { properties["aliases"] = .array(meaning.aliases.map(JSONValue.string)) }
    return properties
  }
}
