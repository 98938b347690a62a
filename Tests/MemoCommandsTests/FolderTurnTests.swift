import Foundation
import MemoEngine
import MemoFolder
import MemoModel
import MemoText
import TestDoubles
import TestSupport
import Testing

@testable import MemoCommands

@Suite("A command's turn at keeping a folder")
struct FolderTurnTests {
  private let temporary: TemporaryFolder
  private let folder: NotesFolder
  private let stage = Stage()

  init() throws {
    temporary = try TemporaryFolder()
    folder = try NotesFolder.prepare(temporary.path)
  }

  /// The turn of another process.
  ///
  /// - Parameter reading: called before the turn reads the store, to which it writes nothing.
  private func turn(reading: @escaping @Sendable () -> Void = {}) throws -> FolderTurn {
    var environment = stage.environment()
    let shelf = stage.store.shelf
    environment.store = { _ in TestStore(shelf) }
    environment.storeToRead = { _ in
      reading()
      return TestStore(shelf)
    }
    return try #require(FolderTurn(StorePlace(path: "memory", folder: folder), in: environment))
  }

  /// Makes a memo, as another process does.
  private func make(_ text: String) throws {
    let change = OutsideChange(making: .unique(at: .now), of: Rope(text), createdAt: .now, modifiedAt: .now)
    #expect(try stage.store.write([change.change], journal: nil).isEmpty)
  }

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(temporary.path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("whoever lets go of the folder has put what others stored meanwhile into the files")
  func letGo() async throws {
    let turn = try turn()
    try await turn.makeEqual(waits: false)
    try make("late")
    turn.letGo()
    #expect(text("late.md") == "late")
    #expect(try !FolderLock.isTaken(of: folder))
  }

  @Test("whoever finds the folder kept waits until it is free, and nobody is told anything")
  func waits() async throws {
    let lock = try FolderLock(of: folder)
    #expect(try lock.take())
    // The folder was found kept before this reads.
    let turn = try turn(reading: lock.release)
    try make("new")
    try await turn.followChanges()
    turn.letGo()
    #expect(text("new.md") == "new" && stage.errors == "")
  }

  @Test("nobody waits once the keeper of the folder has written the file")
  func written() async throws {
    let (keeper, turn) = (try turn(), try turn())
    try await keeper.makeEqual(waits: false)
    turn.noteStart()
    try make("new")
    try await keeper.makeEqual(waits: false)
    try await turn.followChanges()
    #expect(text("new.md") == "new" && stage.errors == "")
    keeper.letGo()
  }

  @Test("nobody waits for what others changed meanwhile, and nothing is said of it")
  func others() async throws {
    let lock = try FolderLock(of: folder)
    #expect(try lock.take())
    let (turn, mine) = (try turn(), TestStore(stage.store.shelf))
    turn.noteStart()
    turn.noteChanges(by: mine)
    try await turn.followChanges()
    try make("theirs")
    turn.noteChanges(by: mine)
    try await turn.followChanges()
    #expect(stage.errors == "")
    let change = OutsideChange(making: .unique(at: .now), of: Rope("mine"), createdAt: .now, modifiedAt: .now)
    #expect(try mine.write([change.change], journal: nil).isEmpty)
    turn.noteChanges(by: mine)
    try await turn.followChanges()
    #expect(stage.errors.contains("is saved, but not in its file yet"))
  }

  @Test("people are told that a file will follow where another process keeps the folder for long")
  func told() async throws {
    let lock = try FolderLock(of: folder)
    #expect(try lock.take())
    let turn = try turn()
    turn.noteStart()
    try make("new")
    try await turn.followChanges()
    #expect(text("new.md") == nil)
    #expect(stage.errors.contains("is saved, but not in its file yet: another process keeps"))
  }
}
