extension StringProtocol {
  /// Unicode's full case folding (CaseFolding.txt, statuses C and F), scalar by scalar: texts that differ only in case
  /// have the same bytes afterwards. Nothing is normalised. O(n).
  public var caseFolded: String {
    // Bytes rather than a string, because appending to one costs ten times as much.
    var folded: [UInt8] = []
    folded.reserveCapacity(utf8.count)
    for scalar in unicodeScalars { scalar.appendCaseFolded(to: &folded) }
    return String(decoding: folded, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  fileprivate func appendCaseFolded(to folded: inout [UInt8]) {
    switch value {
    case 0x41...0x5A:
      folded.append(UInt8(value) + 0x20)
    case 0..<0x80:
      folded.append(UInt8(value))
    case 0x131,  // Dotless i is a letter of its own; the way over upper case would make it an i.
      0x13A0...0x13F5,  // Cherokee folds to its upper case, which is older than its lower case.
      0x2E80..<0xA640, 0xAC00..<0xFB00:  // East Asian scripts have no case: a short cut.
      folded.append(contentsOf: UTF8.encode(self) ?? UTF8.encodedReplacementCharacter)
    case 0x13F8...0x13FD, 0xAB70...0xABBF:
      folded.append(contentsOf: properties.uppercaseMapping.utf8)
    default:
      // Upper case merges final and other variants of a letter; lower case before it, letters that have only that.
      for lower in properties.lowercaseMapping.unicodeScalars {
        for upper in lower.properties.uppercaseMapping.unicodeScalars {
          folded.append(contentsOf: upper.properties.lowercaseMapping.utf8)
        }
      }
    }
  }
}
