import MemoEngine
import TestDoubles
import Testing

@testable import MemoCommands

@Suite("Commands in process")
struct CommandTests {
  private let stage = Stage()

  @Test("what is made is listed, shown, deleted and restored")
  func round() async throws {
    #expect(await stage.run("new", "--tag", "x", "a", "title") == 0)
    let id = String(stage.output.dropLast())
    #expect(await stage.run("show", id) == 0 && stage.output == "a title")
    #expect(await stage.run("delete", id) == 0)
    #expect(await stage.run("list") == 0 && stage.output.isEmpty)
    #expect(await stage.run("restore", id) == 0)
    #expect(await stage.run("list") == 0 && stage.output.hasSuffix("\ta title\t#x\n"))
  }

  @Test("a store that fails is told, and nothing is printed")
  func failure() async {
    stage.store.failNext([StoreError(.full, "the disk is full; make room")])
    #expect(await stage.run("new", "text") == 1)
    #expect(stage.output.isEmpty && stage.errors == "memo-ls new: the disk is full; make room\n")
  }

  @Test("only yes deletes where a person was asked", arguments: [("", 1), ("n", 1), ("yes!", 1), ("y", 0), ("Yes", 0)])
  func questions(answer: String, status: Int32) async {
    #expect(await stage.run("new", "text") == 0)
    let id = String(stage.output.dropLast())
    #expect(await stage.run("delete", id, typed: answer) == status)
    #expect(stage.errors.contains("Really delete?"))
  }

  @Test("an editor that could not be started leaves the memo as it was")
  func editor() async {
    #expect(await stage.run("new", "text") == 0)
    #expect(await stage.run("edit") == 1)
    #expect(stage.errors.contains("can't be started"))
    #expect(await stage.run("edit", writes: { _ in .exited(0) }) == 0)
    #expect(stage.errors == "nothing was changed\n")
  }

  @Test("without a terminal an editor must be named")
  func noEditor() async {
    let stage = Stage(variables: [:])
    #expect(await stage.run("new", "text") == 0)
    #expect(await stage.run("edit", writes: { _ in .exited(0) }) == 1)
    #expect(stage.errors.contains("there is no terminal for an editor; set VISUAL or EDITOR"))
    #expect(await stage.run("edit", typed: "", writes: { _ in .exited(0) }) == 0)
  }

  @Test("without a command the server starts")
  func others() async { #expect(await stage.run("--store", "x") == 0 && stage.served?.path == "x") }
}
