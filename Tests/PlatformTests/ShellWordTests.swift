import Testing

@testable import Platform

@Suite("Words of a shell")
struct ShellWordTests {
  @Test("a text in quotes is one word that says it", arguments: ["a b", "it's", "''", "$(x) `y` \\ \"z\" !", "a\nb"])
  func quoted(text: String) throws {
    let process = try #require(popen("printf %s \(text.shellWord)", "r"))
    defer { pclose(process) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = fread(&bytes, 1, bytes.count, process)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == text)
  }
}
