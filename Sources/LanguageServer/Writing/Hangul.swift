/// Hangul as it is typed: letter by letter, of which the ones typed last may still belong to the syllable before them;
/// or the initial consonants alone (초성).
enum Hangul {
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
  private static let finals =
    [""]
    + "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ"
    .split(separator: " ").map(String.init)
  private static let doubled: [Character: String] = [
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ", "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ",
    "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
  ]

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

  /// A text with each syllable as the letters that are typed for it.
  static func letters(_ text: String) -> String {
    var letters = ""
    for character in text {
      if let (initial, vowel, final) = parts(character) {
        letters.append(initials[initial])
        letters += doubled[vowels[vowel]] ?? String(vowels[vowel])
        letters += finals[final]
      } else {
        letters += doubled[character] ?? String(character)
      }
    }
    return letters
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
