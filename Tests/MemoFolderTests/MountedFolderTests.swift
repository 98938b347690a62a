#if os(Linux)
  import Foundation
  import MemoModel
  import TestSupport
  import Testing

  @testable import MemoFolder
  @testable import Platform

  /// Only root may, and not everywhere.
  private let canMount: Bool = {
    let place = FileManager.default.temporaryDirectory.appending(path: "memo-mount-\(UUID().uuidString)").path
    defer { rmdir(place) }
    guard mkdir(place, 0o700) == 0, mount("/dev/shm", place, nil, UInt(MS_BIND), nil) == 0 else { return false }
    defer { umount2(place, Int32(MNT_DETACH)) }
    return OpenFolder(path: place)?.device != OpenFolder(path: NSTemporaryDirectory())?.device
  }()

  @Suite("A file system that is mounted below a folder", .enabled(if: canMount), .serialized)
  final class MountedFolderTests {
    private let kept: KeptFolder
    /// On another file system than the folder.
    private let drive = "/dev/shm/memo-drive-\(UUID().uuidString)"
    private var place: String { "\(kept.path)/usb" }

    init() throws {
      kept = try KeptFolder()
      mkdir(drive, 0o700)
      try kept.write("own\n", "own.md")
      mkdir(place, 0o755)
      attach()
      try kept.write("one\n", "usb/d/a.md")
      try kept.rest()
    }

    deinit {
      umount2(place, Int32(MNT_DETACH))
      try? FileManager.default.removeItem(atPath: drive)
    }

    private func attach() { #expect(mount(drive, place, nil, UInt(MS_BIND), nil) == 0) }

    private func detach() { #expect(umount2(place, Int32(MNT_DETACH)) == 0) }

    @Test(
      "its notes are asked about once it is not mounted, and are what they were once it is", arguments: [false, true])
    func unmounted(reopens: Bool) throws {
      let id = try #require(kept.memo("usb/d/a.md")).metadata.id
      detach()
      if reopens { try kept.reopen() }
      try kept.reconcile()
      try kept.save("inside\n", in: id)
      kept.wait(milliseconds: 1_000)
      let report = try kept.reconcile()
      #expect(report.loss?.paths == ["usb/d/a.md"] && report.due != nil && kept.memos.count == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
      attach()
      kept.wait(milliseconds: 5_000)
      #expect(try kept.reconcile([]).loss == nil)
      #expect(kept.memo("usb/d/a.md")?.metadata.id == id && kept.memo("usb/d/a.md")?.words == "inside\n")
      #expect(contents("\(place)/d/a.md") == Array("one\n".utf8) && kept.trashedMemos.isEmpty)
    }

    @Test("its notes are read and not written, and what is said of that can be done")
    func written() throws {
      kept.steps.set { step in #expect(step != .drafted, "nothing is written in vain") }
      try kept.save("inside\n", in: #require(kept.memo("usb/d/a.md")).metadata.id)
      let problem = try kept.reconcile().problems["usb/d/a.md"]
      #expect(problem?.hasSuffix("another file system than the folder, and files there are only read; move it") == true)
      kept.steps.set(nil)
      #expect(contents("\(place)/d/a.md") == Array("one\n".utf8))
      try kept.move("usb/d/a.md", "a.md")
      try kept.rest()
      #expect(kept.files["a.md"] == "inside\n" && kept.memos.count == 2)
    }

    @Test("what has to be in a new file there is in one in the folder's top: conflict copies, restored notes, a day")
    func made() throws {
      let id = try #require(kept.memo("usb/d/a.md")).metadata.id
      try kept.save("inside\n", in: id)
      try kept.write("outside\n", "usb/d/a.md")
      try kept.reconcile()
      #expect(kept.files["outside.md"] == "outside\n" && contents("\(place)/d/a.md") == Array("outside\n".utf8))
      try kept.write(#"{"folder":"usb/days"}"#, ".obsidian/daily-notes.json")
      try kept.save("2026-11-02\n", in: .daily(#require(CalendarDay("2026-11-02"))))
      try kept.remove("usb/d/a.md")
      kept.wait(milliseconds: 6_000)
      try kept.rest()
      #expect(kept.files["inside.md"] == "inside\n" && kept.files["2026-11-02.md"] == "2026-11-02\n")
      #expect(kept.memo("inside.md")?.metadata.id == id && contents("\(place)/d/a.md") == nil)
    }

    @Test("notes that it hides are asked about, too, and go once somebody agrees")
    func hidden() throws {
      detach()
      kept.wait(milliseconds: 1_000)
      try kept.folder.confirm(kept.reconcile().loss?.token)
      try kept.reconcile()
      #expect(kept.memos.count == 1)
      try kept.write("two\n", "usb/b.md")
      try kept.rest()
      try FileManager.default.removeItem(atPath: "\(drive)/d")
      attach()
      try kept.reconcile()
      kept.wait(milliseconds: 1_000)
      #expect(try kept.reconcile().loss?.paths == ["usb/b.md"] && kept.texts == ["own\n", "two\n"])
      detach()
      kept.wait(milliseconds: 5_000)
      #expect(try kept.reconcile([]).loss == nil)
      try kept.rest()
      #expect(kept.texts == ["own\n", "two\n"] && kept.trashedMemos.count == 1)
    }
  }
#endif
