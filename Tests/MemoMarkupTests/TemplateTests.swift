import Foundation
import MemoMarkup
import MemoText
import TestSupport
import Testing

@Suite("Texts made of templates")
struct TemplateTests {
  private static let values = [
    "a": "1", "empty": "", "two words": "2", "braces": "{{a}}", "half": "{{", "date:%Y": "2026", "é": "e",
    "in": "  a\nb", "mark": "\u{1}",
    "trip": "Trip: Japan", "said": "\"so\" \\", "its": "it's: \"", "lines": "a\nb: c", "null": "null",
  ]

  private func made(_ template: String, limit: Int = .max) throws -> String {
    let made = try TemplateText(Rope(template), limit: limit) { Self.values[$0] }
    var text = made.text.utf8Bytes
    if let cursor = made.cursor { text.insert(UInt8(ascii: "|"), at: cursor) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(
    "have values where names stood, and all else as it was",
    arguments: [
      ("", ""), ("no name", "no name"), ("{{a}}", "1"), ("x{{a}}y{{a}}", "x1y1"), ("{{empty}}", ""),
      ("{{two words}}", "2"), ("{{ a }}{{\ta}}", "11"), ("{{é}} 한글 {{a}}", "e 한글 1"), ("{{date:%Y}}", "2026"),
      // Unknown names, and what is no name.
      ("{{b}}", "{{b}}"), ("{{b}}{{a}}", "{{b}}1"), ("{{A}}", "{{A}}"), ("{{ b }}", "{{ b }}"), ("{{}}", "{{}}"),
      ("{{ }}", "{{ }}"),
      ("{{a}", "{{a}"), ("{{a", "{{a"), ("{{", "{{"), ("{", "{"), ("a}}", "a}}"), ("{a}", "{a}"),
      ("{{a\n}}", "{{a\n}}"), ("{{a\r}}", "{{a\r}}"), ("{{a} }", "{{a} }"),
      // The innermost braces count.
      ("{{{a}}}", "{1}"), ("{{x{{a}}}}", "{{x1}}"), ("{{a}}}", "1}"), ("{{{{a}}", "{{1"),
      // A value is not searched for names.
      ("{{braces}}", "{{a}}"), ("{{half}}a}}", "{{a}}"), ("{{{braces}}}", "{{{a}}}"),
      // The first cursor's place is reported, and all cursors are removed.
      ("{{cursor}}", "|"), ("{{ cursor }}", "|"), ("a{{cursor}}b{{cursor}}c", "a|bc"), ("{{a}}{{cursor}}{{a}}", "1|1"),
      ("한{{cursor}}", "한|"), ("{{Cursor}}", "{{Cursor}}"),
    ])
  func expanded(template: String, text: String) throws { #expect(try made(template) == text) }

  @Test(
    "have values in front matter as YAML writes them where they stand",
    arguments: [
      ("title: {{trip}}", "title: \"Trip: Japan\""), ("title: {{two words}} {{a}}", "title: 2 1"),
      ("title: On {{trip}}, {{a}} # {{trip}}", "title: \"On Trip: Japan, 1\" # Trip: Japan"),
      ("title: \"{{said}}\"", "title: \"\\\"so\\\" \\\\\""), ("title: 'x {{its}}'", "title: 'x it''s: \"'"),
      ("title: 'it''s {{lines}}'", "title: \"it's a\\u000ab: c\""),
      ("x: |\n  y\n  {{lines}}", "x: |\n  y\n  a\n  b: c"),
      ("x: |\n  {{in}}\ny: 1", "x: \"  a\\u000ab\\u000a\"\ny: 1"),
      ("x: |\n  {{cursor}}{{in}}\n  {{b}}", "x: \"|  a\\u000ab\\u000a{{b}}\\u000a\""),
      ("k:\n- >-\n  {{in}}\n  c", "k:\n- \"  a\\u000ab c\""), ("x: |2\n   {{lines}}", "x: |2\n   a\n   b: c"),
      ("x: |-\n  c {{mark}}", "x: \"c \\u0001\""), ("x: |\n  {{cursor}}", "x: |\n  |"),
      ("x: >-\n   - {{lines}}", "x: >-\n   - a\n   b: c"), ("# {{lines}}\nx: {{a}}", "# a b: c\nx: 1"),
      ("{{trip}}: [{{a}}, {{trip}}]\nb: {{a}}", "\"Trip: Japan\": [1, \"Trip: Japan\"]\nb: 1"),
      ("é: {{trip}}\n{{é}}: {{trip}}", "é: \"Trip: Japan\"\ne: \"Trip: Japan\""),
      ("a: {{null}}\nb: {{empty}}\nc: \"{{null}}\"", "a: \"null\"\nb: \"\"\nc: \"null\""),
      ("title: {{cursor}}", "title: |"), ("title: {{trip}}{{cursor}}\nx: y", "title: \"Trip: Japan|\"\nx: y"),
      ("title: é{{cursor}} {{a}}", "title: é| 1"), ("title: \"{{cursor}}{{said}}\"", "title: \"|\\\"so\\\" \\\\\""),
      ("title: {{b}} {{trip}}", "title: \"{{b}} Trip: Japan\""),
      ("title: {{b}}\nx: {{trip}}", "title: {{b}}\nx: \"Trip: Japan\""),
      ("x: &y !!str {{trip}}\nz: *y", "x: &y !!str \"Trip: Japan\"\nz: *y"),
      ("x: a\n  {{trip}}", "x: \"a Trip: Japan\""),
      ("x: {{trip}}\r\ny: {{a}}", "x: \"Trip: Japan\"\r\ny: 1"), ("- {{trip}}", "- Trip: Japan"),
      ("{{trip}}", "Trip: Japan"), ("x: [\ny: {{trip}}", "x: [\ny: Trip: Japan"),
    ])
  func frontMatter(template: String, text: String) throws {
    #expect(try made("---\n\(template)\n---\n{{trip}}\n") == "---\n\(text)\n---\nTrip: Japan\n")
    #expect(try made("+++\n\(template)\n---\n").hasPrefix("+++\n"))
    #expect(throws: TemplateText.TooLong.self) { try made("---\nx: {{trip}}\n---\n", limit: 10) }
  }

  @Test("have any value in front matter as it is")
  func anyValue() throws {
    var generator = SeededGenerator(stream: 142)
    let pieces = [
      "a", "B", " ", ":", ": ", "#", " #", "'", "\"", "\\", "\n", "\r", "\t", "-", "- ", "[", "]", "{", "}", ",", "&",
      "*",
      "!", "|", ">", "%", "@", "`", "한", "é", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7F}", "\u{1}", "😀", "~", "0", "---",
      "?",
    ]
    for form in ["{{v}}", "p {{v}}", "\"{{v}}\"", "'{{v}}'", "'p {{v}} s'", "p {{v}}{{v}} s"] {
      for _ in 0..<500 {
        let count = Int.random(in: 0...6, using: &generator)
        let value = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        let made = try TemplateText(Rope("---\nx: \(form)\ny: z\n---\n"), limit: .max) { $0 == "v" ? value : nil }
        let expected = form.filter { !"'\"".contains($0) }.replacing("{{v}}", with: value)
        let found = Header(made.text)?.members.map(\.value.text)
        try require(found == [expected, "z"], "\(form) with \(value.debugDescription): \(made.text.string)")
      }
    }
  }

  @Test("have any value in a block of text without a harm to what follows")
  func anyBlock() throws {
    var generator = SeededGenerator(stream: 143)
    let pieces = ["a", " ", "  ", "\n", "\r", "\t", "#", ": ", "- ", "---", "\\", "\"", "\u{85}", "\u{1}", "한"]
    for form in ["|\n  {{v}}", ">-\n {{v}} s\n t", "|\n  {{v}}{{v}}\n    s\n  t", "|+\n   p\n   {{v}}\n"] {
      for _ in 0..<500 {
        let count = Int.random(in: 0...6, using: &generator)
        let value = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
        let made = try TemplateText(Rope("---\nx: \(form)\ny: z\n---\n"), limit: .max) { $0 == "v" ? value : nil }
        let found = Header(made.text)?.members
        try require(
          found?.map(\.name) == ["x", "y"] && found?[1].value.text == "z",
          "\(form) with \(value.debugDescription): \(made.text.string)")
      }
    }
  }

  @Test("may be as long as the limit, and no longer")
  func limit() throws {
    #expect(try made("{{a}}23", limit: 3) == "123")
    #expect(throws: TemplateText.TooLong.self) { try made("{{a}}23", limit: 2) }
    #expect(throws: TemplateText.TooLong.self) { try made("{{braces}}", limit: 4) }
    // What is said once and stands for a lot stops at the limit, not at the end of memory.
    let template = String(repeating: "{{a}}", count: 100_000)
    let long = String(repeating: "x", count: 1 << 20)
    #expect {
      try TemplateText(Rope(template), limit: 4 << 20) { _ in long }
    } throws: { error in
      (error as? TemplateText.TooLong)?.bytes == 5 << 20
    }
  }

  @Test("are what taking names out one by one from the left makes, whatever the template")
  func random() throws {
    var generator = SeededGenerator(stream: 141)
    let pieces = ["{", "{{", "}", "}}", "a", "b", "cursor", "{{a}}", "{{cursor}}", "\n", "한", " ", "{{b}}", "braces"]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...12, using: &generator)
      let template = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let expected = Self.model(template)
      let found = try made(template)
      try require(found == expected, "\(template.debugDescription) became \(found), not \(expected)")
    }
  }

  /// The same, worked out with a regular expression that finds one name after the other.
  private static func model(_ template: String) -> String {
    var (made, rest, hasCursor) = ("", template[...], false)
    while let match = rest.firstMatch(of: /\{\{([^{}\n]+)\}\}/) {
      made += rest[..<match.range.lowerBound]
      let name = match.1.trimmingCharacters(in: .whitespaces)
      if name == "cursor" {
        made += hasCursor ? "" : "|"
        hasCursor = true
      } else {
        made += values[name] ?? String(match.0)
      }
      rest = rest[match.range.upperBound...]
    }
    return made + rest
  }

  @Test("are made in a time that grows with the template", arguments: ["{", "{{", "{{a", "{{a}", "}}", "{{b}}"])
  func linear(piece: String) throws {
    let template = String(repeating: piece, count: (2 << 20) / piece.utf8.count)
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try made(template) }
    #expect(time < .seconds(10))
  }

  @Test("are made in front matter in a time that grows with it, too", arguments: ["", "words ", "\n  "])
  func linearHeader(between: String) throws {
    let fields = String(repeating: "\(between){{b}}", count: (1 << 20) / (5 + between.utf8.count) - 9)
    let template = "---\na: |\n  \(fields)\n---\n"
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try made(template) }
    #expect(time < .seconds(10))
  }
}
