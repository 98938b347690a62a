import MemoModel
import MemoText

/// Why a text is no query.
public struct SearchQueryError: Error, Sendable {
  /// What is wrong and what to do, as said of the query: "must have …".
  public let description: String
}

extension SearchQuery {
  /// Reads a query as people type it: words separated by white space, `"quoted phrases"`, and conditions such as `tag:work`.
  ///
  /// - Throws: ``SearchQueryError`` if it asks for nothing, or has a condition that is unknown or says nothing.
  public init(reading text: String) throws(SearchQueryError) {
    self.init()
    // By scalars, because a mark behind a space or a quotation mark would make one character with it.
    var rest = text[...].unicodeScalars
    while true {
      rest = rest.drop { $0.properties.isWhitespace }
      if rest.isEmpty { break }
      if rest.first == "\"" {
        add(term: Self.takePhrase(from: &rest))
      } else if let name = Self.takeName(from: &rest) {
        let isQuoted = rest.first == "\""
        try add(name, isQuoted ? Self.takePhrase(from: &rest) : Self.takeWord(from: &rest))
      } else {
        add(term: Self.takeWord(from: &rest))
      }
    }
    if isEmpty { throw SearchQueryError(description: "must have a word or a filter; \(Self.help)") }
  }

  private static let help = """
    the filters are tag:name, pinned:true, pinned:false, before:date and after:date, where a date is 2024, 2024-02, 2024-02-29 \
    or 2024-02-29T12:00:00Z; quotation marks search for the words themselves, as in "name:value"
    """

  private mutating func add(term: Substring) {
    let form = SearchForm.of(term)
    if !form.isEmpty, !terms.contains(form) { terms.append(form) }
  }

  private mutating func add(_ name: String, _ value: Substring) throws(SearchQueryError) {
    switch name {
    case "tag":
      let tag = SearchForm.of(value)
      guard !tag.isEmpty else { throw Self.lacks("tag", behind: name) }
      if !tags.contains(tag) { tags.append(tag) }
    case "pinned":
      guard let wanted = ["true": true, "false": false][value.lowercased()] else {
        throw Self.lacks("true or false", behind: name)
      }
      if isPinned == !wanted { isContradictory = true }
      isPinned = wanted
    case "before":
      guard let moment = Timestamp(reading: value) else { throw Self.lacks("date", behind: name) }
      end = min(end ?? moment, moment)
    case "after":
      guard let moment = Timestamp(reading: value) else { throw Self.lacks("date", behind: name) }
      earliest = max(earliest ?? moment, moment)
    default:
      // The client's own words stay out of the message: it may be logged.
      throw SearchQueryError(description: "has a filter that does not exist; \(Self.help)")
    }
  }

  private static func lacks(_ value: String, behind name: String) -> SearchQueryError {
    SearchQueryError(description: "has no \(value) behind `\(name):`; \(help)")
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

  /// A condition's name: ASCII letters before a colon that belongs to no address (`https://…`).
  private static func takeName(from rest: inout Scalars) -> String? {
    let name = rest.prefix { ("a"..."z").contains($0) || ("A"..."Z").contains($0) }
    let value = rest[name.endIndex...]
    guard !name.isEmpty, value.first == ":", !value.starts(with: "://".unicodeScalars) else { return nil }
    rest = value.dropFirst()
    return String(name).lowercased()
  }
}
