package import MemoModel
import Platform
package import StoreFiles

extension JournalFolder {
  /// The journals of ended processes. Each is locked, so that nobody else takes it, and read only in its turn: however
  /// many there are, one is open at a time.
  ///
  /// - Parameter skipped: called for each that can't be read now and is left out; its reason is `locked` if another
  ///   process is just bringing its changes back.
  /// - Throws: ``StoreError`` if the folder can't be read.
  package static func orphans(
    database: String, skipped: @escaping (StoreError) -> Void = { _ in }
  ) throws(StoreError) -> some Sequence<any OrphanedJournal> {
    try groups(database: database).lazy.compactMap { id, paths in
      do throws(StoreError) {
        return try OrphanedFiles(id: id, paths: paths)
      } catch {
        skipped(error)
        return nil
      }
    }
  }

  /// The last change of each memo in each journal of an ended process, be it that another process brings it back just
  /// now. Takes no journal; nil if not every one can be read.
  package static func lastChanges(database: String) -> [Int: [MemoID: Int]]? {
    do throws(StoreError) {
      var changes: [Int: [MemoID: Int]] = [:]
      for (id, paths) in try groups(database: database) {
        let files = try paths.map { path throws(StoreError) in try OrphanedFile(path: path, isTaken: false) }
        guard files.allSatisfy({ $0 != nil }) else { continue }
        for (sequence, record) in OrphanedFiles(id: id, files: files.compactMap(\.self)).records {
          changes[id, default: [:]][record.id] = sequence
        }
      }
      return changes
    } catch {
      return nil
    }
  }

  /// Whether a journal's file belongs to nobody any more: its process has ended, and no other brings its changes back.
  /// If somebody looks at the same moment, only a later look tells.
  package static func isOrphan(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return JournalLock.isFree(descriptor)
  }

  /// The files of each journal.
  private static func groups(database: String) throws(StoreError) -> [(id: Int, paths: [String])] {
    Dictionary(grouping: try files(database: database)) { journal(of: $0, database: database) ?? 0 }
      .sorted { $0.key < $1.key }.map { (id: $0.key, paths: $0.value) }
  }

  /// All bytes of a journal's file; nil if this program did not create it.
  ///
  /// - Throws: ``StoreError`` if it can't be read.
  package static func contents(_ descriptor: Int32, _ path: String) throws(StoreError) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    // Our journals are not much larger than the largest message; a larger file is not ours.
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size < 2 << 30 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled, off_t(filled))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      guard count > 0 else { return nil }
      filled += count
    }
    return bytes
  }

  /// The revisions that changes in all journals are based on, even those of living processes; nil if one can't be read
  /// now. Changes written meanwhile may be missing.
  package static func bases(database: String) -> Set<Int>? {
    var bases: Set<Int> = []
    do throws(StoreError) {
      for path in try files(database: database) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
          // Its owner has removed it, since all of it is saved.
          if errno == ENOENT { continue }
          return nil
        }
        defer { close(descriptor) }
        guard let bytes = try contents(descriptor, path) else { return nil }
        bases.formUnion(JournalFormat.records(of: bytes).records.lazy.map(\.record.base))
      }
    } catch {
      return nil
    }
    return bases
  }

  static func failure(_ path: String) -> StoreError {
    SystemFailure.error("can't read the journal \(path), which may hold changes that are not saved")
  }
}

/// One file of an orphan. Holds its lock for as long as it lives, if it took that.
private final class OrphanedFile: Sendable {
  let path: String
  let header: JournalFormat.Header?
  let records: [(sequence: Int, record: JournalRecord)]
  let isDamaged: Bool
  private let descriptor: Int32

  /// Nil if the file's owner lives, another process has replayed it, or this program did not create it.
  ///
  /// - Parameter isTaken: whether the file is taken; if not, it is only read, even while another process has it.
  /// - Throws: ``StoreError`` if it can't be read, or is to be taken and another process has it.
  init?(path: String, isTaken: Bool) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if [ENOENT, ELOOP, EACCES, EPERM, ENXIO, EISDIR].contains(errno) { return nil }
      throw JournalFolder.failure(path)
    }
    let bytes: [UInt8]
    do throws(StoreError) {
      try StoreGuard.check(descriptor, path)
      guard try Self.isOrphan(descriptor, path, isTaken), let contents = try JournalFolder.contents(descriptor, path)
      else {
        close(descriptor)
        return nil
      }
      bytes = contents
    } catch {
      close(descriptor)
      throw error
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

  /// False if its owner lives, or another process has replayed and removed the file since it was opened.
  private static func isOrphan(_ descriptor: Int32, _ path: String, _ isTaken: Bool) throws(StoreError) -> Bool {
    switch try JournalLock.take(descriptor, path) {
    case .owner: return false
    case .nobody: if !isTaken { JournalLock.release(descriptor) }
    case .recoverer:
      guard !isTaken else {
        throw StoreError(
          .locked, "another process is bringing back what is not saved in the journal \(path); wait, or end it")
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw JournalFolder.failure(path) }
    return status.st_nlink > 0
  }
}

/// All files of one orphan.
private struct OrphanedFiles: OrphanedJournal {
  let id: Int
  let records: [(sequence: Int, record: JournalRecord)]
  let isDamaged: Bool
  private let files: [OrphanedFile]

  /// Nil if its process lives, or another process has replayed it.
  ///
  /// - Throws: ``StoreError`` if it can't be read, or another process has it.
  init?(id: Int, paths: [String]) throws(StoreError) {
    var files: [OrphanedFile] = []
    for path in paths { if let file = try OrphanedFile(path: path, isTaken: true) { files.append(file) } }
    guard files.count == paths.count else { return nil }
    self.init(id: id, files: files)
  }

  init(id: Int, files: [OrphanedFile]) {
    self.id = id
    self.files = files.sorted { ($0.header?.firstSequence ?? .max) < ($1.header?.firstSequence ?? .max) }
    let all = self.files.flatMap(\.records)
    // Numbers continue from file to file. Records after a gap can't be placed.
    let end = all.indices.dropFirst().first { all[$0].sequence != all[$0 - 1].sequence &+ 1 }
    records = Array(all[..<(end ?? all.endIndex)])
    let isForeign = files.contains { $0.header.map { $0.journal != id } ?? false }
    isDamaged = isForeign || records.count < all.count || files.contains(where: \.isDamaged)
  }

  func remove() { for file in files { unlink(file.path) } }

  func setAside() { for file in files { rename(file.path, JournalFolder.badPath(file.path)) } }
}
