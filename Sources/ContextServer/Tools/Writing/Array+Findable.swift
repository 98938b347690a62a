import MemoEngine

extension [String] {
  /// Refuses tags by which nobody could find the memo again.
  ///
  /// - Throws: ``ToolFailure`` that says which, and why.
  func checkFindable() throws(ToolFailure) {
    for tag in self {
      switch tag.tagFlaw {
      case nil: break
      case .isEmpty?:
        throw ToolFailure("Nothing was changed: the tag \"\(tag)\" has no letter, so no search would find it.")
      case .isUnwritable?:
        throw ToolFailure(
          "Nothing was changed: a tag must have no quotation mark and no line's end, and # only at its beginning, or "
            + "no search would find it.")
      }
    }
  }
}
