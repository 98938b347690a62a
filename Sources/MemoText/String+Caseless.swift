extension String {
  /// The text in ``SearchForm``: what short texts, tags above all, are compared by. Without case, and the same for all
  /// canonically equal spellings. O(n).
  public var canonicalCaseless: String { String(decoding: SearchForm.of(self), as: UTF8.self) }
}
