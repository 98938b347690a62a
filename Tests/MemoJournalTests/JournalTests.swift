import Dispatch
import Foundation
import JSON
import MemoModel
import StoreFiles
import Synchronization
import TestSupport
import Testing

@testable import MemoJournal

@Suite("The crash journal's files")
struct JournalTests {
  static let state = JournalRecord.State(
    createdAt: Timestamp(millisecondsSince1970: 1), modifiedAt: Timestamp(millisecondsSince1970: -2),
    trashedAt: Timestamp(millisecondsSince1970: 3), properties: Array(#"{"a":1.0}"#.utf8))

  /// Records of every kind.
  static func records() throws -> [JournalRecord] {
    let id = try #require(MemoID("memo-1"))
    let edit = JournalRecord.TextEdit(range: 3..<7, text: "한\0e\u{301}")
    let changes: [JournalRecord.Change] = [
      .created(state, text: WholeText("text")), .edited(modifiedAt: .now, [edit]), .edited(modifiedAt: .now, []),
      .stated(state, [edit, JournalRecord.TextEdit(range: 0..<0, text: "")]), .removed,
      .rebased(state, [edit]), .moved(state, [edit], to: 5, UndoLinks(undoTo: 4, redoTo: 6)),
    ]
    let records = changes.enumerated().map { JournalRecord(id: id, version: $0 + 1, base: 3 * $0, change: $1) }
    // The same of an agent.
    return records
      + records.map { record in
        guard case .moved(let state, let edits, let revision, let links) = record.change else {
          return JournalRecord(
            id: id, version: record.version, base: record.base, by: "에이전트\0", change: record.change)
        }
        let named = UndoLinks(undoTo: links.undoTo, redoTo: links.redoTo, by: "a")
        return JournalRecord(
          id: id, version: record.version, base: record.base, change: .moved(state, edits, to: revision, named))
      }
  }

  /// The bytes of a segment with these records, cut 16 bytes after the last.
  static func segment(_ records: [JournalRecord], first: Int = 41) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let segment = try JournalSegment(path: "\(folder.path)/segment", size: 8192, journal: 77)
    segment.begin(at: first)
    var encoder = JournalEncoder()
    for record in records {
      encoder.encode(record)
      try segment.append(encoder)
    }
    let bytes = Array(try Data(contentsOf: URL(filePath: segment.path)))
    #expect(bytes.count == 8192 && bytes[segment.used...].allSatisfy { $0 == 0 })
    return Array(bytes.prefix(segment.used + 16))
  }

  private func read(_ bytes: [UInt8]) -> (records: [(sequence: Int, record: JournalRecord)], isDamaged: Bool)? {
    JournalFormat.header(of: bytes).map { JournalFormat.records(of: bytes, $0) }
  }

  @Test("records come back as they were, numbered from the segment's first")
  func roundTrip() throws {
    let records = try Self.records()
    let read = try #require(read(try Self.segment(records)))
    #expect(read.records.map(\.record) == records && read.records.map(\.sequence) == Array(41..<55) && !read.isDamaged)
  }

  @Test("cut at any byte, the longest valid beginning comes back")
  func cut() throws {
    let records = try Self.records()
    let bytes = try Self.segment(records)
    var longest = 0
    for length in 0...bytes.count {
      let found = read(Array(bytes.prefix(length)))?.records.map(\.record) ?? []
      #expect(found == Array(records.prefix(found.count)) && found.count >= longest)
      longest = found.count
    }
    #expect(longest == records.count)
  }

  @Test("with any bit flipped, what stands before it comes back, and nothing that was not written")
  func flipped() throws {
    let records = try Self.records()
    let bytes = try Self.segment(records)
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << UInt8(bit)
        guard let read = read(flipped) else {
          #expect(index < JournalFormat.headerSize)
          continue
        }
        let found = read.records.map(\.record)
        #expect(found == Array(records.prefix(found.count)), "bit \(bit) of byte \(index)")
        #expect(found.count == records.count || read.isDamaged, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test("records of another life, moved or dropped end the segment")
  func foreign() throws {
    let records = try Self.records()
    let bytes = try Self.segment(records)
    let other = try Self.segment(records)
    let first = JournalFormat.headerSize
    // The same records under another salt.
    #expect(read(Array(bytes[..<first] + other[first...]))?.records.isEmpty == true)
    // The first record left out, so that the second stands in its place.
    let length = Int(bytes[first]) | Int(bytes[first + 1]) << 8
    #expect(read(Array(bytes[..<first] + bytes[(first + JournalFormat.room(length))...]))?.records.isEmpty == true)
  }

  @Test("an agent's name is a bit of the kind and stands after the identifier; without one all is as it ever was")
  func agents() throws {
    let id = try #require(MemoID("m"))
    func bytes(_ agent: String?) -> [UInt8] {
      var encoder = JournalEncoder()
      encoder.encode(JournalRecord(id: id, version: 2, base: 3, by: agent, change: .removed))
      return encoder.bytes
    }
    func number(_ number: UInt8) -> [UInt8] { [number] + [UInt8](repeating: 0, count: 7) }
    let rest = number(2) + number(3) + number(1) + Array("m".utf8)
    #expect(bytes(nil) == [4] + rest)
    #expect(bytes("A") == [0x84] + rest + number(1) + Array("A".utf8))
  }

  @Test("what can be no agent's name makes a record invalid", arguments: [0, 1, 256, 257, 1 << 40, .max, .min, -1])
  func hostileNames(length: Int) throws {
    let prefix = Array(0..<16).map { UInt8($0 == 0 ? 1 : 0) } + [1, 0, 0, 0, 0, 0, 0, 0] + Array("m".utf8)
    for (kind, letter) in [(0x84, 0x41), (0x84, 0xFF), (0x80, 0x41), (0x87, 0x41), (0xFF, 0x41), (0xC4, 0x41)] {
      var bytes = [UInt8(kind)] + prefix
      withUnsafeBytes(of: Int64(length).littleEndian) { bytes += $0 }
      bytes += [UInt8](repeating: UInt8(letter), count: (0...1000).contains(length) ? length : 20)
      var decoder = JournalDecoder(bytes[...])
      let isOne = kind == 0x84 && letter == 0x41 && (1...256).contains(length)
      #expect((decoder.record()?.by?.utf8.count == length) == isOne, "\(kind) \(letter)")
    }
  }

  @Test("a version beyond what JSON can tell apart is no version")
  func hugeVersion() throws {
    let id = try #require(MemoID("memo-1"))
    for (version, isOne) in [
      (1, true), (1 << 53, true), (1 << 53 + 1, false), (Int.max, false), (0, false), (-1, false),
    ] {
      let record = JournalRecord(id: id, version: version, base: 0, change: .removed)
      #expect((read(try Self.segment([record]))?.records.count == 1) == isOne, "\(version)")
    }
  }

  @Test("an edit that would end beyond all numbers is none")
  func hugeEdit() throws {
    var encoder = JournalEncoder()
    encoder.encode(try Self.records()[1])
    for (start, isOne) in [(3, true), (Int.max - 4, true), (Int.max - 3, false), (Int.max, false), (-1, false)] {
      var bytes = encoder.bytes
      // After the kind come two numbers, the identifier with its length, a time and the number of edits.
      let place = 1 + 8 + 8 + 8 + "memo-1".utf8.count + 8 + 8
      withUnsafeBytes(of: Int64(start).littleEndian) { bytes.replaceSubrange(place..<(place + 8), with: $0) }
      var decoder = JournalDecoder(bytes[...])
      #expect((decoder.record() != nil) == isOne, "\(start)")
    }
  }

  @Test("no record follows one with the last number that there is")
  func lastNumber() throws {
    var bytes = try Self.segment([Self.records()[4]])
    let header = try #require(JournalFormat.header(of: bytes))
    let first = JournalFormat.headerSize
    let range = (first + 8)..<(first + 8 + Int(bytes[first]))
    let commit = bytes.withUnsafeBytes {
      JournalFormat.commitWord(UnsafeRawBufferPointer(rebasing: $0[range]), salt: header.salt, sequence: .max)
    }
    withUnsafeBytes(of: commit) { bytes.replaceSubrange(first..<(first + 8), with: $0) }
    let last = JournalFormat.Header(journal: header.journal, salt: header.salt, firstSequence: .max)
    let found = JournalFormat.records(of: bytes, last)
    #expect(found.records.map(\.sequence) == [.max] && found.isDamaged)
  }

  @Test("random bytes after a valid header are never taken for a record")
  func garbage() throws {
    var random = SeededGenerator(stream: 21)
    let bytes = try Self.segment([])
    for _ in 0..<2000 {
      let garbage = (0..<200).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect(read(Array(bytes.prefix(JournalFormat.headerSize)) + garbage)?.records.isEmpty != false)
    }
  }

  @Test("the checksum is CRC-32C")
  func checksum() {
    func reference(_ bytes: [UInt8]) -> UInt32 {
      var sum = ~UInt32(0)
      for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 {
          let isOdd = sum & 1 == 1
          sum >>= 1
          if isOdd { sum ^= 0x82F6_3B78 }
        }
      }
      return ~sum
    }
    #expect(reference(Array("123456789".utf8)) == 0xE306_9283, "the check value of RFC 3720")
    var random = SeededGenerator(stream: 22)
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let salt = UInt64.random(in: .min ... .max, using: &random)
      let sequence = Int.random(in: 1 ... .max, using: &random)
      let prefix = withUnsafeBytes(of: (salt.littleEndian, UInt64(sequence).littleEndian)) { Array($0) }
      let sum = bytes.withUnsafeBytes { CRC32C.checksum($0, salt: salt, sequence: sequence) }
      #expect(sum == reference(prefix + bytes))
    }
  }
}
