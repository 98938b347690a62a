extension String {
  /// Whether it names lines rather than a heading, as sites do that show files: `L1`, `L1-L5`, `1,2`.
  var isLineNumber: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        let numbers = part.drop { $0 == "L" }.split(separator: ",", omittingEmptySubsequences: false)
        return part.hasPrefix("LL") == false && numbers.count <= 2
          && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
      }
  }
}
