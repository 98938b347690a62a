import MemoEngine
import MemoModel
import TestDoubles
import Testing

@Suite("Renaming a block")
struct RenamedBlockTests {
  @Test("a heading that is a block stays that block when it is renamed, and links to blocks stay")
  func heading() async throws {
    let fixture = await Fixture()
    try await fixture.create("p", "Tee\n\n## Goals ^g\n\none ^x\n\ntwo ^y\n")
    try await fixture.create("l", "[[Tee#^g]] [[Tee#^x]] [[Tee#^y]] [a](Tee#goals)")
    _ = try await fixture.engine.rename(.heading(memoID("p"), heading: "goals", to: "Aims", baseVersion: nil))
    #expect(fixture.store.text(memoID("p")) == "Tee\n\n## Aims ^g\n\none ^x\n\ntwo ^y\n")
    #expect(fixture.store.text(memoID("l")) == "[[Tee#^g]] [[Tee#^x]] [[Tee#^y]] [a](Tee#aims)")
  }

  private func refusal(_ body: () async throws -> Void) async -> String {
    do {
      try await body()
      return "none"
    } catch { return "\(error)" }
  }

  @Test("a block changes with the links that name it, and with nothing else")
  func block() async throws {
    let memos = [
      "a": "# Plan\nwords ^One\n\nmore ^two\n\n[[#^one]]", "b": "[[Plan#^ONE|t]] [y](plan#^one) [[Plan#^two]] [[Plan]]",
      "c": "[[#^one]]\n\nother ^one",
    ]
    let fixture = await Fixture()
    for (id, text) in memos { try await fixture.create(id, text) }
    func rename(_ block: String, _ name: String) async throws -> [Int] {
      let result = try await fixture.engine.rename(.block(memoID("a"), block: block, to: name, baseVersion: nil))
      return [result.memos, result.edits]
    }
    #expect(try await rename("one", "new_1") == [2, 4])
    #expect(
      ["a", "b", "c"].map { fixture.store.text(memoID($0)) } == [
        "# Plan\nwords ^new_1\n\nmore ^two\n\n[[#^new_1]]",
        "[[Plan#^new_1|t]] [y](plan#^new_1) [[Plan#^two]] [[Plan]]", "[[#^one]]\n\nother ^one",
      ])
    try await fixture.create("s", "# Way\nwords ^straße\n\nmore ^side\n\n[[#^STRASSE]]")
    func renameStreet(_ block: String, _ name: String) async throws {
      _ = try await fixture.engine.rename(.block(memoID("s"), block: block, to: name, baseVersion: nil))
    }
    let problem = "renamingRefused(MemoEngine.RenamingProblem."
    #expect(await refusal { try await renameStreet("side", "Strasse") } == "\(problem)blockTaken)")
    try await renameStreet("strasse", "road")
    #expect(fixture.store.text(memoID("s")) == "# Way\nwords ^road\n\nmore ^side\n\n[[#^road]]")
    #expect(await refusal { _ = try await rename("none", "x") } == "\(problem)blockUnknown)")
    #expect(await refusal { _ = try await rename("two", "NEW_1") } == "\(problem)blockTaken)")
    for name in ["", "a b", "a]", "^a"] {
      let told = await refusal { _ = try await rename("two", name) }
      #expect(told == "\(problem)nameUnwritable(\(problem.dropFirst(16))Part.block))")
    }
  }
}
