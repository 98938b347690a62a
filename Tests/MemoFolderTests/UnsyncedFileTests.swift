import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A new file that the disk failed to take")
struct UnsyncedFileTests {
  @Test(
    "is its memo's, whatever the memo, or the file, says by now, and whichever process looks",
    arguments: [false, true], [false, true])
  func changed(outside: Bool, reopens: Bool) throws {
    let kept = try KeptFolder()
    try kept.write("one\n", "a.md")
    try kept.rest()
    let id = try kept.save("Plan\n\none\n")
    kept.disk.begin()
    try kept.reconcile([])
    #expect(kept.files["Plan.md"] == "Plan\n\none\n")
    kept.disk.end()
    try kept.save("Plan\n\none\nmore\n", in: id)
    if outside { try kept.writeInPlace("Plan, outside\n\none\n", "Plan.md") }
    if reopens { try kept.reopen() }
    let survey = try kept.keeper.survey()
    #expect(survey.differences == ["Plan.md": outside ? .both : .memo] && survey.unfiled.isEmpty)
    try kept.rest()
    kept.wait(milliseconds: 20_000)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["a.md": "one\n", "Plan.md": "Plan\(outside ? ", outside" : "")\n\none\nmore\n"])
    #expect(kept.memo("Plan.md")?.metadata.id == id && kept.memos.count == 2)
  }

  @Test("is told as not equal to its memo for as long as it may not be on the disk")
  func surveyed() throws {
    let kept = try KeptFolder()
    try kept.save("Plan\n")
    kept.disk.begin()
    try kept.reconcile()
    try kept.reopen()
    let survey = try kept.keeper.survey()
    #expect(survey.differences == ["Plan.md": .memo] && survey.unfiled.isEmpty)
    #expect(survey.problems["Plan.md"]?.contains("may not be on the disk") == true)
  }
}
