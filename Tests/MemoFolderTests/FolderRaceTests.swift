import Foundation
import MemoModel
import Synchronization
import TestDoubles
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

/// What happens at one step, once.
private enum Act: CaseIterable {
  case appends, writesInPlace, puts, removes, renames, swaps, links, makesFolder, spoils, enlarges, kills

  /// Does this to the file at a path, or to what is there instead; says whether the words inside may be gone.
  func act(_ path: String) -> (mayLoseInside: Bool, writes: Bool) {
    let old = contents(path) ?? []
    let had = String(decoding: old, as: UTF8.self).contains("inside")
    switch self {
    case .appends: try? append(Array("outside\n".utf8), path)
    case .writesInPlace: try? write(old + Array("outside\n".utf8), path)
    case .puts:
      try? write(old + Array("outside\n".utf8), path + ".tmp")
      rename(path + ".tmp", path)
    case .removes: unlink(path)
    case .renames: rename(path, (path as NSString).deletingLastPathComponent + "/renamed.md")
    case .swaps:
      let other = (path as NSString).deletingLastPathComponent + "/b.md"
      rename(path, path + ".swapping")
      rename(other, path)
      rename(path + ".swapping", other)
    case .links:
      unlink(path)
      symlink("b.md", path)
    case .makesFolder:
      unlink(path)
      mkdir(path, 0o755)
      try? append(Array("outside\n".utf8), path + "/in.md")
    case .spoils: try? append([0xFF] + Array("outside\n".utf8), path)
    case .enlarges: try? append(Array("outside\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 20), path)
    case .kills: break
    }
    let takesAway = [.removes, .links, .makesFolder].contains(self)
    return (had && takesAway, [.appends, .writesInPlace, .puts, .makesFolder, .spoils, .enlarges].contains(self))
  }
}

@Suite("What others do while a folder and a store are made equal")
struct FolderRaceTests {
  /// Who changed what, before the two are made equal.
  enum Scene: CaseIterable {
    case inside, both, conflict, trashed, titled

    func set(_ kept: KeptFolder) throws {
      try kept.write("one\ntwo\nthree\n", "d/a.md")
      try kept.write("other\n", "d/b.md")
      try kept.rest()
      let id = try #require(kept.memo("d/a.md")).metadata.id
      switch self {
      case .inside: try kept.save("one inside\ntwo\nthree\n", in: id)
      case .both:
        try kept.save("one inside\ntwo\nthree\n", in: id)
        try kept.write("one\ntwo\nthree outside\n", "d/a.md")
      case .conflict:
        try kept.save("one inside\ntwo\nthree\n", in: id)
        try kept.write("one outside\ntwo\nthree\n", "d/a.md")
      case .trashed: try kept.trash(id)
      case .titled:
        let id = try kept.save("Titl")
        try kept.rest()
        try kept.save("Title inside\nmore", in: id)
      }
    }

    var path: String { self == .titled ? "Titl.md" : "d/a.md" }
  }

  @Test(
    "at whatever step, whatever is done to the file, or if the process is killed there: no word is lost or doubled",
    arguments: Scene.allCases, [true, false])
  func anything(scene: Scene, canExchange: Bool) throws {
    var reached: Set<String> = []
    for step in DurableStep.allCases {
      for act in Act.allCases {
        var kept = try KeptFolder(canExchange: canExchange)
        try scene.set(kept)
        let path = "\(kept.path)/\(scene.path)"
        // The keeper calls back on the thread that it is called on, which is the only one that has these.
        nonisolated(unsafe) var done: (mayLoseInside: Bool, writes: Bool)?
        nonisolated(unsafe) var after: KeptFolder?
        nonisolated(unsafe) let first = kept
        kept.steps.set { now in
          guard now == step, done == nil else { return }
          done = act.act(path)
          if act == .kills { after = try? KeptFolder(after: first) }
        }
        try kept.reconcile()
        kept.steps.set(nil)
        guard let done else { continue }
        reached.insert("\(step)")
        if let after { kept = after }
        let what = "\(scene), \(act) at \(step), \(canExchange ? "exchanged" : "replaced")"
        try kept.rest()
        try kept.checkRest()
        let found = kept.found
        #expect(scene == .trashed || done.mayLoseInside || found.contains("inside"), "\(what): \(found)")
        // Where names can't change places, what is put in a file's place at this moment is lost.
        let isLost = !canExchange && act == .puts && step == .kept
        #expect(!done.writes || isLost || found.contains("outside"), "\(what): \(found)")
        if [.kills, .appends].contains(act) {
          let memos = kept.memos.count
          #expect(memos <= (scene == .titled ? 4 : scene == .conflict ? 3 : 2), "\(what): \(found)")
        }
      }
    }
    // Fails if no step was reached.
    #expect(reached.isSuperset(of: scene == .trashed ? ["takenOut"] : ["drafted", "named", "exchanged", "noted"]))
  }

  @Test("a crash while what was written late is taken in makes no copy twice")
  func lateCopy() throws {
    for step in [DurableStep.takenAside, .calledAnew] {
      let kept = try KeptFolder()
      try kept.write("one\n", "a.md")
      try kept.rest()
      let id = try #require(kept.memo("a.md")).metadata.id
      let held = open("\(kept.path)/a.md", O_WRONLY)
      try kept.rest()
      try kept.save("one inside\n", in: id)
      try kept.reconcile([])
      // In the line that was changed inside.
      pwrite(held, "two outside\n", 12, 0)
      close(held)
      kept.wait(milliseconds: 10_100)
      nonisolated(unsafe) var after: KeptFolder?
      nonisolated(unsafe) let first = kept
      kept.steps.set { if $0 == step, after == nil { after = try? KeptFolder(after: first) } }
      try kept.reconcile([])
      kept.steps.set(nil)
      let next = try #require(after)
      for kept in [kept, next] {
        try kept.rest()
        try kept.checkRest()
        #expect(kept.texts == ["one inside\n", "two outside\n"], "\(step)")
      }
    }
  }

  @Test("what is written later into a file that came out of its place is merged each time, whichever process looks")
  func writtenOn() throws {
    for reopens in [false, true] {
      let kept = try KeptFolder()
      try kept.write("one\n\n\n", "a.md")
      try kept.rest()
      let id = try #require(kept.memo("a.md")).metadata.id
      let held = open("\(kept.path)/a.md", O_WRONLY | O_APPEND)
      try kept.save("one inside\n\n\n", in: id)
      try kept.reconcile([])
      for number in 1...4 {
        try add(Array("\(number)\n".utf8), to: held)
        kept.wait(milliseconds: 5_000)
        if reopens { try kept.reopen() } else { kept.wait(milliseconds: 5_100) }
        try kept.reconcile([])
      }
      // A process itself recognises what is not an addition.
      if !reopens {
        pwrite(held, "X", 1, 4)
        ftruncate(held, 5)
        try add(Array("5\n".utf8), to: held)
        kept.wait(milliseconds: 10_100)
      }
      close(held)
      try kept.rest()
      try kept.checkRest()
      #expect(
        kept.texts.count == 1 && kept.texts.first?.contains(reopens ? "\n1\n2\n3\n4\n" : "5\n") == true, "\(kept.texts)"
      )
    }
  }

  @Test("what is written later is merged from what was seen last, though another process saves the memo meanwhile")
  func writtenOnAndSaved() throws {
    let kept = try KeptFolder()
    try kept.write("one\n\n\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    let held = open("\(kept.path)/a.md", O_WRONLY | O_CLOEXEC)
    defer { close(held) }
    try kept.save("one inside\n\n\n", in: id)
    try kept.reconcile([])
    pwrite(held, "one\n\nX\n", 7, 0)
    kept.wait(milliseconds: 10_100)
    try kept.reconcile([])
    #expect(kept.texts == ["one inside\n\nX\n"])
    pwrite(held, "one\n\nY\n", 7, 0)
    let isSaved = Mutex(false)
    nonisolated(unsafe) let unsafe = kept
    kept.double?.observeWrites {
      let isFirst = isSaved.withLock { isSaved in
        defer { isSaved = true }
        return !isSaved
      }
      if isFirst { _ = try? unsafe.save("zero\none inside\n\nX\n", in: id) }
    }
    kept.wait(milliseconds: 10_100)
    try kept.reconcile([])
    kept.double?.observeWrites {}
    #expect(isSaved.withLock(\.self) && kept.texts == ["zero\none inside\n\nY\n"], "\(kept.texts)")
  }

  @Test("what is written later into a file that was replaced is merged each time where no file has two names")
  func writtenOnWithOneName() throws {
    let kept = try KeptFolder(canExchange: false, canLink: false)
    try kept.write("one\n\n\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    let held = open("\(kept.path)/a.md", O_WRONLY | O_APPEND)
    defer { close(held) }
    try kept.save("one inside\n\n\n", in: id)
    try kept.reconcile([])
    for number in 1...3 {
      try add(Array("\(number)\n".utf8), to: held)
      kept.wait(milliseconds: 10_100)
      try kept.reconcile([])
    }
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts == ["one inside\n\n\n1\n2\n3\n"] && kept.folder.staged.isEmpty)
  }

  @Test(
    "what came out of its place is kept for 10 s though the clock is put back, whichever process looks, and then goes")
  func clockPutBack() throws {
    let kept = try KeptFolder()
    try kept.write("one\n", "a.md")
    try kept.rest()
    try kept.save("two\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.reconcile()
    kept.wait(milliseconds: -60_000)
    for wait in [0, 5_000, 4_900] {
      kept.wait(milliseconds: wait)
      try kept.reopen()
      try kept.reconcile()
      #expect(kept.folder.staged.count == 1)
    }
    kept.wait(milliseconds: 200)
    try kept.reopen()
    try kept.reconcile()
    #expect(kept.folder.staged.isEmpty)
  }

  @Test(
    "what is written later into a file that was replaced is seen after 10 s, whatever the calendar does meanwhile",
    arguments: [-365 * 86_400_000, 0, 365 * 86_400_000], [true, false])
  func calendarSet(ahead: Int, canExchange: Bool) throws {
    // Where no file has two names nobody tells whether a program has it open.
    let kept = try KeptFolder(canExchange: canExchange, canLink: false)
    try kept.write("one\n\n\n", "a.md")
    try kept.rest()
    let held = open("\(kept.path)/a.md", O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(held) }
    try kept.save("one inside\n\n\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.reconcile([])
    kept.ahead.setCalendar(ahead: ahead)
    kept.wait(milliseconds: 5_000)
    try kept.reconcile([])
    try add(Array("late\n".utf8), to: held)
    kept.wait(milliseconds: 5_100)
    try kept.reconcile([])
    #expect(kept.texts == ["one inside\n\n\nlate\n"])
  }

  @Test("detaching keeps what somebody wrote into a file that came out of its place, or may still write")
  func detached() throws {
    for isClosed in [false, true] {
      let kept = try KeptFolder()
      try kept.write("one\n", "a.md")
      try kept.write("two\n", "b.md")
      try kept.rest()
      let (a, b) = try (#require(kept.memo("a.md")).metadata.id, #require(kept.memo("b.md")).metadata.id)
      // No process that another test starts meanwhile may have it.
      let held = open("\(kept.path)/a.md", O_WRONLY | O_APPEND | O_CLOEXEC)
      try kept.save("one\ninside\n", in: a)
      try kept.save("two\ninside\n", in: b)
      let date = kept.ahead.date
      try kept.reconcile([])
      #expect(kept.folder.countAwaited(at: date) == 1)
      #expect(kept.folder.staged.count == 2)
      if isClosed {
        try add(Array("outside\n".utf8), to: held)
        close(held)
        #expect(kept.folder.countAwaited(at: date) == 0)
      }
      #expect(try kept.folder.detach() == 1 && kept.folder.staged.count == 1)
      if !isClosed {
        try add(Array("outside\n".utf8), to: held)
        close(held)
      }
      _ = try NotesFolder.prepare(kept.path, id: kept.folder.id)
      try kept.reopen()
      try kept.rest()
      #expect(kept.texts.first?.contains("outside") == true, "\(kept.texts)")
      try kept.checkRest()
      #expect(try kept.folder.detach() == 0 && !FileManager.default.fileExists(atPath: "\(kept.path)/.memo-ls"))
    }
  }

  private func add(_ bytes: [UInt8], to file: Int32) throws {
    try require(Descriptors.writeAll(bytes, to: file) == 0, "can't write")
  }

  @Test("a file that is emptied just before the exchange, and written after it, is merged as a whole")
  func emptied() throws {
    let kept = try KeptFolder()
    try kept.write("one\n\ntwo\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    let held = open("\(kept.path)/a.md", O_WRONLY | O_CLOEXEC)
    try kept.save("one\n\ninside\ntwo\n", in: id)
    let now = kept.ahead.date.nanosecondsSince1970
    kept.steps.set { step in
      guard step == .named else { return }
      ftruncate(held, 0)
      FileAttributes.setModified(held, now)
    }
    try kept.reconcile([])
    kept.steps.set(nil)
    try add(Array("one outside\n\ntwo\n".utf8), to: held)
    close(held)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.texts == ["one outside\n\ninside\ntwo\n"])
  }

  @Test("what others append just before a merged text is put in place is merged, not copied")
  func appended() throws {
    let kept = try KeptFolder()
    try kept.write("one\n\n\n", "a.md")
    try kept.rest()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save("one inside\n\n\n", in: id)
    try kept.write("one\n\n\n1\n", "a.md")
    let path = "\(kept.path)/a.md"
    let count = Mutex(1)
    kept.steps.set { step in
      guard step == .named else { return }
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 { try? append(Array("\(number)\n".utf8), path) }
    }
    try kept.rest()
    #expect(kept.texts == ["one inside\n\n\n1\n2\n"])
  }

  @Test("while a file may turn up that another was renamed over, memos wait as files do, and nothing is tried in vain")
  func renamedOver() throws {
    let kept = try KeptFolder()
    for name in ["a", "b", "c", "d", "e"] { try kept.write("\(name)\n1\n2\n", "\(name).md") }
    try kept.rest()
    try kept.save("d inside\n1\n2\n", in: #require(kept.memo("d.md")).metadata.id)
    try kept.writeInPlace("d\n1\n2\noutside\n", "d.md")
    try kept.writeInPlace("e\n1\n2\noutside\n", "e.md")
    kept.keeper.note([.everything])
    for (from, to) in [("a", "b"), ("c", "a")] {
      #expect(rename("\(kept.path)/\(from).md", "\(kept.path)/\(to).md") == 0)
    }
    // The folder changed just now, as the keeper's clock has it.
    let root = try #require(OpenFolder(path: kept.path))
    FileAttributes.setModified(root.descriptor, kept.ahead.date.nanosecondsSince1970)
    let report = try kept.keeper.reconcile()
    #expect(report.missing == 1 && report.isQuiet)
    let due = try #require(report.due)
    #expect(due > .now + .milliseconds(100), "it would be tried again at once")
    // The next look is as late as it was said to be, and finds all that was to be found.
    kept.wait(milliseconds: 1_100)
    try kept.reconcile([])
    #expect(kept.texts == ["a\n1\n2\n", "c\n1\n2\n", "d inside\n1\n2\noutside\n", "e\n1\n2\noutside\n"])
    try kept.rest()
    try kept.checkRest()
  }
}
