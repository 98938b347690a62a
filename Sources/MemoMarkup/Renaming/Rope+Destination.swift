package import MemoText

extension Rope {
  /// A name as the destination of a Markdown link has it: what would end that, or be misread, is percent-encoded.
  ///
  /// - Parameters:
  ///   - start: where the present destination begins, which may stand in pointed brackets.
  ///   - isAutolink: whether it is one in pointed brackets alone, which have no white space in them.
  package func destination(_ name: String, at start: Int, isAutolink: Bool = false) -> String {
    let isPointed = !isAutolink && start > 0 && string(in: start - 1..<start) == "<"
    // Pointed brackets allow nearly everything: not what ends them, what is an escape, nor what makes it a query or an
    // address.
    let marks = (isPointed ? " ()\"`{}" : "") + "-._~!$'*+,;=@/"
    var result = ""
    for scalar in name.unicodeScalars {
      let isPlain =
        scalar.value > 0x7F && (isPointed || !scalar.properties.isWhitespace) || scalar.properties.isAlphabetic
        || (0x30...0x39).contains(scalar.value) || marks.unicodeScalars.contains(scalar)
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          let digits = String(byte, radix: 16, uppercase: true)
          result += byte < 16 ? "%0\(digits)" : "%\(digits)"
        }
      }
    }
    return result
  }
}
