import MemoModel
import MemoText

/// The reason why a text is not a valid query.
public struct SearchQueryError: Error, Sendable {
  /// What is wrong and what to do, with the query as the subject: "must have …".
  public let description: String
}

extension SearchQuery {
  /// Reads a query as people type it: words separated by white space, `"quoted phrases"`, and filters such as
  /// `tag:work`. A word with a colon that is not after a filter's name is a word.
  ///
  /// - Parameters:
  ///   - now: the moment to which dates such as `today` refer.
  ///   - zone: the time zone of dates.
  /// - Throws: ``SearchQueryError`` if it asks for nothing, or a filter's value is invalid.
  public init(reading text: String, now: Timestamp, in zone: Zone = .utc) throws(SearchQueryError) {
    self.init()
    // By scalars, because a mark after a space or a quotation mark would form one character with it.
    var rest = text[...].unicodeScalars
    while true {
      rest = rest.drop { $0.properties.isWhitespace }
      if rest.isEmpty { break }
      if rest.first == "\"" {
        add(term: Self.takePhrase(from: &rest))
      } else if let filter = Self.takeFilter(from: &rest) {
        let value = rest.first == "\"" ? Self.takePhrase(from: &rest) : Self.takeWord(from: &rest)
        // The client's own words stay out of the message: it may be logged.
        guard filter.add(&self, value, { Timestamp(reading: $0, in: zone, now: now) }) else {
          throw SearchQueryError(
            description: "must have \(filter.value) after \(filter.name):, as in \(filter.example)")
        }
      } else {
        add(term: Self.takeWord(from: &rest))
      }
    }
    if isEmpty { throw SearchQueryError(description: "must have a word or a filter, as in milk, tag:work or after:7d") }
  }

  /// A filter that a query may have besides words.
  private struct Filter: Sendable {
    /// The name before the colon.
    let name: String
    /// What must follow the colon, and an example.
    let value, example: String
    /// Adds it to a query; false if the value is invalid.
    let add: @Sendable (inout SearchQuery, Substring, _ moment: (Substring) -> Timestamp?) -> Bool

    static let tag = Filter(name: "tag", value: "a tag", example: "tag:work or tag:\"two words\"") { query, value, _ in
      guard !value.isEmpty else { return false }
      query.add(tag: value)
      return true
    }

    static let link = Filter(name: "link", value: "a title", example: "link:Plan or link:\"two words\"") {
      query, value, _ in
      guard !value.nameForm.isEmpty else { return false }
      query.add(.linking(to: LinkTarget(naming: value)))
      return true
    }

    /// A filter with a single possible word.
    static func word(_ name: String, _ word: String, _ filter: ReferenceFilter) -> Filter {
      Filter(name: name, value: word, example: "\(name):\(word)") { query, value, _ in
        guard value.lowercased() == word else { return false }
        query.add(filter)
        return true
      }
    }

    static func flag(_ name: String, _ trait: SearchTraits) -> Filter {
      Filter(name: name, value: "true or false", example: "\(name):true") { query, value, _ in
        guard let wanted = ["true": true, "false": false][value.lowercased()] else { return false }
        if wanted { query.set.insert(trait) } else { query.unset.insert(trait) }
        return true
      }
    }

    static func date(_ name: String, _ bound: @escaping @Sendable (inout SearchQuery, Timestamp) -> Void) -> Filter {
      Filter(name: name, value: "a date", example: "\(name):2026-11-22, \(name):today or \(name):7d") {
        query, value, moment in
        guard let moment = moment(value) else { return false }
        bound(&query, moment)
        return true
      }
    }
  }

  private static let filters: [String: Filter] = {
    let filters =
      [
        .tag, .link, .word("has", "task", .withTasks), .word("is", "orphan", .orphans),
        .date("before") { $0.modified.end(before: $1) }, .date("after") { $0.modified.start(at: $1) },
        .date("created-before") { $0.created.end(before: $1) }, .date("created-after") { $0.created.start(at: $1) },
      ] + KnownProperties.flags.enumerated().map { Filter.flag($1.name, .flag($0)) }
    return Dictionary(uniqueKeysWithValues: filters.map { ($0.name, $0) })
  }()

  private mutating func add(term: Substring) {
    let form = SearchForm.of(term)
    if !form.isEmpty, !terms.contains(form) { terms.append(form) }
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

  /// The filter whose name and colon are here; nil if that is no filter, but a word, perhaps an address (`after://…`).
  private static func takeFilter(from rest: inout Scalars) -> Filter? {
    let name = rest.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) || $0 == "-" }
    let value = rest[name.endIndex...]
    guard value.first == ":", !value.starts(with: "://".unicodeScalars),
      let filter = filters[String(name).lowercased()]
    else { return nil }
    rest = value.dropFirst()
    return filter
  }
}
