extension StringProtocol {
  /// A tag as it is stored, however it was typed: `#work` is `work`. A mark alone is a tag.
  public var withoutTagMark: String { hasPrefix("#") && utf8.count > 1 ? String(dropFirst()) : String(self) }

  /// The form in which tags are compared: without a mark, ``Swift/String/canonicalCaseless``.
  public var tagForm: String { withoutTagMark.canonicalCaseless }
}
