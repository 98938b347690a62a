package import MemoText

/// Names of files, from texts that may hold anything: safe on Linux, macOS and Windows, whatever stands behind them.
package enum FileName {
  /// The most bytes of a text that go into a name: with the longest identifier (128) and what stands around it, a name stays
  /// below the 255 bytes that file systems take.
  private static let mostBytes = 60

  /// What Windows takes for a device, with whatever suffix ("Naming Files, Paths, and Namespaces", Microsoft Learn).
  private static let devices: Set<String> = {
    let digits = "123456789\u{B9}\u{B2}\u{B3}"
    return Set(["con", "prn", "aux", "nul"] + digits.flatMap { ["com\($0)", "lpt\($0)"] })
  }()

  /// A text's first line with letters or digits in it, as words of letters and digits with dashes between them: no dot, no
  /// space, no mark that some system gives a meaning.
  ///
  /// - Parameter bytes: the text in UTF-8, which may be damaged.
  package static func stem(of bytes: some Collection<UInt8>) -> String {
    // A title is short: what comes later is not looked at.
    let beginning = String(decoding: bytes.prefix(4096), as: UTF8.self)
    for line in beginning.split(whereSeparator: \.isNewline) {
      let words = line.split { !($0.isLetter || $0.isNumber) }
      var stem = ""
      for word in words.lazy.map(visible) {
        let longer = stem.isEmpty ? word : "\(stem)-\(word)"
        guard longer.utf8.count <= mostBytes else { break }
        stem = longer
      }
      // A single word that is too long is cut between characters.
      if stem.isEmpty, let word = words.first { stem = cut(visible(word)) }
      if !stem.isEmpty { return devices.contains(stem.caseFolded) ? "memo-\(stem)" : stem }
    }
    return "untitled"
  }

  /// The name of a text's file.
  package static func stem(of text: Rope) -> String {
    var bytes: [UInt8] = []
    text.forEachChunk(in: 0..<min(text.summary.utf8, 4096)) { bytes.append(contentsOf: $0) }
    return stem(of: bytes)
  }

  /// A word without what a letter may carry unseen, such as joiners and tags.
  private static func visible(_ word: Substring) -> String {
    var result = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
        .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
        result.append(scalar)
      default: break
      }
    }
    return String(result)
  }

  private static func cut(_ word: String) -> String {
    var result = ""
    for character in word {
      guard result.utf8.count + character.utf8.count <= mostBytes else { break }
      result.append(character)
    }
    return result
  }
}

/// The names given in one folder, each once: also where upper and lower case, or two spellings of one character, are the same.
package struct FileNames {
  /// The last number given to a stem, by what all its spellings have in common: `String` compares by canonical equivalence.
  private var numbers: [String: Int] = [:]

  /// Creates a folder's names, none given yet.
  package init() {}

  /// The stem itself if it is free, else with a number behind it.
  package mutating func unique(_ stem: String) -> String {
    var number = numbers[stem.caseFolded] ?? 0
    var name = stem
    repeat {
      number += 1
      name = number == 1 ? stem : "\(stem)-\(number)"
    } while number > 1 && numbers[name.caseFolded] != nil
    numbers[stem.caseFolded] = number
    if number > 1 { numbers[name.caseFolded] = 1 }
    return name
  }
}
