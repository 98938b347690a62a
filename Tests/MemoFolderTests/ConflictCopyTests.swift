import CSystem
import MemoEngine
import MemoModel
import MemoText
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A conflict copy is read by nobody who may not read its original")
struct ConflictCopyTests {
  private let kept: KeptFolder

  init() throws { kept = try KeptFolder() }

  private var path: String { "\(kept.path)/a.md" }

  private func status(_ name: String) throws -> FileStatus {
    try #require(FileStatus(kept.folder.root.descriptor, name))
  }

  /// Has a memo and its file say different things in the same line.
  private func conflict() throws {
    try kept.rest()
    try kept.save("inside\n", in: #require(kept.memo("a.md")).metadata.id)
    try kept.writeInPlace("outside\n", "a.md")
    try kept.rest()
    #expect(kept.files == ["a.md": "inside\n", "a 2.md": "outside\n"])
  }

  @Test("it belongs to the same group", .enabled(if: geteuid() == 0))
  func group() throws {
    try kept.write("one\n", "a.md")
    chown(path, .max, 4321)
    chmod(path, 0o640)
    try conflict()
    #expect(try status("a 2.md").owner.group == 4321 && status("a 2.md").permissions == 0o640)
  }

  @Test("it is its owner's alone where an access control list says who may read the original")
  func list() throws {
    try kept.write("one\n", "a.md")
    chmod(path, 0o600)
    let file = open(path, O_RDWR | O_CLOEXEC)
    // The owner, another user, the group, the most for these two, and all others.
    let entries: [(tag: UInt8, rights: UInt8, user: UInt32)] = [
      (1, 6, .max), (2, 4, 1), (4, 0, .max), (16, 4, .max), (32, 0, .max),
    ]
    var list: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      list += [entry.tag, 0, entry.rights, 0]
      for byte in 0..<4 { list.append(UInt8(truncatingIfNeeded: entry.user >> (8 * UInt32(byte)))) }
    }
    // Not all file systems have any.
    let isSet = memo_attribute_set(file, "system.posix_acl_access", list, list.count) == 0
    close(file)
    guard isSet else { return }
    #expect(try status("a.md").permissions == 0o640)
    try conflict()
    #expect(try status("a.md").permissions == 0o640 && status("a 2.md").permissions == 0o600)
  }

  @Test("it has the permissions that the original had before that went", arguments: [true, false])
  func gone(isTaken: Bool) throws {
    try kept.write("one\n", "a.md")
    try kept.write("another\n", "b.md")
    chmod(path, 0o600)
    try kept.rest()
    let memo = try #require(kept.memo("a.md"))
    let copies = try OutsideChange.taking(
      Rope("two\n"), into: memo, base: nil, modifiedAt: kept.ahead.date, now: kept.ahead.date
    ).dropFirst()
    #expect(copies.count == 1)
    try kept.trash(memo.metadata.id)
    try kept.rest()
    if isTaken {
      kept.wait(milliseconds: 61_000)
      try kept.write("other words\n", "a.md")
      try kept.rest()
    }
    #expect(try kept.other.write(copies.map(\.change), journal: nil).isEmpty)
    try kept.rest()
    let name = try #require(kept.files.first { $0.value == "two\n" }?.key)
    #expect(try status(name).permissions == 0o600 && kept.files.count == (isTaken ? 3 : 2))
  }
}
