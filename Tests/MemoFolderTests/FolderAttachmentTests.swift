import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A folder is attached, and leads to its store")
struct FolderAttachmentTests {
  private let temporary: TemporaryFolder
  private let registry: FolderRegistry
  private let home: String

  init() throws {
    temporary = try TemporaryFolder()
    home = try #require(realPath(temporary.path)) + "/home"
    registry = FolderRegistry(data: "\(home)/data/memo-ls")
    try make("data/memo-ls")
  }

  @discardableResult
  private func make(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: "\(home)/\(name)", withIntermediateDirectories: true)
    return "\(home)/\(name)"
  }

  private func plan(_ path: String, store: String? = nil) throws(FolderError) -> FolderAttachment {
    try FolderAttachment(of: path, store: store, in: registry, homes: [home])
  }

  private func move(_ path: String, _ new: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: new)
  }

  private func refusal(_ path: String, store: String? = nil) -> String {
    do throws(FolderError) {
      return "attached with \(try plan(path, store: store).store)"
    } catch {
      return error.description
    }
  }

  @Test("a new folder's store is among the user's data, called by the folder's id, and looking makes nothing")
  func new() throws {
    let path = try make("notes")
    let plan = try plan(path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [] && registry.entries == [])
    #expect(!plan.isKnown)
    let folder = try plan.carryOut()
    #expect(plan.store == "\(home)/data/memo-ls/folders/\(folder.id)/memos.sqlite")
    #expect(try folder.findStore(in: registry) == plan.store)
    #expect(try NotesFolder(path: path).findStore(in: registry) == plan.store)
    #expect(registry.entries.map(\.path) == [path] && registry.entries.map(\.store) == [plan.store])
  }

  @Test("what a crash left before anything was noted is nobody's, and goes with the next folder that is attached")
  func leftOver() throws {
    let data = "\(home)/data/memo-ls/folders"
    func age(_ name: String) { utimes("\(data)/\(name)", [timeval(), timeval()]) }
    for name in ["empty", "begun", "young", "store"] { try make("data/memo-ls/folders/\(name)") }
    for name in ["begun/place.json.new", "store/memos.sqlite"] {
      try Data().write(to: URL(filePath: "\(data)/\(name)"))
    }
    for name in ["empty", "begun", "store"] { age(name) }
    #expect(registry.entries == [])
    let folder = try plan(make("notes")).carryOut()
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: data)) == [folder.id, "young", "store"])
    age(folder.id)
    registry.sweep()
    #expect(registry.entries.map(\.id) == [folder.id])
  }

  @Test("what a crash left may be dated at any time")
  func dated() throws {
    try make("data/memo-ls/folders/old")
    // The year 1700.
    let time = timespec(tv_sec: -8_520_336_000, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, "\(home)/data/memo-ls/folders/old", [time, time], 0) == 0)
    registry.sweep()
    #expect(!FileManager.default.fileExists(atPath: "\(home)/data/memo-ls/folders/old"))
  }

  @Test("the disk has what is noted of a folder, with the folders on the way, or the folder is none of memo-ls")
  func synced() throws {
    let (path, data) = (try make("notes"), "\(home)/new/memo-ls")
    let synced = Mutex<[UInt64?]>([])
    let isFailing = Atomic(false)
    let registry = FolderRegistry(data: data) { folder in
      synced.withLock { $0.append(FileStatus(folder)?.mark.inode) }
      errno = EIO
      return !isFailing.load(ordering: .relaxed)
    }
    let plan = try FolderAttachment(of: path, store: nil, in: registry, homes: [home])
    isFailing.store(true, ordering: .relaxed)
    for _ in 0..<5 {
      #expect(throws: FolderError.self) { try plan.carryOut() }
      #expect(!FileManager.default.fileExists(atPath: "\(path)/.memo-ls"))
    }
    isFailing.store(false, ordering: .relaxed)
    try FileManager.default.removeItem(atPath: "\(home)/new")
    synced.withLock { $0 = [] }
    let id = try plan.carryOut().id
    let folders = [home, "\(home)/new", data, "\(data)/folders", "\(data)/folders/\(id)"].map(OpenFolder.init)
    #expect(synced.withLock(\.self) == folders.map { $0.flatMap { FileStatus($0.descriptor) }?.mark.inode })
  }

  @Test("a folder that is moved, or goes by another path, leads to the same store; the store may be anywhere")
  func moved() throws {
    let path = try make("notes")
    let folder = try plan(path, store: "\(home)/elsewhere/x.sqlite").carryOut()
    try move(path, "\(home)/moved")
    let moved = try NotesFolder(path: "\(home)/moved")
    #expect(try moved.id == folder.id && moved.findStore(in: registry) == "\(home)/elsewhere/x.sqlite")
    #expect(registry.entries.map(\.path) == ["\(home)/moved"])
    symlink("moved", "\(home)/link")
    #expect(try NotesFolder(path: "\(home)/link").findStore(in: registry) == "\(home)/elsewhere/x.sqlite")
    #expect(try plan("\(home)/link").path == "\(home)/moved")
  }

  @Test("a folder of another machine, where nothing is known of it, has a store made for it")
  func elsewhere() throws {
    let folder = try plan(make("notes"), store: "\(home)/x.sqlite").carryOut()
    let there = FolderRegistry(data: "\(home)/other/memo-ls")
    #expect(try folder.findStore(in: there) == "\(home)/other/memo-ls/folders/\(folder.id)/memos.sqlite")
    #expect(there.entry(folder.id)?.path == folder.path && there.entry(folder.id)?.isThere == true)
  }

  @Test("a copy of a folder does not write into the first one's store, and can become a folder of its own")
  func copied() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    try FileManager.default.copyItem(atPath: path, toPath: "\(home)/copy")
    let copy = try NotesFolder(path: "\(home)/copy")
    let error = #expect(throws: FolderError.self) { try copy.findStore(in: registry) }
    #expect(error?.description.contains("folder attach '\(home)/copy'") == true)
    #expect(registry.entries.map(\.path) == [path])
    let own = try plan("\(home)/copy").carryOut()
    #expect(try own.id != folder.id && own.findStore(in: registry) != folder.findStore(in: registry))
  }

  @Test("a copy does not take over what the first one has while that is away, and is told what to do")
  func copyOfOneThatIsAway() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    let ownStore = registry.defaultStore(of: folder.id)
    try FileManager.default.copyItem(atPath: path, toPath: "\(home)/copy")
    for isDetached in [false, true] {
      try move(path, "\(home)/away")
      if isDetached { try registry.detach(folder.id) }
      let error = #expect(throws: FolderError.self) { try NotesFolder(path: "\(home)/copy").findStore(in: registry) }
      let attach = "memo-ls folder attach '\(home)/copy'"
      #expect(error?.description.contains("if it was moved here, go on with: \(attach) --store '\(ownStore)'") == true)
      #expect(error?.description.hasSuffix("if it is a copy, make it a folder of its own with: \(attach)") == true)
      // The first one is known, renamed or back where it was.
      if isDetached {
        try move("\(home)/away", path)
        #expect(throws: FolderError.self) { try NotesFolder(path: path).findStore(in: registry) }
        #expect(try plan(path).carryOut().findStore(in: registry) == ownStore)
      } else {
        #expect(try NotesFolder(path: "\(home)/away").findStore(in: registry) == ownStore)
        try move("\(home)/away", path)
        #expect(try NotesFolder(path: path).findStore(in: registry) == ownStore)
      }
    }
    try move(path, "\(home)/away")
    let own = try plan("\(home)/copy").carryOut()
    #expect(try own.id != folder.id && own.findStore(in: registry) != ownStore)
    #expect(try NotesFolder(path: "\(home)/away").findStore(in: registry) == ownStore)
  }

  @Test("a folder that was moved to another disk goes on with its store once that is named")
  func movedElsewhere() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    let store = registry.defaultStore(of: folder.id)
    try FileManager.default.copyItem(atPath: path, toPath: "\(home)/copy")
    // This is refused while the other is there.
    #expect(refusal("\(home)/copy", store: store).contains("is the store of \(path)"))
    try FileManager.default.removeItem(atPath: path)
    let plan = try plan("\(home)/copy", store: store)
    #expect(try plan.isKnown && plan.carryOut().id == folder.id)
    #expect(try NotesFolder(path: "\(home)/copy").findStore(in: registry) == store)
    #expect(registry.entries.map(\.path) == ["\(home)/copy"])
  }

  @Test("a folder that was brought back to its place, as from a backup, is the same, and can be moved then")
  func broughtBack() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    let store = try folder.findStore(in: registry)
    try FileManager.default.copyItem(atPath: path, toPath: "\(home)/copy")
    try move(path, "\(home)/away")
    try move("\(home)/copy", path)
    #expect(try NotesFolder(path: path).findStore(in: registry) == store)
    let error = #expect(throws: FolderError.self) { try NotesFolder(path: "\(home)/away").findStore(in: registry) }
    #expect(error?.description.contains("is a copy of \(path)") == true)
    try move(path, "\(home)/moved")
    #expect(try NotesFolder(path: "\(home)/moved").findStore(in: registry) == store)
  }

  @Test("staging that a program left out when it copied the folder is made again, while the folder is kept, too")
  func withoutStaging() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    #expect(folder.isAtItsPath)
    try FileManager.default.removeItem(atPath: "\(path)/.memo-ls/staging")
    #expect(!folder.isAtItsPath && folder.isThere)
    let again = try NotesFolder(path: path)
    #expect(again.id == folder.id && again.isAtItsPath && again.exchangesNames != nil)
    try Data().write(to: URL(filePath: "\(path)/.memo-ls/x"))
    try FileManager.default.removeItem(atPath: "\(path)/.memo-ls/staging")
    try move("\(path)/.memo-ls/x", "\(path)/.memo-ls/staging")
    let error = #expect(throws: FolderError.self) { try NotesFolder(path: path) }
    #expect(error?.description.contains("staging: Not a directory") == true)
  }

  @Test(
    "whatever stops attaching midway, the next goes on with what that began; a store that can't be had leaves nothing")
  func stoppedMidway() throws {
    for isCopy in [false, true] {
      let path = try make("notes \(isCopy)")
      if isCopy {
        _ = try plan(make("first")).carryOut()
        try FileManager.default.copyItem(atPath: "\(home)/first/.memo-ls", toPath: "\(path)/.memo-ls")
      }
      let others = registry.entries.count
      let first = try plan(path)
      #expect(throws: FolderError.self) {
        try first.carryOut { () throws(FolderError) in
          // As if it ended here.
          let again = try plan(path)
          #expect(again.store == first.store && !FileManager.default.fileExists(atPath: again.store))
          throw FolderError("no store")
        }
      }
      #expect(registry.entries.count == others)
      #expect(!FileManager.default.fileExists(atPath: (first.store as NSString).deletingLastPathComponent))
      let folder = try plan(path).carryOut()
      #expect(try folder.findStore(in: registry) == plan(path).store && registry.entries.count == others + 1)
      #expect(throws: FolderError.self) {
        try plan(path).carryOut { () throws(FolderError) in throw FolderError("no store") }
      }
      #expect(registry.entries.count == others + 1)
    }
  }

  @Test("a folder that was detached is attached again with the store that it had")
  func again() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    #expect(try plan(path).isKnown && plan(path).carryOut().id == folder.id)
    try folder.detach()
    try registry.detach(folder.id)
    #expect(registry.entries.map(\.isDetached) == [true])
    let again = try plan(path)
    #expect(try again.isKnown && again.carryOut().id == folder.id)
    #expect(registry.entries.map(\.isDetached) == [false])
    #expect(refusal(path, store: "\(home)/other.sqlite").contains("attached already, with the store"))
    try FileManager.default.removeItem(atPath: "\(path)/.memo-ls")
    #expect(try plan(path).carryOut().id == folder.id)
    try NotesFolder(path: path).detach()
    let other = try plan(path, store: "\(home)/other.sqlite")
    #expect(!other.isKnown && other.store == "\(home)/other.sqlite")
  }

  @Test("a new folder in the place of one that was moved is another one")
  func replaced() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    try move(path, "\(home)/archive")
    let new = try plan(make("notes")).carryOut()
    #expect(try new.id != folder.id && new.findStore(in: registry) != registry.defaultStore(of: folder.id))
    #expect(try NotesFolder(path: "\(home)/archive").findStore(in: registry) == registry.defaultStore(of: folder.id))
  }

  @Test("two folders whose names differ in how they are composed alone have a store each")
  func composed() throws {
    let folders = try ["caf\u{e9}", "cafe\u{301}"].map { try plan(make($0)).carryOut() }
    // Some file systems have room for one alone.
    guard folders[0].id != folders[1].id else { return }
    let stores = try folders.map { try $0.findStore(in: registry) }
    #expect(stores[0] != stores[1])
    for folder in folders {
      try registry.detach(folder.id)
      try folder.detach()
    }
    #expect(try plan(folders[1].path).store == stores[1] && plan(folders[0].path).store == stores[0])
  }

  @Test("a folder that was detached and then moved is attached again with the store that it had, and no other one is")
  func detachedAndMoved() throws {
    let path = try make("notes")
    let folder = try plan(path).carryOut()
    let store = try folder.findStore(in: registry)
    try folder.detach()
    try registry.detach(folder.id)
    try move(path, "\(home)/moved")
    let other = try plan(make("other"))
    #expect(other.store != store && !other.isKnown)
    let again = try plan("\(home)/moved")
    #expect(again.store == store && again.isKnown)
    #expect(try again.carryOut().id == folder.id)
  }

  @Test("a folder that was detached and then moved has no part in its store if another one has that by now")
  func detachedMovedAndGivenAway() throws {
    let path = try make("notes")
    let folder = try plan(path, store: "\(home)/x.sqlite").carryOut()
    try folder.detach()
    try registry.detach(folder.id)
    try move(path, "\(home)/moved")
    _ = try plan(make("other"), store: "\(home)/x.sqlite").carryOut()
    #expect(try plan("\(home)/moved").store != "\(home)/x.sqlite")
  }

  @Test("a folder that was detached while it was away does not share its store with the one that has it now")
  func givenAway() throws {
    let one = try plan(make("one"), store: "\(home)/x.sqlite").carryOut()
    try move("\(home)/one", "\(home)/away")
    try registry.detach(one.id)
    let two = try plan(make("two"), store: "\(home)/x.sqlite").carryOut()
    try move("\(home)/away", "\(home)/one")
    let back = try NotesFolder(path: "\(home)/one")
    let error = #expect(throws: FolderError.self) { try back.findStore(in: registry) }
    #expect(error?.description.contains("is that of \(home)/two by now") == true)
    #expect(try plan("\(home)/one").carryOut().findStore(in: registry) != two.findStore(in: registry))
    #expect(two.exchangesNames != nil && two.staged == [])
  }

  @Test("no store is that of two folders, unless one was detached")
  func shared() throws {
    let one = try plan(make("one"), store: "\(home)/x.sqlite").carryOut()
    let two = try make("two")
    symlink(home, "\(home)/way")
    for store in ["\(home)/x.sqlite", "\(home)/way/x.sqlite"] {
      #expect(refusal(two, store: store).contains("is the store of \(home)/one; name another"))
    }
    try move("\(home)/one", "\(home)/away")
    #expect(refusal(two, store: "\(home)/x.sqlite").contains("which is not there now"))
    try registry.detach(one.id)
    #expect(try plan(two, store: "\(home)/x.sqlite").isKnown == false)
  }

  @Test("a folder in one that is attached, or around it, is refused, hidden and ignored ones passed over")
  func nested() throws {
    let notes = try make("a/notes")
    let inner = try make("a/notes/deep/er")
    _ = try plan(notes).carryOut()
    #expect(refusal(inner).contains("\(inner) is in \(notes), which is attached already"))
    #expect(refusal("\(home)/a").contains("\(notes) is attached already, and no folder can be around"))
    _ = try plan(make("b/.hidden/x")).carryOut()
    #expect(refusal("\(home)/b").hasPrefix("attached with"))
    #expect(!FileManager.default.fileExists(atPath: "\(home)/a/.memo-ls"))
  }

  @Test("what holds more than notes is refused, and what is no folder, or can't be written")
  func unfit() throws {
    symlink(home, "\(temporary.path)/link")
    for path in ["/", home, temporary.path, "\(temporary.path)/link", "\(home)/data/.."] {
      #expect(refusal(path).contains("programs keep texts of their own"), "\(path)")
    }
    for path in [try make("data"), try make("data/memo-ls/folders/x")] {
      #expect(refusal(path).contains("stores are kept in"), "\(path)")
    }
    #expect(refusal("\(home)/nothing").contains("can't find the folder"))
    try Data().write(to: URL(filePath: "\(home)/file"))
    #expect(refusal("\(home)/file").contains("is a file, not a folder"))
    // Names that only begin alike are no folders in each other.
    #expect(refusal(try make("data/memo-ls-notes")).hasPrefix("attached with"))
    #expect(registry.entries == [])
  }

  @Test("why a folder holds more than notes is said")
  func whatItHolds() throws {
    #expect(refusal("/").hasPrefix("/ is the top of all file systems, and programs"))
    #expect(refusal(home).hasPrefix("\(home) is a home folder, and"))
    #expect(refusal(temporary.path).hasPrefix("\(temporary.path) has home folders in it, and"))
  }

  @Test("a home folder is refused that the system knows, whatever the environment says")
  func systemsHomes() throws {
    let homes = UserData.homes { _ in nil }
    let own = try #require(getpwuid(getuid()).flatMap { realPath(String(cString: $0.pointee.pw_dir)) })
    #expect(throws: FolderError.self) { try FolderAttachment(of: own, store: nil, in: registry, homes: homes) }
    #expect(UserData.homes { _ in "/elsewhere" } == ["/elsewhere"] + homes && registry.entries == [])
  }
}
