import MemoMarkup
import MemoText
import Testing

@testable import LanguageServer

@Suite("Edits that a client is asked for")
struct TextEditTests {
  @Test(
    "put nothing behind the end of the last line, where not all editors have a line",
    arguments: [
      ("# Plan\n", "# Plan\nline 1\n", "0:6-0:6=\nline 1"), ("a\nb\n", "a\nb\n\n", "1:1-1:1=\n"),
      ("a\r\n", "a\r\nb\r\nc\r\n", "0:1-0:1=\r\nb\r\nc"), ("\n", "\nb\n", "0:0-0:0=\nb"),
      // What ends otherwise than the last line did takes that end's place.
      ("a\n", "a\nb", "0:1-1:0=\nb"), ("a\r\n", "a\r\nb\n", "0:1-1:0=\r\nb\n"),
      ("a\n", "a\nb\r\n", "0:1-1:0=\nb\r\n"),
      // Where there is a line, nothing is moved.
      ("a", "a\nb\n", "0:1-0:1=\nb\n"), ("", "a\n", "0:0-0:0=a\n"), ("a\nb\n", "a\nx\n", "1:0-1:1=x"),
      ("a\nb\nc\n", "a\n", "1:0-3:0="), ("a\n", "", "0:0-1:0="), ("a\nb\n", "a\nb", "1:1-2:0="),
      ("a\n\nz\n", "b\n\nz\nc\n", "0:0-0:1=b 2:1-2:1=\nc"),
    ])
  func ends(old: String, new: String, expected: String) throws {
    let edits = Rope(old).edits(to: Rope(new), in: .utf16)
    #expect(told(edits) == expected)
    #expect(try made(edits, in: old) == new)
  }

  @Test(
    "that touch at the end of the text are one",
    arguments: [
      ([(4, 4, "c\n"), (4, 4, "d\n")], "1:1-1:1=\nc\nd"), ([(2, 4, "x\n"), (4, 4, "c\n")], "1:0-2:0=x\nc\n"),
      ([(1, 3, ""), (4, 4, "c\n")], "0:1-1:1=\nc"), ([(3, 3, "x"), (4, 4, "c\n")], "1:1-1:1=x\nc"),
      ([(3, 3, "x"), (4, 4, "c")], "1:1-2:0=x\nc"), ([(2, 2, "x"), (4, 4, "c\n")], "1:0-1:0=x 1:1-1:1=\nc"),
    ])
  func touching(replacements: [(from: Int, to: Int, text: String)], expected: String) throws {
    let text = Rope("a\nb\n")
    let replacements = replacements.map { TextReplacement(range: $0.from..<$0.to, text: $0.text) }
    #expect(told(text.edits(replacements, in: .utf8)) == expected)
  }

  private func told(_ edits: [TextEdit]) -> String {
    edits.map { edit in
      let (start, end) = (edit.range.start, edit.range.end)
      return "\(start.line):\(start.character)-\(end.line):\(end.character)=\(edit.text)"
    }.joined(separator: " ")
  }

  /// The text after the edits, the last of which is made first.
  private func made(_ edits: [TextEdit], in text: String) throws -> String {
    var text = Rope(text)
    for edit in edits.reversed() {
      _ = try text.apply(TextChange(range: edit.range, text: edit.text), in: .utf16)
    }
    return text.string
  }
}
