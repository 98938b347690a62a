import MemoJournal
import MemoModel

/// Finds the records after a damaged one. Only for salvaging words: nobody knows what the missing changes did, so these
/// can't simply be applied.
enum JournalResync {
  /// The most consecutive records that may be missing: more than small ones fit on a page of 4096 bytes.
  private static let mostMissing = 256
  /// The length, in bytes, of a record that is only looked for if few are missing: its checksum takes long.
  private static let longRecord = 64 << 10
  /// The most bytes to checksum in all: a few seconds' worth, for files that hold nothing but garbage.
  private static let mostSummed = 4 << 30

  /// The records of a segment that could not be read from its beginning on.
  static func records(
    of bytes: [UInt8], _ header: JournalFormat.Header, behind first: [(sequence: Int, record: JournalRecord)]
  ) -> [(sequence: Int, record: JournalRecord)] {
    var encoder = JournalEncoder()
    var offset = JournalFormat.headerSize
    for (_, record) in first {
      encoder.encode(record)
      offset += JournalFormat.room(encoder.count)
    }
    var found: [(sequence: Int, record: JournalRecord)] = []
    var (next, overflow) = (first.last?.sequence ?? header.firstSequence).addingReportingOverflow(1)
    var summed = 0
    while !overflow, offset + 8 <= bytes.count, summed < mostSummed {
      guard let hit = record(of: bytes, at: offset, header, from: next, &summed) else {
        // Every record starts at a multiple of 8.
        offset += 8
        continue
      }
      found.append((hit.sequence, hit.record))
      offset += JournalFormat.room(hit.length)
      (next, overflow) = hit.sequence.addingReportingOverflow(1)
    }
    return found
  }

  private static func record(
    of bytes: [UInt8], at offset: Int, _ header: JournalFormat.Header, from next: Int, _ summed: inout Int
  ) -> (sequence: Int, record: JournalRecord, length: Int)? {
    let commit = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    let length = Int(UInt64(littleEndian: commit) & 0xFFFF_FFFF)
    guard commit != 0, length > 0, length <= bytes.count - offset - 8 else { return nil }
    let range = (offset + 8)..<(offset + 8 + length)
    let tries = length > longRecord ? 4 : mostMissing
    let sequence = bytes.withUnsafeBytes { bytes -> Int? in
      let record = UnsafeRawBufferPointer(rebasing: bytes[range])
      for missing in 0..<tries {
        summed += length
        let (sequence, overflow) = next.addingReportingOverflow(missing)
        if overflow { break }
        if JournalFormat.commitWord(record, salt: header.salt, sequence: sequence) == commit { return sequence }
      }
      return nil
    }
    guard let sequence else { return nil }
    var decoder = JournalDecoder(bytes[range])
    return decoder.record().map { (sequence, $0, length) }
  }
}
