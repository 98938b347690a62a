import Foundation
import MemoHost
import MemoSQLite
import Testing

/// What a program that uses the libraries sees: only what is public.
@Suite("The Swift example of Sources/README.md")
struct ReadmeExampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("it runs, and the memo is in the store")
  func runs() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "memo-embedding-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "memos.sqlite").path

    // begin
    let host = try await MemoHost(path: path)  // the database file, made with its folder if missing
    let memo = try await host.engine.createMemo(id: nil, text: "Shopping\nmilk\n", properties: JSONObject())
    try await host.close()
    // end

    let again = SQLiteStore(path: path)
    #expect(try again.memo(memo.metadata.id)?.text == Array("Shopping\nmilk\n".utf8))
    again.close()
  }

  @Test("it stands on that page just as it runs here")
  func isOnPage() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Sources/README.md"), encoding: .utf8)
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let block = try #require(page.split(separator: "```swift\n").last?.split(separator: "```").first)
    let shown = block.split(separator: "\n").filter { !$0.hasPrefix("import ") }
    let lines = here.split(separator: "\n").map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0[...] }
    let run = lines.drop { $0 != "// begin" }.dropFirst().prefix { $0 != "// end" }
    #expect(Array(run) == shown)
  }
}
