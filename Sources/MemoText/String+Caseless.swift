extension String {
  /// The text in ``SearchForm``, by which short texts, tags above all, are compared: without case, and the same for all
  /// canonically equal spellings. O(n).
  public var canonicalCaseless: String { String(decoding: SearchForm.of(self), as: UTF8.self) }
}
