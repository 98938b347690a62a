import MemoText

extension String {
  /// Whether `#` before it makes it a tag in a text, all of it: a tag elsewhere may be `two words` or `2026`.
  package var isTagInText: Bool { Outline(of: Rope("#\(self)")).tags.map(\.name) == [self] }
}
