import Foundation
import MemoModel
import StoreFiles
import TestSupport
import Testing

@testable import MemoJournal

/// Long changes that are written down before they count.
extension JournalTests {
  private static func long(_ count: Int, version: Int) throws -> JournalRecord {
    let text = WholeText(String(repeating: "긴 글\n", count: count))
    return JournalRecord(
      id: try #require(MemoID("long")), version: version, base: 0, change: .created(state, text: text))
  }

  private static func files(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test(
    "a staged change counts from when it is appended, among the others in their order",
    arguments: [4096, 64 << 10], [1, 200, 5000])
  func staged(segmentSize: Int, count: Int) throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(stream: UInt64(segmentSize + count))
    var journal: CrashJournal? = CrashJournal(database: folder.database, segmentSize: segmentSize)
    var expected: [JournalRecord] = []
    var staged: [any StagedRecord] = []
    for step in 1...120 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let edit = JournalRecord.TextEdit(range: 0..<step, text: String(repeating: "x", count: count))
        let change = random.chance(50) ? JournalRecord.Change.stated(Self.state, [edit]) : nil
        let record = try Self.long(count, version: step)
        if let record = try journal?.stage(change.map { record.with($0) } ?? record) { staged.append(record) }
      case 1:
        guard !staged.isEmpty else { continue }
        let change = staged.remove(at: Int.random(in: 0..<staged.count, using: &random))
        if random.chance(20) { continue }
        #expect(try journal?.append(change) == expected.count + 1)
        expected.append(change.record)
      default:
        let record = try Self.records()[step % 14]
        #expect(try journal?.append(record) == expected.count + 1)
        expected.append(record)
      }
    }
    // What is still staged at the end never counted.
    staged = []
    journal?.waitForBackground()
    journal = nil
    let found = try orphans(folder).filter { !$0.records.isEmpty }
    #expect(found.count == 1 && found.first?.isDamaged == false)
    #expect(found.first?.records.map(\.record) == expected)
    #expect(found.first?.records.map(\.sequence) == Array(1...expected.count))
  }

  @Test("a staged change that a process leaves behind is an unused file")
  func leftStaged() throws {
    let folder = try TemporaryFolder()
    let journal = CrashJournal(database: folder.database, segmentSize: 4096)
    let staged = try journal.stage(try Self.long(2000, version: 1))
    let long = try #require(
      try Self.files(folder).map { try Data(contentsOf: URL(filePath: "\(folder.path)/\($0)")) }
        .max { $0.count < $1.count })
    #expect(JournalFormat.isUnused(Array(long)) && long.contains { $0 != 0 })
    #expect(staged.record.version == 1)
  }

  @Test("a staged change that is never appended takes its file away")
  func forgotten() throws {
    let folder = try TemporaryFolder()
    let journal = CrashJournal(database: folder.database, segmentSize: 4096)
    var staged: (any StagedRecord)? = try journal.stage(try Self.long(2000, version: 1))
    journal.waitForBackground()
    let bytes = journal.bytes
    #expect(try Self.files(folder).count == 2 && staged != nil)
    staged = nil
    journal.waitForBackground()
    #expect(try Self.files(folder).count == 1 && journal.bytes < bytes)
  }

  @Test("a checksum is that of another number as well, however many bytes came since")
  func renumbered() throws {
    var random = SeededGenerator(stream: 9)
    for count in [0, 1, 7, 8, 9, 100, 4096, 70_001] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
      let (old, new) = (Int.random(in: 0...9, using: &random), Int.random(in: 0 ... .max, using: &random))
      var checksum = CRC32C(salt: 5, sequence: old)
      bytes.withUnsafeBytes { checksum.add($0) }
      checksum.renumber(from: old, to: new, salt: 5, after: count)
      #expect(checksum.value == bytes.withUnsafeBytes { CRC32C.checksum($0, salt: 5, sequence: new) }, "\(count)")
    }
  }
}

extension JournalRecord {
  fileprivate func with(_ change: Change) -> JournalRecord {
    JournalRecord(id: id, version: version, base: base, change: change)
  }
}
