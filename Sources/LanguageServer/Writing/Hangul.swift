/// Hangul as it is typed: letter by letter, of which the ones typed last may still belong to the syllable before them;
/// or the initial consonants alone (초성).
enum Hangul {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

  /// A syllable's parts, counted from 0; nil if it is none.
  private static func parts(_ character: Character) -> (initial: Int, vowel: Int, final: Int)? {
    // What is written in parts is one character all the same.
    guard let scalar = String(character).composed.first, scalar.value >= 0xAC00, scalar.value <= 0xD7A3 else {
      return nil
    }
    let index = Int(scalar.value) - 0xAC00
    return (index / 588, index / 28 % 21, index % 28)
  }

  /// Whether a text has syllables or letters of it.
  static func isIn(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x1100...0x11FF).contains($0.value) || (0x3131...0x318E).contains($0.value)
        || (0xAC00...0xD7A3).contains($0.value)
    }
  }

  /// A text with each syllable as its initial consonant.
  static func initials(_ text: String) -> String {
    String(text.map { character in parts(character).map { initials[$0.initial] } ?? character })
  }

  /// Whether a text is nothing but initial consonants, and perhaps spaces.
  static func isInitials(_ text: String) -> Bool {
    text.contains { $0 != " " } && text.allSatisfy { $0 == " " || initials.contains($0) }
  }
}

extension Hangul {
  /// The typed part of a name, each syllable as the letters that are typed for it, or initial consonants alone.
  struct Letters: Sendable {
    private let letters: [UInt32]
    private let isInitials: Bool

    /// - Parameter form: what is typed, in the form in which names are compared.
    init(typed form: String) {
      let isInitials = Hangul.isInitials(form)
      self.isInitials = isInitials
      letters = Self.withLetters(of: form, initialsAlone: isInitials) { Array($0) }
    }

    /// Whether they stand in a name.
    ///
    /// - Parameter form: the form in which the name is compared, in which each syllable is one scalar.
    func stand(in form: String) -> Bool {
      // Hangul is among what begins with this byte or a later one.
      guard form.utf8.contains(where: { $0 >= 0xE1 }) else { return false }
      return Self.withLetters(of: form, initialsAlone: isInitials) { name in
        letters.withUnsafeBufferPointer { letters in
          guard let first = letters.first, letters.count <= name.count else { return false }
          return (0...name.count - letters.count).contains { place in
            name[place] == first && name[place..<place + letters.count].elementsEqual(letters)
          }
        }
      }
    }

    private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars).map(\.value)
    private static let vowels = table("ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ")
    private static let finals =
      [(0, 0)] + table("ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ")
    /// The letters that are typed for one.
    private static let parts = Dictionary(
      uniqueKeysWithValues: zip(
        "ㅘㅙㅚㅝㅞㅟㅢㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ".unicodeScalars.map(\.value),
        table("ㅗㅏ ㅗㅐ ㅗㅣ ㅜㅓ ㅜㅔ ㅜㅣ ㅡㅣ ㄱㅅ ㄴㅈ ㄴㅎ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅂㅅ")))

    /// One or two letters for each word; 0 stands for no second one.
    private static func table(_ words: String) -> [(UInt32, UInt32)] {
      words.split(separator: " ").map { word in
        let letters = word.unicodeScalars.map(\.value)
        return (letters[0], letters.count > 1 ? letters[1] : 0)
      }
    }

    /// Hands over the letters of a form. They are on the stack, as each name of many is asked for its own.
    private static func withLetters<Result>(
      of form: String, initialsAlone: Bool, _ body: (UnsafeBufferPointer<UInt32>) -> Result
    ) -> Result {
      // A syllable has three bytes, and up to five letters.
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * form.utf8.count) { room in
        var count = 0
        func add(_ letter: UInt32) {
          if letter == 0 { return }
          room[count] = letter
          count += 1
        }
        for scalar in form.unicodeScalars {
          switch scalar.value {
          case 0xAC00...0xD7A3:
            let index = Int(scalar.value) - 0xAC00
            add(initials[index / 588])
            if initialsAlone { continue }
            let (vowel, final) = (vowels[index / 28 % 21], finals[index % 28])
            add(vowel.0)
            add(vowel.1)
            add(final.0)
            add(final.1)
          case 0x3131...0x318E where !initialsAlone:
            let (first, second) = parts[scalar.value] ?? (scalar.value, 0)
            add(first)
            add(second)
          default: add(scalar.value)
          }
        }
        return body(UnsafeBufferPointer(rebasing: room[..<count]))
      }
    }
  }
}

extension String {
  /// Its scalars, composed.
  fileprivate var composed: String.UnicodeScalarView {
    var scalars = Array(unicodeScalars)
    guard scalars.count > 1, (0x1100...0x1112).contains(scalars[0].value), (0x1161...0x1175).contains(scalars[1].value)
    else { return unicodeScalars }
    let final = scalars.count > 2 && (0x11A8...0x11C2).contains(scalars[2].value) ? scalars[2].value - 0x11A7 : 0
    let value = 0xAC00 + ((scalars[0].value - 0x1100) * 21 + scalars[1].value - 0x1161) * 28 + final
    scalars = [Unicode.Scalar(value)].compactMap(\.self)
    return String.UnicodeScalarView(scalars)
  }
}
