package import MemoModel
import Synchronization

/// The layout of a journal's segment in its file, little-endian, everything aligned to 8 bytes:
///
///     header   "memoJRN2", journal (8), salt (8), first sequence (8), checksum of these (4), 0 (4)
///     record   commit word (8): length (4) and checksum (4); the record's bytes, padded to 8
///
/// The checksum starts with the segment's salt and the record's sequence, so that neither a record of the file's
/// earlier life nor one in the wrong place is valid. The commit word is written last: where it is 0 or does not match,
/// the segment ends.
package enum JournalFormat {
  /// The length of a header in bytes.
  package static let headerSize = 40
  private static let magic = UInt64(littleEndian: 0x324E_524A_6F6D_656D)

  /// The header of a segment.
  package struct Header: Equatable {
    /// The journal that the segment belongs to.
    package let journal: Int
    /// The start value of its checksums.
    package let salt: UInt64
    /// The number of its first record.
    package let firstSequence: Int

    /// Creates a header from its parts.
    package init(journal: Int, salt: UInt64, firstSequence: Int) {
      (self.journal, self.salt, self.firstSequence) = (journal, salt, firstSequence)
    }
  }

  /// The room that a record of this length takes with its commit word.
  package static func room(_ count: Int) -> Int { 8 + (count + 7) & ~7 }

  /// The commit word of a record.
  package static func commitWord(_ record: UnsafeRawBufferPointer, salt: UInt64, sequence: Int) -> UInt64 {
    commitWord(count: record.count, checksum: CRC32C.checksum(record, salt: salt, sequence: sequence))
  }

  static func commitWord(count: Int, checksum: UInt32) -> UInt64 {
    (UInt64(UInt32(truncatingIfNeeded: count)) | UInt64(checksum) << 32).littleEndian
  }

  /// Writes a header into a segment's first ``headerSize`` bytes, which start at a multiple of 8. Its first word comes
  /// last: if the process ends in between, the file looks unused.
  package static func write(_ header: Header, to start: UnsafeMutableRawPointer) {
    let bytes = UnsafeMutableRawBufferPointer(start: start, count: headerSize)
    bytes.storeBytes(of: Int64(header.journal).littleEndian, toByteOffset: 8, as: Int64.self)
    bytes.storeBytes(of: header.salt.littleEndian, toByteOffset: 16, as: UInt64.self)
    bytes.storeBytes(of: Int64(header.firstSequence).littleEndian, toByteOffset: 24, as: Int64.self)
    let sum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[8..<32]), salt: magic, sequence: 0)
    bytes.storeBytes(of: UInt64(sum).littleEndian, toByteOffset: 32, as: UInt64.self)
    start.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(magic, ordering: .releasing)
  }

  /// Whether a file was never written to, or has only part of a header.
  package static func isUnused(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= headerSize + 8 else { return bytes.allSatisfy { $0 == 0 } }
    return bytes.withUnsafeBytes { word($0, 0) == 0 && word($0, headerSize) == 0 }
  }

  /// A segment's header; nil if its checksum does not match.
  package static func header(of bytes: [UInt8]) -> Header? {
    guard bytes.count >= headerSize else { return nil }
    return bytes.withUnsafeBytes { bytes in
      let sum = CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[8..<32]), salt: magic, sequence: 0)
      guard word(bytes, 0) == UInt64(littleEndian: magic), word(bytes, 32) == UInt64(sum) else { return nil }
      return Header(
        journal: Int(truncatingIfNeeded: word(bytes, 8)), salt: word(bytes, 16),
        firstSequence: Int(truncatingIfNeeded: word(bytes, 24)))
    }
  }

  /// The records that a starting process reads from a segment's file, as far as they are valid, and whether anything
  /// else is there.
  package static func records(
    of bytes: [UInt8]
  ) -> (records: [(sequence: Int, record: JournalRecord)], isDamaged: Bool) {
    guard let header = header(of: bytes) else { return ([], !isUnused(bytes)) }
    return records(of: bytes, header)
  }

  /// The records of a segment from its header to the first invalid place, and whether anything is there.
  package static func records(
    of bytes: [UInt8], _ header: Header
  ) -> (records: [(sequence: Int, record: JournalRecord)], isDamaged: Bool) {
    var records: [(sequence: Int, record: JournalRecord)] = []
    var offset = headerSize
    var sequence = header.firstSequence
    while offset + 8 <= bytes.count {
      let commit = bytes.withUnsafeBytes { word($0, offset) }
      if commit == 0 { break }
      let length = Int(commit & 0xFFFF_FFFF)
      guard length <= bytes.count - offset - 8 else { return (records, true) }
      let range = (offset + 8)..<(offset + 8 + length)
      let expected = bytes.withUnsafeBytes {
        commitWord(UnsafeRawBufferPointer(rebasing: $0[range]), salt: header.salt, sequence: sequence)
      }
      // A reused segment still holds records of its earlier life: they end it, and are no damage. A flipped bit looks
      // the same, so the result only says that there was something.
      guard UInt64(littleEndian: expected) == commit else { return (records, true) }
      var decoder = JournalDecoder(bytes[range])
      guard let record = decoder.record() else { return (records, true) }
      records.append((sequence, record))
      offset += room(length)
      let (next, overflow) = sequence.addingReportingOverflow(1)
      guard !overflow else { return (records, true) }
      sequence = next
    }
    return (records, false)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
