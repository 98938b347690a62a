import Foundation
import FuzzTargets
import JSONRPC
import TestSupport
import Testing

@testable import LanguageServer

@Suite("Any input")
struct FuzzTests {
  @Test("keeps what each part promises", arguments: FuzzTarget.all.map(\.name))
  func holds(name: String) async throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let runs = max(1_000, target.longRuns / 1_000)
    // A thread of its own, because a session's loop belongs to one and blocks it.
    let result = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: Result { try feed(target, runs) }) }.start()
    }
    try result.get()
  }

  @Test("from an editor may hold every request that there is")
  func requests() {
    let all = LanguageRoutes.all.map(\.route).filter { $0.kind == .request && $0.direction == .clientToServer }
    #expect(Set(all.map(\.method)) == Set(EditorConversation.methods + ["initialize"]))
  }

  private func feed(_ target: FuzzTarget, _ runs: Int) throws {
    let run = try target.start()
    let inputs = try target.seeds() + target.corpus
    for input in inputs { try run(input) }
    var feed = InputFeed(target, seeds: inputs)
    for _ in 0..<runs {
      let input = feed.next()
      do { try run(input) } catch { throw Mismatch("\(error) after \(Data(input).base64EncodedString())") }
    }
  }
}
