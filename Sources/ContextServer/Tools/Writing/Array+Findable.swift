import MemoEngine

extension [String] {
  /// Refuses tags by which nobody could find the memo again.
  ///
  /// - Throws: ``ToolFailure`` that says which, and why.
  func checkFindable() throws(ToolFailure) {
    for tag in self {
      let name = tag.withoutTagMark
      guard name.contains(where: { !$0.isWhitespace && $0 != "#" && $0 != "/" }) else {
        throw ToolFailure("Nothing was changed: the tag \"\(tag)\" has no letter, so no search would find it.")
      }
      let isWritable = !name.hasPrefix("#") && !name.unicodeScalars.contains { $0 == "\"" || $0.isControl }
      guard isWritable else {
        throw ToolFailure(
          "Nothing was changed: a tag must have no quotation mark and no line's end, and # only at its beginning, or "
            + "no search would find it.")
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control || self == "\u{2028}" || self == "\u{2029}" }
}
