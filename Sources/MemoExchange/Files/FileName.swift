import MemoMarkup
package import MemoText
import Platform

/// Names of files, from texts that may hold anything: safe on Linux, macOS and Windows, whatever stands behind them.
package enum FileName {
  /// The most bytes of a text that go into a name: with the longest identifier (128) and what stands around it, a name
  /// stays below the 255 bytes that file systems take.
  private static let mostBytes = 60

  /// A text's first line with letters or digits in it, as words of letters and digits with dashes between them: no dot,
  /// no space, no mark that some system gives a meaning.
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
      if !stem.isEmpty { return DeviceNames.contains(stem.caseFolded) ? "memo-\(stem)" : stem }
    }
    return "untitled"
  }

  /// The name of a text's file: of its header's title, if it has one, else of what stands behind the header.
  package static func stem(of text: Rope) -> String {
    let header = Header(text)
    var bytes = header.flatMap { HeaderMeaning($0).title }.map { Array("\($0)\n".utf8) } ?? []
    let start = header?.bounds.end ?? 0
    text.forEachChunk(in: start..<min(text.summary.utf8, start + 4096)) { bytes.append(contentsOf: $0) }
    return stem(of: bytes)
  }

  /// The path that a file had below what it was imported from, as one below a folder that files are written to; nil if
  /// it would lead elsewhere, some part of it is no file's name or a hidden one's, or a folder is called as a file may
  /// be that is written beside it.
  ///
  /// - Parameter suffix: what the name is to end with, unless it does in another spelling.
  package static func place(_ path: String, _ suffix: String) -> (folder: String, stem: String, suffix: String)? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= FolderWalk.deepest, parts.allSatisfy(isName), let name = parts.last else { return nil }
    let same = [".md": [".md", ".markdown"], ".txt": [".txt"]][suffix] ?? []
    for part in parts.dropLast() where (same + [suffix]).contains(where: part.lowercased().hasSuffix) { return nil }
    let folder = parts.dropLast().map { "\($0)/" }.joined()
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (folder, String(name), suffix) }
    let old = String(name[dot...])
    return (folder, String(name[..<dot]), same.contains(old.lowercased()) ? old : suffix)
  }

  private static func isName(_ part: Substring) -> Bool {
    (1...240).contains(part.utf8.count) && part.first != "." && !part.contains("\\")
      && part.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Whether there is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A path without links; nil if nothing is there.
  package static func resolved(_ path: String) -> String? {
    let real = realpath(path, nil)
    defer { free(real) }
    return real.map { String(cString: $0) }
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

/// The names given below one folder, each once in its own: also where upper and lower case, or two spellings of one
/// character, are the same.
package struct FileNames {
  /// The last number given to a stem, by what all its spellings have in common: `String` compares by canonical
  /// equivalence.
  private var numbers: [String: Int] = [:]

  /// Creates a folder's names, none given yet.
  package init() {}

  /// The stem itself if it is free, else with a number behind it.
  ///
  /// - Parameters:
  ///   - folder: the folder inside, with a slash behind it.
  ///   - isTaken: whether something else has a name, so that it is passed over.
  package mutating func unique(
    _ stem: String, in folder: String = "", isTaken: (_ name: String) -> Bool = { _ in false }
  ) -> String {
    func key(_ name: String) -> String { (folder + name).caseFolded }
    var number = numbers[key(stem)] ?? 0
    var name = stem
    repeat {
      number += 1
      name = number == 1 ? stem : "\(stem)-\(number)"
    } while number > 1 && numbers[key(name)] != nil || isTaken(name)
    numbers[key(stem)] = number
    if number > 1 { numbers[key(name)] = 1 }
    return name
  }

  /// Gives a name as it is, unless it has been given.
  mutating func claim(_ name: String, in folder: String = "") -> Bool {
    let key = (folder + name).caseFolded
    guard numbers[key] == nil else { return false }
    numbers[key] = 1
    return true
  }

  /// Whether a name has been given.
  package func has(_ name: String, in folder: String = "") -> Bool { numbers[(folder + name).caseFolded] != nil }
}
