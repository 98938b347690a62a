import MemoText
import Platform

/// The names of files that are made for memos.
package enum FileTitle {
  /// The name for a memo without a title.
  package static let untitled = "Untitled"

  /// The longest name that file systems take, in bytes, and the room in it for a number before the suffix.
  private static let (mostBytes, roomForNumber) = (255, 8)

  /// A title as a name that every file system takes, with a number if the name is taken.
  ///
  /// - Parameters:
  ///   - suffix: the end of the name, with its dot.
  ///   - first: the number to begin with; 1 for none.
  ///   - isTaken: whether a name is in use, in whatever case or spelling.
  package static func name(
    for title: String, suffix: String, from first: Int = 1, isTaken: (_ name: String) -> Bool
  ) -> String {
    let stem = stem(of: title, mostBytes: mostBytes - suffix.utf8.count - roomForNumber)
    func name(_ number: Int) -> String { number == 1 ? stem + suffix : "\(stem) \(number)\(suffix)" }
    var number = first
    while isTaken(name(number)) { number += 1 }
    return name(number)
  }

  /// Whether every file system takes a title as a name unchanged.
  package static func isName(_ title: String, suffix: String) -> Bool {
    name(for: title, suffix: suffix) { _ in false }.utf8.elementsEqual((title + suffix).utf8)
  }

  /// The form in which names are compared: the same for any two that some file system takes for one.
  package static func form(of name: String) -> String { name.canonicalCaseless }

  /// A title with a space in place of characters that Windows, paths or readers have trouble with.
  private static func stem(of title: String, mostBytes: Int) -> String {
    // The part that is cut off needs no look.
    let words = String(title.prefix(mostBytes)).unicodeScalars.split { isSeparating($0) }
    var stem = words.map { String(String.UnicodeScalarView($0.filter { !isInvisible($0) })) }.filter { !$0.isEmpty }
      .joined(separator: " ")
    while let first = stem.first, first == "." || first == " " { stem.removeFirst() }
    while stem.utf8.count > mostBytes { stem.removeLast() }
    while let last = stem.last, last == "." || last == " " { stem.removeLast() }
    if stem.isEmpty { return untitled }
    // "con .txt" is a device's name, too.
    let device = stem.prefix { $0 != "." }.split(separator: " ").joined(separator: " ").lowercased()
    return DeviceNames.contains(device) ? "_\(stem)" : stem
  }

  private static func isSeparating(_ scalar: Unicode.Scalar) -> Bool {
    #"/\:*?"<>|"#.unicodeScalars.contains(scalar)
      || [.control, .lineSeparator, .paragraphSeparator, .spaceSeparator].contains(scalar.properties.generalCategory)
  }

  /// Whether it is invisible, except for joiners of letters and emoji.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format && scalar != "\u{200C}" && scalar != "\u{200D}"
      && !(0xE0020...0xE007F).contains(scalar.value)
  }
}
