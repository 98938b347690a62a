import MemoMarkup
import MemoText
import Testing

@Suite("Templates without their mark")
struct TemplateSourceTests {
  @Test(
    "lose the tag with what belongs to it, and nothing else",
    arguments: [
      ("# Meeting\n#template #work\nnotes", "# Meeting\n#work\nnotes"), ("a #template b", "a b"),
      ("a #template", "a"), ("a\n#template\nb", "a\nb"), ("a\r\n#template\r\nb", "a\r\nb"), ("a\n#template", "a\n"),
      ("#template", ""), ("#template\n\n# Meeting", "# Meeting"), ("#Template #template/meeting x", "x"),
      ("(#template) x", "() x"), ("- #template\n- b", "-\n- b"),
      ("---\ntags: template\n---\n\n# Meeting", "# Meeting"),
      ("---\ntags: [template, work]\n---\n# Meeting", "---\ntags: [work]\n---\n# Meeting"),
      ("---\nx: 1\ntags:\n- template\n---\n#template a", "---\nx: 1\n---\na"),
      ("---\ntags: template/meeting\n---\n#x\n\n#template\n", "#x\n\n"),
      ("---\ntags:\n  - a\n#  - b\n  - template/m\n---\n", "---\ntags:\n  - a\n#  - b\n---\n"),
    ])
  func marked(text: String, result: String) {
    let source = TemplateSource(Rope(text))
    #expect(source.isTagged && source.text.string == result)
  }

  @Test(
    "lose many tags in a time that grows with the text", arguments: ["#template ", "x #template\n", "#template\r\n"])
  func many(piece: String) {
    let text = String(repeating: piece, count: 50_000) + String(repeating: "words ", count: 400_000)
    let clock = ContinuousClock()
    var source = TemplateSource(Rope())
    let time = clock.measure { source = TemplateSource(Rope(text)) }
    #expect(source.marks.count == 50_000)
    #expect(source.text.string == text.replacing(piece, with: piece.hasPrefix("x") ? "x\n" : ""))
    #expect(time < .seconds(30))
  }

  @Test("are called what their tag says")
  func names() {
    let tags = ["template/a", "#Template/b/c", "template", "template/", "templates/a", "x/template/a"]
    #expect(tags.map(TemplateSource.name) == ["a", "b/c", nil, nil, nil, nil])
    #expect(TemplateSource(Rope("---\ntags: [template/a]\n---\n#x #template/b")).marks == ["template/a", "template/b"])
  }

  @Test(
    "are none where nothing has the tag",
    arguments: [
      "", "template", "\\#template", "`#template`", "#templates", "#x/template", "---\ntitle: template\n---\n",
    ])
  func unmarked(text: String) {
    let source = TemplateSource(Rope(text))
    #expect(!source.isTagged && source.text.string == text)
  }
}
