import MemoModel
import Platform
import StoreFiles
import Synchronization

/// One file of a journal, mapped into memory: what is written to the map belongs to the kernel at once, whatever
/// happens to the process.
///
/// Sendable by use: one thread creates it and hands it over before anybody else knows it; from then on its mutable
/// state (the map, `used`, `nextSequence`) is only used under its journal's lock, and `remove` and `sync` need only the
/// constant path and descriptor.
final class JournalSegment: @unchecked Sendable {
  let path: String
  /// The number of the next record.
  private(set) var nextSequence = 0
  /// The end of the records.
  private(set) var used = JournalFormat.headerSize
  let size: Int
  /// A written record that does not count yet: its length, and its checksum for number 0.
  private var staged: (count: Int, checksum: CRC32C)?
  private let descriptor: Int32
  private let map: UnsafeMutableRawPointer
  private let salt: UInt64
  private let journal: Int
  private let protection: MapProtection?

  /// Creates a file of this size: preallocated, so that a full disk is an error now and no SIGBUS at a keystroke;
  /// locked, so that nobody takes it for an orphan.
  init(path: String, size: Int, journal: Int) throws(StoreError) {
    self.path = path
    self.size = size
    self.journal = journal
    salt = UInt64.random(in: 1 ... .max)
    descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure.error("can't make the journal \(path)") }
    do throws(StoreError) {
      map = try Self.prepare(descriptor, path: path, size: size)
      protection = MapProtection(map, size: size)
    } catch {
      unlink(path)
      close(descriptor)
      throw error
    }
  }

  private static func prepare(
    _ descriptor: Int32, path: String, size: Int
  ) throws(StoreError) -> UnsafeMutableRawPointer {
    // Another process may have taken the file for an orphan before it was locked, and removed it.
    var status = stat()
    guard JournalLock.own(descriptor), fstat(descriptor, &status) == 0, status.st_nlink == 1 else {
      throw StoreError(.locked, "another process took the journal \(path); try again")
    }
    errno = Disk.allocate(descriptor, size)
    guard errno == 0 else { throw SystemFailure.error("can't make room for the journal \(path)") }
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw SystemFailure.error("can't map the journal \(path)") }
    return address
  }

  deinit {
    protection?.end()
    munmap(map, size)
    close(descriptor)
  }

  /// Waits until the file is on the disk; false if that failed. No change waits for it: the end of the process loses
  /// nothing of the file either way.
  func sync() -> Bool { Disk.sync(descriptor) }

  /// Whether the file was found truncated when it was written to.
  var isLost: Bool { protection?.isTriggered ?? false }

  /// Whether the file still exists with its name and length. Asks the file system; where that can't tell, such as on a
  /// disk that fails, nothing is taken for lost.
  var isIntact: Bool {
    guard !isLost else { return false }
    var (own, named) = (stat(), stat())
    guard stat(path, &named) == 0 else { return errno != ENOENT && errno != ENOTDIR }
    guard fstat(descriptor, &own) == 0 else { return true }
    return own.st_size >= off_t(size) && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }

  /// Makes the records of the segment count from this number. Until then it is an empty file.
  func begin(at sequence: Int) {
    nextSequence = sequence
    let header = JournalFormat.Header(journal: journal, salt: salt, firstSequence: sequence)
    JournalFormat.write(header, to: map)
  }

  /// Whether it is time to create the next one.
  var isHalfFull: Bool { used * 2 >= size }

  /// Whether a record of this length still fits.
  func hasRoom(for count: Int) -> Bool { used + JournalFormat.room(count) <= size }

  /// Appends a record; there must be room. The commit word comes last, and only with it does the record count.
  ///
  /// - Throws: ``StoreError`` if a long text could not be written; then nothing more goes into this file.
  func append(_ record: JournalEncoder) throws(StoreError) {
    commit(record.count, try write(record, numbered: nextSequence))
  }

  /// Writes a record that does not count yet; it must be the first, and there must be room.
  ///
  /// - Throws: ``StoreError`` if a long text could not be written.
  func stage(_ record: JournalEncoder) throws(StoreError) { staged = (record.count, try write(record, numbered: 0)) }

  /// Makes the staged record count, now that its number is known.
  func commitStaged() {
    guard let staged else { return }
    self.staged = nil
    let count = staged.count
    var checksum = staged.checksum
    checksum.renumber(from: 0, to: nextSequence, salt: salt, after: count)
    commit(count, checksum)
  }

  private func commit(_ count: Int, _ checksum: CRC32C) {
    let commit = JournalFormat.commitWord(count: count, checksum: checksum.value)
    commitSlot(at: used).pointee.store(commit, ordering: .releasing)
    used += JournalFormat.room(count)
    nextSequence += 1
  }

  /// Writes a record after the others, without its commit word; returns its checksum.
  private func write(_ record: JournalEncoder, numbered sequence: Int) throws(StoreError) -> CRC32C {
    var checksum = CRC32C(salt: salt, sequence: sequence)
    record.bytes.withUnsafeBytes { bytes in
      checksum.add(bytes)
      UnsafeMutableRawBufferPointer(start: map + used + 8, count: bytes.count).copyMemory(from: bytes)
    }
    if let text = record.text {
      do throws(StoreError) {
        try append(text, at: used + 8 + record.bytes.count, &checksum)
      } catch {
        // Remains behind a later record would count as damage.
        used = size
        throw error
      }
    }
    return checksum
  }

  /// The length, in bytes, above which a text is written to the file instead of the map: pages that enter the map one
  /// by one cost three times as much, and stay in memory.
  private static let longText = 64 << 10

  private func append(_ text: WholeText, at offset: Int, _ checksum: inout CRC32C) throws(StoreError) {
    if text.count <= Self.longText {
      var end = offset
      text.forEachPiece { piece in
        checksum.add(UnsafeRawBufferPointer(piece))
        UnsafeMutableRawBufferPointer(start: map + end, count: piece.count).copyMemory(
          from: UnsafeRawBufferPointer(piece))
        end += piece.count
      }
      return
    }
    var output = FileOutput(descriptor, at: offset)
    text.forEachPiece { piece in
      checksum.add(UnsafeRawBufferPointer(piece))
      output.append(UnsafeRawBufferPointer(piece))
    }
    guard output.finish() else { throw SystemFailure.error("can't write the journal \(path)") }
  }

  /// Removes the file. The map stays until the segment is released.
  func remove() { unlink(path) }

  private func commitSlot(at offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    // Safe: the map starts on a page boundary, every record at a multiple of 8, and `hasRoom` was checked first.
    (map + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
