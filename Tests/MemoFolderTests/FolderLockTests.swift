import Foundation
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("One process at a time keeps a folder")
struct FolderLockTests {
  private let temporary: TemporaryFolder
  private let folder: NotesFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = try NotesFolder.prepare(temporary.path)
  }

  @Test("a process that has the lock is the only one, until it lets go of it")
  func one() async throws {
    #expect(try !FolderLock.isTaken(of: folder))
    var mine: FolderLock? = try FolderLock(of: folder)
    #expect(try !FolderLock.isTaken(of: folder))
    #expect(try mine?.take() == true && mine?.take() == true)
    let other = try FolderLock(of: NotesFolder(path: temporary.path))
    #expect(try FolderLock.isTaken(of: folder) && !other.take())
    mine = nil
    // A program that another test starts just now may have it for an instant.
    #expect(try await eventually { try !FolderLock.isTaken(of: folder) && other.take() })
    #expect(try FolderLock.isTaken(of: folder))
  }

  @Test("another process's lock is free as soon as that process is killed, and not before")
  func killed() async throws {
    let program = """
      import fcntl, signal, sys
      lock = open(sys.argv[1], "r+")
      fcntl.flock(lock, fcntl.LOCK_EX)
      signal.pause()
      """
    let lock = try FolderLock(of: folder)
    let process = try ChildProgram(["/usr/bin/env", "python3", "-c", program, "\(temporary.path)/.memo-ls/lock"])
    #expect(try await eventually { try FolderLock.isTaken(of: folder) })
    #expect(try !lock.take())
    process.end()
    #expect(try !FolderLock.isTaken(of: folder) && lock.take())
  }

  @Test("a program that is started does not inherit the lock")
  func closed() throws {
    #expect(try fcntl(FolderLock(of: folder).descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("a lock whose file was taken away no longer holds, and a folder that is detached has none")
  func gone() throws {
    let lock = try FolderLock(of: folder)
    #expect(try lock.take())
    try FileManager.default.removeItem(atPath: "\(temporary.path)/.memo-ls/lock")
    #expect(try !lock.isStillThere && !lock.take() && !FolderLock.isTaken(of: folder))
    #expect(try FolderLock(of: folder).take() && !lock.isStillThere)
    try folder.detach()
    #expect(!FileManager.default.fileExists(atPath: "\(temporary.path)/.memo-ls"))
  }
}
