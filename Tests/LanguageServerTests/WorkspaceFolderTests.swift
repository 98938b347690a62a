import Foundation
import JSON
import SessionSupport
import TestSupport
import Testing

@Suite("The folders that a client works in", .timeLimit(.minutes(10)))
struct WorkspaceFolderTests {
  private static let files = [
    ("a.md", "[[b]] [x](/sub/b.md) [y](sub/../sub/b.md) [z](/gone.md)\n"), ("sub/b.md", "# B\n"),
  ]

  /// The URIs that the links of a document lead to.
  private func targets(_ session: EditorSession, _ uri: String) async throws -> [String?] {
    var targets: [String?] = []
    for character in [2, 10, 26] {
      let position = #""position":{"line":0,"character":\#(character)}"#
      let found = try await session.client.request("textDocument/definition", EditorSession.document(uri, position))
      targets.append(found.elements.first?["uri"]?.string)
    }
    return targets
  }

  @Test(
    "may be named with a / at their ends, and without an authority, as files may",
    arguments: ["file://", "file:"], ["", "/"])
  func named(start: String, end: String) async throws {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files {
      let url = URL(filePath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let root = "\(start)\(folder.path)"
    let session = try await EditorSession(
      #"{"textDocument":{"diagnostic":{}}}"#, #""rootUri":\#(quoted(root + end))"#)
    session.open("\(root)/a.md", Self.files[0].1)
    let target = "\(root)/sub/b.md"
    #expect(try await targets(session, "\(root)/a.md") == [target, target, target])
    let report = try await session.client.request(
      "textDocument/diagnostic", EditorSession.document("\(root)/a.md"))
    #expect(report["items"]?.elements.map { $0["message"]?.string } == ["nothing is called /gone.md"])
    #expect(try await session.finish() == 0)
  }
}
