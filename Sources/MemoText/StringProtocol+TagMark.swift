extension StringProtocol {
  /// A tag as it is stored, however it was typed: `#work` is `work`, and so is `work/`. A lone mark is a tag. Combining
  /// marks are in order, see ``Swift/String/withOrderedMarks``.
  public var withoutTagMark: String {
    var tag = Substring(String(self).withOrderedMarks)
    if tag.hasPrefix("#"), tag.utf8.count > 1 { tag.removeFirst() }
    let end = tag.utf8.lastIndex { $0 != UInt8(ascii: "/") }
    return String(end.map { tag[...$0] } ?? tag)
  }

  /// The form in which tags are compared: without a mark, ``Swift/String/canonicalCaseless``.
  public var tagForm: String { withoutTagMark.canonicalCaseless }

  /// The same of a tag's beginning, which may end with a slash.
  public var tagPrefixForm: String {
    let form = tagForm
    return last == "/" && form.last != "/" ? form + "/" : form
  }

  /// The tag as it is stored, and its parents, the nearest first: `#a/b/c` is also in `a/b` and in `a`. Of a tag with
  /// more levels than anybody writes those next to the root: each is stored whole.
  public var tagAndAncestors: [String] {
    let tag = withoutTagMark
    var ancestors: [String] = []
    for place in tag.indices where tag[place] == "/" {
      if ancestors.count == mostAncestors { break }
      if let last = tag[..<place].last, last != "/" { ancestors.append(String(tag[..<place])) }
    }
    return [tag] + ancestors.reversed()
  }
}

/// The reason why no search finds a memo by a tag.
public enum TagFlaw: Sendable {
  /// It has no letter.
  case isEmpty
  /// It has a quotation mark, a control character, or one more `#` at its beginning: nobody can write it in a search.
  case isUnwritable
}

extension StringProtocol {
  /// The reason why no search finds a memo by this tag; nil if one does.
  public var tagFlaw: TagFlaw? {
    let name = withoutTagMark
    guard name.contains(where: { !$0.isWhitespace && $0 != "#" && $0 != "/" }) else { return .isEmpty }
    let isWritable = !name.hasPrefix("#") && !name.unicodeScalars.contains { $0 == "\"" || $0.isControl }
    return isWritable ? nil : .isUnwritable
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control || self == "\u{2028}" || self == "\u{2029}" }
}

/// The most parents of a tag.
private let mostAncestors = 32

extension Collection<String> {
  /// The tags that a memo has besides its own, in the order of the forms in which they are compared: each once, as it
  /// was first written, and no parents of another tag, because a memo with `a/b` is in `a` anyway.
  public func tags(beside own: [String]) -> [String] {
    if count < 2, own.isEmpty { return map(\.withoutTagMark) }
    var told = Set(own.map(\.tagForm))
    for tag in self + own where tag.utf8.contains(UInt8(ascii: "/")) {
      told.formUnion(tag.tagAndAncestors.dropFirst().map(\.canonicalCaseless))
    }
    var tags: [(form: String, name: String)] = []
    for tag in self {
      let form = tag.tagForm
      if told.insert(form).inserted { tags.append((form, tag.withoutTagMark)) }
    }
    return tags.sorted { $0.form.utf8.lexicographicallyPrecedes($1.form.utf8) }.map(\.name)
  }
}
