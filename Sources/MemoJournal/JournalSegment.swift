import MemoModel
import Platform
import StoreFiles
import Synchronization

/// One file of a journal, mapped into memory: what is stored in the map is the kernel's at once, whatever happens to
/// the process.
///
/// Sendable by use: one thread makes it and hands it over before anybody else knows it; from then on what varies (the
/// map, `used`, `nextSequence`) is only touched under its journal's lock, and `remove` needs nothing but the constant
/// path.
final class JournalSegment: @unchecked Sendable {
  let path: String
  /// The number the next record gets.
  private(set) var nextSequence = 0
  /// How far records reach.
  private(set) var used = JournalFormat.headerSize
  let size: Int
  /// A record that was written but does not count yet: its length, and its checksum as that of number 0.
  private var staged: (count: Int, checksum: CRC32C)?
  private let descriptor: Int32
  private let map: UnsafeMutableRawPointer
  private let salt: UInt64
  private let journal: Int
  private let protection: MapProtection?

  /// Makes a file of that many bytes: preallocated, so that a full disk is an error now and no SIGBUS at a keystroke;
  /// locked, so that nobody takes it for an orphan.
  ///
  /// - Parameter onDisk: whether the file is to be on the disk before it is used. No change waits for that: the end of
  ///   the process takes nothing from the file either way.
  init(path: String, size: Int, journal: Int, onDisk: Bool) throws(StoreError) {
    self.path = path
    self.size = size
    self.journal = journal
    salt = UInt64.random(in: 1 ... .max)
    descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemFailure.error("can't make the journal \(path)") }
    do throws(StoreError) {
      map = try Self.prepare(descriptor, path: path, size: size, onDisk: onDisk)
      protection = MapProtection(map, size: size)
    } catch {
      unlink(path)
      close(descriptor)
      throw error
    }
  }

  private static func prepare(
    _ descriptor: Int32, path: String, size: Int, onDisk: Bool
  ) throws(StoreError) -> UnsafeMutableRawPointer {
    // A starting process may have taken the file for an orphan before it was locked, and removed it.
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink == 1 else {
      throw StoreError(.locked, "another process took the journal \(path); try again")
    }
    errno = Disk.allocate(descriptor, size)
    guard errno == 0, !onDisk || Disk.sync(descriptor) else {
      throw SystemFailure.error("can't make room for the journal \(path)")
    }
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw SystemFailure.error("can't map the journal \(path)") }
    return address
  }

  deinit {
    protection?.end()
    munmap(map, size)
    close(descriptor)
  }

  /// Whether the file was found cut short while it was written to.
  var isLost: Bool { protection?.isTriggered ?? false }

  /// Whether the file is still there, under its name and as long as it was made. Asks the file system.
  var isIntact: Bool {
    var (own, named) = (stat(), stat())
    guard !isLost, fstat(descriptor, &own) == 0, stat(path, &named) == 0 else { return false }
    return own.st_size >= off_t(size) && own.st_dev == named.st_dev && own.st_ino == named.st_ino
  }

  /// Makes the segment one whose records are numbered from here on. Until then it is an empty file.
  func begin(at sequence: Int) {
    nextSequence = sequence
    let header = JournalFormat.Header(journal: journal, salt: salt, firstSequence: sequence)
    JournalFormat.write(header, to: map)
  }

  /// Whether it is time to make the next one.
  var isHalfFull: Bool { used * 2 >= size }

  /// Whether a record of so many bytes still fits.
  func hasRoom(for count: Int) -> Bool { used + JournalFormat.room(count) <= size }

  /// Puts a record behind the others; there must be room. The commit word comes last, and only with it does the record
  /// count.
  ///
  /// - Throws: ``StoreError`` if a long text could not be written; then nothing more goes into this file.
  func append(_ record: JournalEncoder) throws(StoreError) {
    commit(record.count, try write(record, numbered: nextSequence))
  }

  /// Writes a record that does not count yet; it must be the first, and there must be room.
  ///
  /// - Throws: ``StoreError`` if a long text could not be written.
  func stage(_ record: JournalEncoder) throws(StoreError) { staged = (record.count, try write(record, numbered: 0)) }

  /// Makes the record count that was staged, now that its number is known.
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

  /// Writes a record behind the others, but for its commit word; gives its checksum.
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
        // What was written behind the next record would be taken for damage.
        used = size
        throw error
      }
    }
    return checksum
  }

  /// A text of more bytes is written to the file: pages that come into the map one by one cost three times as much, and
  /// stay in memory.
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

  /// Takes the file away. The map stays until the segment goes.
  func remove() { unlink(path) }

  private func commitSlot(at offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    // The map starts at a page, every record at a multiple of 8, and the slot lies inside: `hasRoom` was asked first.
    (map + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
