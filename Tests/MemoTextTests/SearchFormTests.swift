import Foundation
import MemoText
import TestSupport
import Testing

@Suite("The form in which texts are compared")
struct SearchFormTests {
  private func check(_ text: String, _ what: @autoclosure () -> String) throws {
    let form = SearchForm.of(text)
    try require(
      form == Array(text.referenceForm.utf8),
      "\(what()) \(text.unicodeScalars.map { String($0.value, radix: 16) }): \(form)")
  }

  @Test("every scalar becomes what the standard says")
  func scalars() throws {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      try check(String(scalar), "one scalar")
    }
  }

  /// Scalars that fold, compose, decompose, change places or stay, and what may stand beside them.
  private static let pieces = [
    "a", "E", "é", "e\u{301}", "\u{301}", "\u{327}", "\u{323}", "ß", "ẞ", "ŉ", "İ", "ı", "Σ", "ς", "ΐ", "\u{345}", "ᾳ",
    "Ω",
    "\u{2126}", "\u{212B}", "A\u{30A}", "Ж", "й", "и\u{306}", "Ѐ", "한", "하", "\u{11AB}", "\u{1112}\u{1161}", "\u{1112}",
    "\u{1161}\u{11AB}", "가", "か\u{3099}", "が", "カ\u{309A}", "日", "\u{F900}", "\u{2F800}", "ﬁ", "Ａ", "！", "😀",
    "👩‍👩‍👧", "🇰🇷", "❤\u{FE0F}", "\u{1F3FD}", "\u{915}\u{93C}", "\u{958}", "\u{9C7}\u{9BE}", "\u{1100}", "𐐀", "𐐨",
    "\u{1D15E}", "ทำ", "\u{5D0}\u{5BC}\u{5B8}", "\u{FB2E}", " ", "\n", "\0", "Z", "9", "  word  ",
    "ABCDEFGH",
  ]

  private func text(_ random: inout SeededGenerator, pieces count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      text.append(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").unicodeScalars)
    }
    return String(text)
  }

  @Test("a text's form is that of the whole, whatever stands beside what")
  func texts() throws {
    var random = SeededGenerator(stream: 1)
    for _ in 0..<20_000 { try check(text(&random, pieces: 12), "a text") }
  }

  @Test("canonically equal spellings have one form")
  func spellings() throws {
    var random = SeededGenerator(stream: 2)
    for _ in 0..<2_000 {
      let text = text(&random, pieces: 20)
      let forms = [text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping, text]
        .map { SearchForm.of($0) }
      try require(forms[0] == forms[1] && forms[1] == forms[2], "spellings of \(text.debugDescription)")
    }
  }

  @Test("folding what is folded changes nothing")
  func twice() throws {
    var random = SeededGenerator(stream: 3)
    for _ in 0..<2_000 {
      let form = SearchForm.of(text(&random, pieces: 20))
      try require(SearchForm.of(String(decoding: form, as: UTF8.self)) == form, "\(form)")
    }
  }

  @Test("a rope has the form of its text, however it is cut into pieces")
  func ropes() throws {
    var random = SeededGenerator(stream: 4)
    for _ in 0..<1_000 {
      let text = text(&random, pieces: 200)
      try require(Rope(text).searchForm == SearchForm.of(text), text.debugDescription)
    }
  }

  @Test("marks by the thousand on one letter come into their order, and those that compose are taken up first")
  func marks() throws {
    let marks = "\u{301}\u{323}\u{345}\u{302}\u{327}\u{334}\u{1D165}\u{903}\u{20DD}\u{9BE}"
    var random = SeededGenerator(stream: 5)
    for letter in ["", "e", "ớ", "\u{9C7}", "하"] {
      for kinds in 1...4 {
        let chosen = (0..<kinds).compactMap { _ in marks.unicodeScalars.randomElement(using: &random) }
        var view = String.UnicodeScalarView(letter.unicodeScalars)
        for _ in 0..<100 { view.append(chosen.randomElement(using: &random) ?? "\u{301}") }
        let text = String(view)
        try check(text, "marks on a letter")
        try require(Rope(text).searchForm == SearchForm.of(text), "\(letter) with \(chosen), in pieces")
      }
    }
  }

  @Test("a million marks on one letter are in order from the first to the last")
  func million() {
    let count = 300_000
    let text = "xE" + String(repeating: "\u{301}\u{323}", count: count) + "y"
    let form =
      Array("x\u{1EB9}".utf8) + Array(String(repeating: "\u{323}", count: count - 1).utf8)
      + Array(String(repeating: "\u{301}", count: count).utf8) + Array("y".utf8)
    #expect(SearchForm.of(text) == form)
    let rope = Rope(text)
    #expect(rope.searchForm == form)
    // A place in so long a run comes from the whole letter.
    #expect(
      rope.ranges(ofForm: [1..<4, (form.count - 1)..<form.count]) == [
        1..<(text.utf8.count - 1), (text.utf8.count - 1)..<text.utf8.count,
      ])
  }

  @Test("marks that another scalar decomposes to trade places with those before it")
  func decomposedMarks() {
    #expect(SearchForm.of("\u{1EDB}\u{344}\u{344}") == Array("\u{1EDB}\u{308}\u{301}\u{308}\u{301}".utf8))
    #expect(SearchForm.of("\u{345}\u{F73}") == Array("\u{F71}\u{F72}ι".utf8))
    #expect(SearchForm.of("a\u{301}\u{F73}") == Array("\u{E1}\u{F71}\u{F72}".utf8))
  }

  @Test("a syllable is no part of another one")
  func syllables() {
    let text = SearchForm.of("\u{1112}\u{1161}\u{11AB}")
    #expect(text == Array("한".utf8))
    #expect(!SearchTerm(SearchForm.of("하")).occurs(in: "한"))
  }

  @Test(
    "texts that differ in case or spelling alone have one form",
    arguments: [
      ("STRASSE", "straße"), ("ΟΔΟΣ", "οδος"), ("ΟΔΟΣ", "οδοσ"), ("ÉCOLE", "e\u{301}cole"), ("ﬃ", "FFI"), ("Ⅷ", "ⅷ"),
      ("\u{212A}", "k"), ("が", "か\u{3099}"), ("ＡＢＣ", "ａｂｃ"), ("ДОМ", "дом"), ("Ǆ", "ǅ"), ("ᾼ", "αι"),
      ("\u{16D67}\u{16D67}", "\u{16D68}"),
    ])
  func pairs(left: String, right: String) {
    #expect(SearchForm.of(left) == SearchForm.of(right))
  }
}

extension SearchTerm {
  /// Whether the term occurs in a text that is in search form.
  fileprivate func occurs(in text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { occurs(in: $0) }
  }
}
