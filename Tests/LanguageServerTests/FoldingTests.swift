import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("What of a document can be folded", .timeLimit(.minutes(10)))
struct FoldingTests {
  private static let uri = "file:///notes/a.md"

  private func folds(_ text: String, _ capabilities: String = "{}") async throws -> String {
    let session = try await EditorSession(capabilities)
    session.open(Self.uri, text)
    let found = try await session.client.request("textDocument/foldingRange", EditorSession.document(Self.uri))
    try require(try await session.finish() == 0, "the session did not end well")
    return found.elements.map { fold in
      "\(fold["startLine"]?.integer ?? -1)-\(fold["endLine"]?.integer ?? -1)"
        + (fold["kind"]?.string.map { " \($0)" } ?? "")
    }.joined(separator: ", ")
  }

  @Test(
    "are sections, items, code, tables, HTML, regions and the header, where they have more than a line",
    arguments: [
      ("", ""), ("a\n**b** afas\na#b\na", ""), ("# a", ""), ("\n# a\nx\n\n# b\ny", "1-2, 4-5"),
      ("\n# a\nx\n\n\n\n# b\ny", "1-4, 6-7"), ("# a\n## b\nx\n# c", "0-2, 1-2"), ("a\n- b\nc\nd", "1-3"),
      ("- a\n  - b\n    c\n- d", "0-2, 1-2"), ("~~~ts\na\n~~~\nb", "0-2"), ("x\n<div>\n\tfa\n</div>", "1-3"),
      ("x\n<!--\nfa\n-->", "1-3 comment"), ("| a | b |\n|---|---|\n| b | c |", "0-2"),
      ("<!-- #region x -->\na\n\n<!-- #endregion -->\nb", "0-3 region"), ("<!-- #endregion -->\n", ""),
      ("---\ntitle: x\n---\na", "0-2"), ("> a\n> b\n", ""),
    ])
  func folded(text: String, ranges: String) async throws {
    #expect(try await folds(text) == ranges, "\(text.debugDescription)")
  }

  @Test("are no more than the client can take")
  func limited() async throws {
    let limit = { (most: String) in #"{"textDocument":{"foldingRange":{"rangeLimit":\#(most)}}}"# }
    for (most, ranges) in [("1", "0-1"), ("0", ""), ("-1", "0-1, 2-3"), ("1e300", "0-1, 2-3")] {
      #expect(try await folds("# a\nb\n# c\nd", limit(most)) == ranges, "\(most)")
    }
  }
}
