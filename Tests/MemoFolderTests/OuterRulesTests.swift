import Foundation
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("What is said above a folder in a repository")
struct OuterRulesTests {
  private let repository: TemporaryFolder
  private let kept: KeptFolder

  init() throws {
    repository = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(repository.path)/.git/info", withIntermediateDirectories: true)
    kept = try KeptFolder(in: repository.path)
    for name in ["a.md", "b.md", "in/build/a.md"] { try kept.write(name, name) }
    kept.ahead.stop()
  }

  private var name: String { FilePath(kept.path).name }

  private func say(_ rules: String, _ name: String = ".gitignore") throws {
    try rules.write(toFile: "\(repository.path)/\(name)", atomically: true, encoding: .utf8)
  }

  @Test("it is left alone what a .gitignore above names, or .git/info/exclude, by the path from there")
  func named() throws {
    try say("build/\n/b.md\n")
    try kept.reconcile()
    #expect(kept.texts == ["a.md", "b.md"])
    #expect(kept.folder.reason(against: "in/build/a.md", limit: 1 << 20) == .ignored)
    try say("/\(name)/b.md\n", ".git/info/exclude")
    try kept.write("changed", "b.md")
    try kept.reconcile([.name("b.md")])
    #expect(kept.texts == ["a.md", "b.md"])
    // What stands in the folder comes first.
    try kept.write("!b.md\n", ".gitignore")
    try kept.reconcile()
    #expect(kept.texts == ["a.md", "changed"])
  }

  @Test("it is left alone what the repository's exclude names where a working tree shares that of another")
  func worktree() throws {
    let files = FileManager.default
    let real = try TemporaryFolder()
    try files.createDirectory(atPath: "\(real.path)/.git/info", withIntermediateDirectories: true)
    try files.createDirectory(atPath: "\(real.path)/.git/worktrees/tree", withIntermediateDirectories: true)
    try files.removeItem(atPath: "\(repository.path)/.git")
    try say("gitdir: \(real.path)/.git/worktrees/tree\n", ".git")
    try Data("../..\n".utf8).write(to: URL(filePath: "\(real.path)/.git/worktrees/tree/commondir"))
    try Data("/\(name)/b.md\n".utf8).write(to: URL(filePath: "\(real.path)/.git/info/exclude"))
    try kept.reconcile()
    #expect(kept.texts == ["a.md", "in/build/a.md"])
  }

  @Test("what is said no more holds for one more second, also for the next process")
  func replaced() throws {
    try say("build/\n")
    try kept.reconcile()
    #expect(unlink("\(repository.path)/.gitignore") == 0)
    #expect(try kept.reconcile([]).missing == 1)
    try kept.reopen()
    #expect(try kept.reconcile().missing == 1)
    #expect(kept.texts == ["a.md", "b.md"])
    kept.wait(milliseconds: 1_100)
    try kept.reconcile([])
    #expect(kept.texts == ["a.md", "b.md", "in/build/a.md"])
  }

  @Test(
    "rules that name the folder, or all that is in it, are not about its notes", arguments: ["*", "NAME/", "/NAME/*"])
  func all(rule: String) throws {
    try say(rule.replacing("NAME", with: name) + "\n")
    try kept.reconcile()
    #expect(kept.texts == ["a.md", "b.md", "in/build/a.md"])
  }

  @Test("beyond the top of the repository nothing counts")
  func top() throws {
    try say("b.md\n")
    try kept.write("ref: x", ".git/HEAD")
    try kept.reconcile()
    #expect(kept.texts == ["a.md", "b.md", "in/build/a.md"])
  }
}
