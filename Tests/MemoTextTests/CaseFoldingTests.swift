import MemoText
import TestSupport
import Testing

@Suite("Case folding")
struct CaseFoldingTests {
  /// What Python's `str.casefold` gives (Unicode 14), letters of later versions aside.
  private static let examples: [(String, String)] = [
    ("", ""), ("AZ az 09 [`{", "az az 09 [`{"), ("\0\r\n", "\0\r\n"), ("ÀÉÎÕÜ", "àéîõü"), ("ß", "ss"), ("ẞ", "ss"),
    ("ſ", "s"), ("\u{212A}", "k"), ("\u{212B}", "\u{E5}"), ("\u{B5}", "\u{3BC}"), ("ŉ", "ʼn"), ("\u{1F0}", "j\u{30C}"),
    ("İ", "i\u{307}"), ("I", "i"), ("ı", "ı"),
    ("ΣΑΣ", "σασ"), ("ς", "σ"), ("\u{390}", "ι\u{308}\u{301}"), ("\u{345}", "ι"), ("ᾳ", "αι"), ("ᾼ", "αι"), ("ᾈ", "ἀι"),
    ("ῷ", "ω\u{342}ι"),
    ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬆ", "st"), ("ﬓ", "մն"), ("և", "եւ"), ("ǅ", "ǆ"), ("Ǆ", "ǆ"), ("ЯЖ", "яж"), ("ᲀ", "в"),
    ("Ა", "ა"), ("Ⴀ", "ⴀ"), ("Ꭰ", "Ꭰ"), ("ꭰ", "Ꭰ"), ("ᏸ", "Ᏸ"), ("Ᏸ", "Ᏸ"), ("Ⓐ", "ⓐ"), ("Ⅷ", "ⅷ"), ("Ａ", "ａ"),
    ("𐐀", "𐐨"),
    ("𞤀", "𞤢"), ("Ꙁ", "ꙁ"), ("한글 메모", "한글 메모"), ("日本 カナ", "日本 カナ"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"), ("e\u{301}", "e\u{301}"),
    ("É", "é"), ("E\u{301}", "e\u{301}"),
  ]

  @Test("maps each text as Unicode's table says", arguments: examples)
  func example(text: String, folded: String) {
    #expect(text.caseFolded.utf8.elementsEqual(folded.utf8), "\(text.caseFolded.unicodeScalars.map(\.value))")
  }

  @Test("changes nothing when done again, and is done scalar by scalar")
  func stable() throws {
    var all = ""
    for value in UInt32(0)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = String(scalar).caseFolded
      guard folded.caseFolded.utf8.elementsEqual(folded.utf8) else { throw Mismatch("U+\(String(value, radix: 16))") }
      if value.isMultiple(of: 97) { all.unicodeScalars.append(scalar) }
    }
    let parts = all.unicodeScalars.map { String($0).caseFolded }
    #expect(all.caseFolded.utf8.elementsEqual(parts.joined().utf8))
  }

  @Test("folds a substring like a string")
  func substring() {
    #expect("xxABCxx".dropFirst(2).dropLast(2).caseFolded == "abc")
  }
}
