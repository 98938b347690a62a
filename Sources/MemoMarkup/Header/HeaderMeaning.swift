import MemoText

/// The members of a header that have a meaning to the service.
package struct HeaderMeaning: Sendable {
  /// The title on one line; nil if there is none.
  package private(set) var title: String?
  /// The tags without `#`, in order, each once.
  package private(set) var tags: [String] = []
  /// Other titles, in order, each once.
  package private(set) var aliases: [String] = []
  /// Candidates for the times when the text was made and last changed, as written; the likelier ones first.
  package private(set) var created: [HeaderMember] = []
  package private(set) var modified: [HeaderMember] = []
  /// Members with a known name that can't be read.
  package private(set) var problems: [String] = []
  /// The names of members that could not be read completely.
  package private(set) var unread: Set<String> = []

  private let rules: HeaderRules

  /// Whether a name has a meaning in imported notes, apart from that of a title.
  package static func knows(_ name: String) -> Bool { HeaderName(name, .notes).map { $0 != .title } ?? false }

  /// Whether a name is that of a time in imported notes.
  package static func isTime(_ name: String) -> Bool {
    switch HeaderName(name, .notes) {
    case .created, .date, .modified: true
    case .title, .tags, .aliases, nil: false
    }
  }

  /// Works out the meaning of a header.
  package init(_ header: Header) { self.init(header.members, header.rules) }

  /// Works out the meaning of members. Of two with one name the last counts.
  package init(_ members: [HeaderMember], _ rules: HeaderRules) {
    self.rules = rules
    var dates: [HeaderMember] = []
    var names: [String: HeaderValue] = [:]
    for member in members { names[member.name] = member.value }
    var seen: Set<String> = []
    for member in members where seen.insert(member.name).inserted {
      guard let meaning = HeaderName(member.name, rules), let value = names[member.name], !value.isNothing else {
        continue
      }
      let last = HeaderMember(name: member.name, value: value)
      switch meaning {
      case .title: readTitle(last)
      case .tags: tags += words(last, isSplit: true).map { $0.first == "#" ? String($0.dropFirst()) : $0 }
      case .aliases: aliases += words(last, isSplit: false)
      case .created: created.append(last)
      case .date: dates.append(last)
      case .modified: modified.append(last)
      }
    }
    // The exact name comes before its variants.
    created = created.filter { $0.name == "created" } + created.filter { $0.name != "created" } + dates
    modified = modified.filter { $0.name == "modified" } + modified.filter { $0.name != "modified" }
    tags = tags.filter { !$0.isEmpty }.eachOnce
    aliases = aliases.eachOnce
  }

  private mutating func readTitle(_ member: HeaderMember) {
    guard let text = member.value.text else { return problems.append("\(member.name) is no text") }
    let line = text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    if title == nil, !line.isEmpty { title = line }
  }

  /// The words of a list, as they are written, or of one text.
  ///
  /// - Parameter isSplit: whether one text may be several words, separated by commas or white space.
  private mutating func words(_ member: HeaderMember, isSplit: Bool) -> [String] {
    if let text = member.value.text {
      let words = isSplit ? text.split { $0 == "," || $0.isWhitespace }.map(String.init) : [text]
      return words.map(\.trimmingWhiteSpace).filter { !$0.isEmpty }
    }
    guard case .list(let items) = member.value else {
      problems.append("\(member.name) is neither a list nor a text")
      unread.insert(member.name)
      return []
    }
    var words: [String] = []
    collect(items, member.name, &words)
    return words.filter { !$0.isEmpty }
  }

  /// Collects the words of a list; nested lists count only in imported notes.
  private mutating func collect(_ items: [HeaderValue], _ name: String, _ words: inout [String]) {
    for item in items where !item.isNothing {
      switch item {
      case .scalar(let text, _): words.append(text.trimmingWhiteSpace)
      case .list(let inner) where rules == .notes: collect(inner, name, &words)
      case .map(let members) where rules == .notes && members.count == 1 && members[0].value.text != nil:
        // `- one: two` was meant as one word.
        words.append("\(members[0].name): \(members[0].value.text ?? "")")
      case .list, .map:
        problems.append("\(name) has an entry that is no word")
        unread.insert(name)
      }
    }
  }
}

extension [String] {
  /// The strings without canonical and caseless duplicates.
  fileprivate var eachOnce: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.lowercased()).inserted }
  }
}
