public import MemoModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The journals beside a database: `memos.sqlite-edits-<journal>-<number>`.
public enum JournalFolder {
  private static let infix = "-edits-"
  private static let badSuffix = ".bad"

  static func path(database: String, journal: Int, number: Int) -> String {
    "\(database)\(infix)\(String(journal, radix: 16))-\(number)"
  }

  /// The journals whose files stand there, those of living processes too.
  public static func journals(database: String) -> Set<Int> {
    Set(files(database: database).compactMap { journal(of: $0, database: database) })
  }

  /// The journals of processes that are no more. Each is locked, so that nobody else takes it, and read only when its turn
  /// comes: however many there are, one is open at a time.
  public static func orphans(database: String) -> some Sequence<any OrphanedJournal> {
    let paths = files(database: database)
    let groups = Dictionary(grouping: paths) { journal(of: $0, database: database) ?? 0 }.sorted { $0.key < $1.key }
    return groups.lazy.compactMap { id, paths in OrphanedFiles(id: id, paths: paths) }
  }

  /// The number in a file's name; nil if it is no journal's. Names are taken apart and compared by their bytes, as file
  /// systems do.
  static func journal(of path: String, database: String) -> Int? {
    guard path.utf8.starts(with: "\(database)\(infix)".utf8) else { return nil }
    let rest = path.utf8.dropFirst(database.utf8.count + infix.utf8.count)
    let name = isBad(path) ? rest.dropLast(badSuffix.utf8.count) : rest
    let parts = name.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, Int(parts[1]) != nil else { return nil }
    return Int(parts[0], radix: 16)
  }

  private static func files(database: String) -> [String] {
    allFiles(database: database).filter { !isBad($0) }
  }

  /// All files of journals, those kept aside too, sorted by name.
  static func allFiles(database: String) -> [String] {
    guard let stream = opendir(StoreFile.folder(of: database)) else { return [] }
    defer { closedir(stream) }
    let place = String(decoding: database.utf8.dropLast(StoreFile.name(of: database).utf8.count), as: UTF8.self)
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if journal(of: place + name, database: database) != nil { paths.append(place + name) }
    }
    return paths.sorted()
  }

  /// Whether a journal's file is one that was kept aside.
  static func isBad(_ path: String) -> Bool { path.utf8.suffix(badSuffix.utf8.count).elementsEqual(badSuffix.utf8) }

  /// All bytes of a journal's file; nil if they can't be read.
  static func contents(_ descriptor: Int32) -> [UInt8]? {
    var status = stat()
    // No journal of ours is larger than a message and some; a file that is was not made by us.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < 2 << 30 else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(filled))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  static func badPath(_ path: String) -> String { path + badSuffix }
}

/// One file of an orphan. Holds its lock for as long as it lives.
private final class OrphanedFile: Sendable {
  let path: String
  let header: JournalFormat.Header?
  let records: [(sequence: Int, record: JournalRecord)]
  let isDamaged: Bool
  private let descriptor: Int32

  /// Nil if the file's owner lives, or another process has taken it.
  init?(path: String) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let bytes = JournalFolder.contents(descriptor) else {
      close(descriptor)
      return nil
    }
    header = JournalFormat.header(of: bytes)
    if let header {
      (records, isDamaged) = JournalFormat.records(of: bytes, header)
    } else {
      records = []
      isDamaged = !JournalFormat.isUnused(bytes)
    }
  }

  deinit { close(descriptor) }
}

/// All files of one orphan.
private struct OrphanedFiles: OrphanedJournal {
  let id: Int
  let records: [(sequence: Int, record: JournalRecord)]
  let isDamaged: Bool
  private let files: [OrphanedFile]

  /// Nil if its process lives, or another has taken it.
  init?(id: Int, paths: [String]) {
    let files = paths.compactMap(OrphanedFile.init)
    guard files.count == paths.count else { return nil }
    self.id = id
    self.files = files.sorted { ($0.header?.firstSequence ?? .max) < ($1.header?.firstSequence ?? .max) }
    let all = self.files.flatMap(\.records)
    // Numbers run on from file to file. What stands behind a gap can't be placed.
    let end = all.indices.dropFirst().first { all[$0].sequence != all[$0 - 1].sequence &+ 1 }
    records = Array(all[..<(end ?? all.endIndex)])
    let isForeign = files.contains { $0.header.map { $0.journal != id } ?? false }
    isDamaged = isForeign || records.count < all.count || files.contains(where: \.isDamaged)
  }

  func remove() { for file in files { unlink(file.path) } }

  func setAside() { for file in files { rename(file.path, JournalFolder.badPath(file.path)) } }
}
