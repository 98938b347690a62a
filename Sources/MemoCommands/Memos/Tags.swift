import MemoEngine

/// A memo's tags as commands read and show them.
enum Tags {
  /// What to do where a tag is missing: a shell takes a word that begins with # for a remark.
  static let quoting = "for the shell # needs quotes: '#food'"

  /// The tag in a word, without a mark before it and spaces around it. Nil if nothing is left.
  static func named(_ text: String) -> String? {
    let start = text.drop { $0 == "#" || $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(start[...end])
  }

  /// Refuses tags that are to be given to memos, and by which nobody could find these again.
  static func check(_ tags: [String]) throws(CommandError) {
    for tag in tags {
      switch tag.tagFlaw {
      case nil: break
      case .isEmpty?: throw .usage("the tag \(TerminalSanitizer.line(tag)) has no letter, so no search would find it")
      case .isUnwritable?:
        throw .usage(
          "a tag must have no quotation mark and no line's end, and # only at its beginning, or no search would find "
            + "it")
      }
    }
  }

  /// Old tags with others after them, each once, whatever its case.
  static func adding(_ tags: [String], to old: [String] = []) -> [String] {
    tags.reduce(into: old) { result, tag in if !contains(result, tag) { result.append(tag) } }
  }

  /// Tags without others, in whatever case.
  static func removing(_ tags: [String], from old: [String]) -> [String] { old.filter { !contains(tags, $0) } }

  /// Whether a tag is among others, in whatever case and with whatever spaces around it.
  static func contains(_ tags: [String], _ tag: String) -> Bool { tags.contains { form($0) == form(tag) } }

  private static func form(_ tag: String) -> String { (named(tag) ?? tag).tagForm }

  /// A memo's tags in one cell, each with its mark: those of its properties, and those of its text.
  static func cell(_ memo: MemoSummary) -> String {
    (memo.metadata.properties.tags + memo.textTags).map { "#\($0.withoutTagMark)" }.joined(separator: " ")
  }
}
