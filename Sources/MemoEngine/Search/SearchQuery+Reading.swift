import MemoModel
import MemoText

/// Why a text is no query.
public struct SearchQueryError: Error, Sendable {
  /// What is wrong and what to do, as said of the query: "must have …".
  public let description: String
}

extension SearchQuery {
  /// Reads a query as people type it: words separated by white space, `"quoted phrases"`, and filters such as
  /// `tag:work`. What stands before a colon and is no filter's name is part of a word.
  ///
  /// - Parameters:
  ///   - now: the moment from which dates such as `today` are reckoned.
  ///   - zone: whose dates they are.
  /// - Throws: ``SearchQueryError`` if it asks for nothing, or has a filter whose value is none.
  public init(reading text: String, now: Timestamp, in zone: Zone = .utc) throws(SearchQueryError) {
    self.init()
    // By scalars, because a mark behind a space or a quotation mark would make one character with it.
    var rest = text[...].unicodeScalars
    while true {
      rest = rest.drop { $0.properties.isWhitespace }
      if rest.isEmpty { break }
      if rest.first == "\"" {
        add(term: Self.takePhrase(from: &rest))
      } else if let filter = Self.takeFilter(from: &rest) {
        let isQuoted = rest.first == "\""
        try add(filter, isQuoted ? Self.takePhrase(from: &rest) : Self.takeWord(from: &rest)) {
          Timestamp(reading: $0, in: zone, now: now)
        }
      } else {
        add(term: Self.takeWord(from: &rest))
      }
    }
    if isEmpty { throw SearchQueryError(description: "must have a word or a filter, as in milk, tag:work or after:7d") }
  }

  /// What a query may ask besides words, by what stands before the colon.
  private enum Filter: String, CaseIterable {
    case tag, pinned, before, after
    case createdBefore = "created-before"
    case createdAfter = "created-after"

    /// What must stand behind the colon, and an example.
    var value: (name: String, example: String) {
      switch self {
      case .tag: ("a tag", "tag:work or tag:\"two words\"")
      case .pinned: ("true or false", "pinned:true")
      case .before, .after, .createdBefore, .createdAfter:
        ("a date", "\(rawValue):2026-11-22, \(rawValue):today or \(rawValue):7d")
      }
    }
  }

  private mutating func add(term: Substring) {
    let form = SearchForm.of(term)
    if !form.isEmpty, !terms.contains(form) { terms.append(form) }
  }

  private mutating func add(
    _ filter: Filter, _ value: Substring, moment: (Substring) -> Timestamp?
  ) throws(SearchQueryError) {
    switch filter {
    case .tag:
      guard !value.isEmpty else { throw Self.lacksValue(filter) }
      add(tag: value)
    case .pinned:
      guard let wanted = ["true": true, "false": false][value.lowercased()] else { throw Self.lacksValue(filter) }
      if isPinned == !wanted { isContradictory = true }
      isPinned = wanted
    case .before, .after, .createdBefore, .createdAfter:
      guard let moment = moment(value) else { throw Self.lacksValue(filter) }
      switch filter {
      case .before: modified.end(before: moment)
      case .after: modified.start(at: moment)
      case .createdBefore: created.end(before: moment)
      default: created.start(at: moment)
      }
    }
  }

  /// The client's own words stay out of the message: it may be logged.
  private static func lacksValue(_ filter: Filter) -> SearchQueryError {
    let (name, example) = filter.value
    return SearchQueryError(description: "must have \(name) behind \(filter.rawValue):, as in \(example)")
  }

  private typealias Scalars = Substring.UnicodeScalarView

  /// The words up to the next quotation mark, or to the end.
  private static func takePhrase(from rest: inout Scalars) -> Substring {
    rest.removeFirst()
    let phrase = rest.prefix { $0 != "\"" }
    rest = rest[phrase.endIndex...].dropFirst()
    return Substring(phrase)
  }

  private static func takeWord(from rest: inout Scalars) -> Substring {
    let word = rest.prefix { !$0.properties.isWhitespace }
    rest = rest[word.endIndex...]
    return Substring(word)
  }

  /// The filter whose name and colon stand here; nil if that is no filter, but a word, perhaps an address
  /// (`after://…`).
  private static func takeFilter(from rest: inout Scalars) -> Filter? {
    let name = rest.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "-" }
    let value = rest[name.endIndex...]
    guard value.first == ":", !value.starts(with: "://".unicodeScalars),
      let filter = Filter(rawValue: String(name).lowercased())
    else { return nil }
    rest = value.dropFirst()
    return filter
  }
}
