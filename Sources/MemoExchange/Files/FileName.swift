import MemoMarkup
package import MemoText
import Platform

/// File names made from any texts: safe on Linux, macOS and Windows, whatever extension follows.
package enum FileName {
  /// The most bytes of a text in a name: together with the longest identifier (128) and the rest, a name stays below
  /// the 255 bytes that file systems take.
  private static let mostBytes = 60

  /// The first line of a text with letters or digits, as words of letters and digits with dashes between them: no dot,
  /// no space, no character with a meaning to some system.
  ///
  /// - Parameter bytes: the text in UTF-8, which may be damaged.
  package static func stem(of bytes: some Collection<UInt8>) -> String {
    // A title is short: later text does not matter.
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

  /// The name of a text's file: from its header's title, if it has one, else from the text behind the header.
  package static func stem(of text: Rope) -> String {
    let header = Header(text)
    var bytes = header.flatMap { HeaderMeaning($0).title }.map { Array("\($0)\n".utf8) } ?? []
    let start = header?.bounds.end ?? 0
    text.forEachChunk(in: start..<min(text.summary.utf8, start + 4096)) { bytes.append(contentsOf: $0) }
    return stem(of: bytes)
  }

  /// The path of an imported file relative to the import, as a path below an export's folder; nil if it would lead
  /// elsewhere, some part of it is no valid file name or is hidden, or a folder has a name that an exported file may
  /// get.
  ///
  /// - Parameter suffix: the extension to add, unless it is there in another spelling.
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

  /// Whether a path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A word without invisible characters, such as joiners and tags.
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

/// The names given out below one folder, each once in its own folder, without regard to case or to how characters are
/// composed.
package struct FileNames {
  /// The last number given for each stem, by its compared form: `String` compares by canonical equivalence.
  private var numbers: [String: Int] = [:]

  /// Creates an empty set of names.
  package init() {}

  /// The stem itself if it is free, else with a number after it.
  ///
  /// - Parameters:
  ///   - folder: the folder, with a slash after it.
  ///   - isTaken: whether a name is in use otherwise, and must be skipped.
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

  /// Reserves a name as it is; false if it was given already.
  mutating func claim(_ name: String, in folder: String = "") -> Bool {
    let key = (folder + name).caseFolded
    guard numbers[key] == nil else { return false }
    numbers[key] = 1
    return true
  }

  /// Whether a name has been given.
  package func has(_ name: String, in folder: String = "") -> Bool { numbers[(folder + name).caseFolded] != nil }
}
