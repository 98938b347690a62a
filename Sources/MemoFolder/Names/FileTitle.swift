import MemoText
import Platform

/// What the files of memos are called that were made inside.
package enum FileTitle {
  /// A memo's without a title.
  package static let untitled = "Untitled"

  /// The most bytes of a name that file systems take, and room for a number before the suffix.
  private static let (mostBytes, roomForNumber) = (255, 8)

  /// A title as a name that every file system takes, with a number if it is taken.
  ///
  /// - Parameters:
  ///   - suffix: what the name ends with, with its dot.
  ///   - isTaken: whether there is something by a name, in whatever case or spelling.
  package static func name(for title: String, suffix: String, isTaken: (_ name: String) -> Bool) -> String {
    let stem = stem(of: title, mostBytes: mostBytes - suffix.utf8.count - roomForNumber)
    var (name, number) = (stem + suffix, 1)
    while isTaken(name) {
      number += 1
      name = "\(stem) \(number)\(suffix)"
    }
    return name
  }

  /// What two names have in common that some file system takes for one.
  package static func form(of name: String) -> String { name.canonicalCaseless }

  /// A title without what Windows, or a path, or the eye would stumble over: what is left out there is a space here.
  private static func stem(of title: String, mostBytes: Int) -> String {
    // What is cut off is not looked at.
    let words = String(title.prefix(mostBytes)).unicodeScalars.split { isSeparating($0) }
    var stem = words.map { String(String.UnicodeScalarView($0.filter { !isInvisible($0) })) }.filter { !$0.isEmpty }
      .joined(separator: " ")
    while let first = stem.first, first == "." || first == " " { stem.removeFirst() }
    while stem.utf8.count > mostBytes { stem.removeLast() }
    while let last = stem.last, last == "." || last == " " { stem.removeLast() }
    if stem.isEmpty { return untitled }
    // "con .txt" is one, too.
    let device = stem.prefix { $0 != "." }.split(separator: " ").joined(separator: " ").lowercased()
    return DeviceNames.contains(device) ? "_\(stem)" : stem
  }

  private static func isSeparating(_ scalar: Unicode.Scalar) -> Bool {
    #"/\:*?"<>|"#.unicodeScalars.contains(scalar)
      || [.control, .lineSeparator, .paragraphSeparator, .spaceSeparator].contains(scalar.properties.generalCategory)
  }

  /// What shows as nothing, but for what joins letters in some scripts and pictures.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format && scalar != "\u{200C}" && scalar != "\u{200D}"
      && !(0xE0020...0xE007F).contains(scalar.value)
  }
}
