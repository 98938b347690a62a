import TestSupport
import Testing

@testable import Platform

@Suite("Paths as they lead somewhere")
struct SettledPathTests {
  @Test("a path that is settled has neither links nor dots, whether or not something is there")
  func settled() throws {
    let folder = try TemporaryFolder()
    let real = try #require(realPath(folder.path))
    #expect(mkdir("\(real)/a", 0o755) == 0 && mkdir("\(real)/b", 0o755) == 0)
    #expect(symlink("a", "\(real)/link") == 0)
    #expect(settledPath("\(real)/b/../link/x") == "\(real)/a/x")
    #expect(settledPath("\(real)/link/../x//y/./../z") == "\(real)/x/z")
    #expect(settledPath("\(real)/link/") == "\(real)/a")
    #expect(settledPath("/") == "/" && settledPath("/../none/../x") == "/x")
  }
}
