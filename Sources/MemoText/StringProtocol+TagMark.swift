extension StringProtocol {
  /// A tag as it is stored, however it was typed: `#work` is `work`. A mark alone is a tag.
  public var withoutTagMark: String { hasPrefix("#") && utf8.count > 1 ? String(dropFirst()) : String(self) }

  /// The form in which tags are compared: without a mark, ``Swift/String/canonicalCaseless``.
  public var tagForm: String { withoutTagMark.canonicalCaseless }

  /// The tag as it is stored, and the tags that it is in: `#a/b/c` is also in `a/b` and in `a`.
  public var tagAndAncestors: [String] {
    var tags = [withoutTagMark]
    var rest = tags[0][...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      if let last = rest.last, last != "/" { tags.append(String(rest)) }
    }
    return tags
  }
}
