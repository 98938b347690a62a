import MemoJournal
import MemoModel

/// A journal's file as bytes in memory.
enum JournalBytes {
  /// A change as written in a file, without its commit word.
  static func encoded(_ record: JournalRecord) -> [UInt8] {
    var encoder = JournalEncoder()
    encoder.encode(record)
    return encoder.bytes + (encoder.text?.bytes ?? [])
  }

  /// A file with these encoded changes, numbered from `first`, each with a valid commit word, and some room after them.
  static func file(of records: [[UInt8]], journal: Int, first: Int) -> [UInt8] {
    let header = JournalFormat.Header(journal: journal, salt: 1, firstSequence: first)
    // Words, because a header must start at a multiple of 8.
    var words = [UInt64](repeating: 0, count: JournalFormat.headerSize / 8)
    words.withUnsafeMutableBytes { words in
      if let start = words.baseAddress { JournalFormat.write(header, to: start) }
    }
    var bytes = words.withUnsafeBytes { Array($0) }
    for (index, record) in records.enumerated() {
      let commit = record.withUnsafeBytes {
        JournalFormat.commitWord($0, salt: header.salt, sequence: first &+ index)
      }
      let end = bytes.count + JournalFormat.room(record.count)
      withUnsafeBytes(of: commit) { bytes.append(contentsOf: $0) }
      bytes += record
      bytes += [UInt8](repeating: 0, count: end - bytes.count)
    }
    return bytes + [UInt8](repeating: 0, count: 8)
  }
}
