import MemoModel
import Platform
import StoreFiles
import Synchronization

/// The header of a write-ahead log's index, in the computer's own byte order
/// (<https://sqlite.org/walformat.html#the_wal_index_header>).
struct WALIndexHeader: Equatable {
  /// The number of pages committed to the log.
  let frames: Int
  /// The number of those that are in the database.
  let settledFrames: Int
  /// The number of pages in the log that the readers in each slot see at least; the greatest number if a slot was never
  /// used.
  let readMarks: [UInt32]
  private let pageSize: Int
  /// The salt that the log's own header must have.
  private let salt: UInt64

  /// Reads the index that is mapped in this process; nil if none is.
  init?(index path: String) {
    // Another process may be writing it, which takes next to no time.
    for _ in 0..<100 {
      if let header = Self(reading: path) {
        self = header
        return
      }
      sched_yield()
    }
    return nil
  }

  private init?(reading path: String) {
    let bytes = SQLiteFiles.maps.withLock { maps -> [UInt8]? in
      guard let map = maps[path].first(where: { $0.value.offset == 0 }),
        let start = UnsafeRawPointer(bitPattern: map.key)
      else { return nil }
      let bytes = Array(UnsafeRawBufferPointer(start: start, count: min(map.value.size, 136)))
      // Where the file was cut short, the map may be memory that has nothing of it: what SQLite made anew there of what
      // is left of the log.
      return map.value.protection?.isTriggered == true ? nil : bytes
    }
    // There are two copies; the second is written first.
    guard let bytes, bytes.count == 136, bytes[..<48] == bytes[48..<96], bytes[12] != 0 else { return nil }
    (frames, settledFrames, readMarks, pageSize, salt) = bytes.withUnsafeBytes { bytes in
      let pageSize = Int(bytes.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
      return (
        Int(bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self)),
        Int(bytes.loadUnaligned(fromByteOffset: 96, as: UInt32.self)),
        (0..<5).map { bytes.loadUnaligned(fromByteOffset: 100 + 4 * $0, as: UInt32.self) },
        pageSize == 1 ? 65536 : pageSize, bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
      )
    }
  }

  /// Whether both tell the same state of the log, whoever reads it.
  static func == (one: Self, other: Self) -> Bool {
    (one.frames, one.settledFrames, one.pageSize, one.salt)
      == (other.frames, other.settledFrames, other.pageSize, other.salt)
  }

  /// Whether all commits are in the database.
  var isSettled: Bool { settledFrames >= frames }

  /// The least length of the log: its header, and each page with a header.
  var logSize: Int { frames == 0 ? 0 : Self.logHeaderSize + frames * (24 + pageSize) }
  static let logHeaderSize = 32

  /// Whether this is the index of a log that is open.
  ///
  /// - Throws: ``StoreError`` if the log can't be read.
  func belongs(to descriptor: Int32, _ log: String) throws(StoreError) -> Bool {
    var found: UInt64 = 0
    let count = pread(descriptor, &found, 8, 16)
    guard count >= 0 else { throw SystemFailure.error("can't read \(log)") }
    return count == 8 && found == salt
  }
}
