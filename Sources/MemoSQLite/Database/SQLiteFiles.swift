internal import CSQLite
import CSystem
import MemoModel
import Platform
import StoreFiles
import Synchronization

/// The files that SQLite has open in this process, and its maps of them. SQLite calls the system through
/// a table in which each call can be replaced (<https://sqlite.org/c3ref/vfs.html>, `xSetSystemCall`).
///
/// Each file is checked once it is open, so that nobody can replace it between a check and its use; each map has room
/// on the disk before it is used, and survives the truncation of its file.
enum SQLiteFiles {
  struct Map {
    let offset: Int
    let size: Int
    let protection: MapProtection?
  }

  /// The open files by their descriptors.
  static let files = Mutex(PathTable<Int32, FileIdentity>())
  /// The maps by their addresses.
  static let maps = Mutex(PathTable<UInt, Map>())
  /// The reasons why files could last not be opened for writing, as an `errno`, by their paths.
  private static let failures = Mutex<[String: Int32]>([:])
  /// Whether files that others own, or that have another name, are refused. Inspection may read any.
  private static let refusesForeign = Atomic(false)

  /// The reason why a map last failed, as an `errno`: SQLite does not report it.
  static var lastMapFailure: Int32 { mapFailure.load(ordering: .relaxed) }
  private static let mapFailure = Atomic<Int32>(0)

  /// From now on refuses files that somebody else could have put there.
  static func refuseForeign() { refusesForeign.store(true, ordering: .relaxed) }

  /// Replaces SQLite's calls; false if this SQLite does not allow it. Must be read before the first connection.
  static let areWatched: Bool = {
    // SQLite's count of its memory, which nobody asks for, takes a lock with each piece that it allocates.
    _ = memo_sqlite_count_no_memory()
    guard let system = sqlite3_vfs_find(nil), system.pointee.iVersion >= 3,
      let replace = system.pointee.xSetSystemCall
    else { return false }
    let open: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32 = { SQLiteFiles.open($0, $1, $2) }
    let close: @convention(c) (Int32) -> Int32 = { SQLiteFiles.close($0) }
    let map: @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, off_t) -> UnsafeMutableRawPointer? = {
      SQLiteFiles.map($0, $1, $2, $3, $4, $5)
    }
    let unmap: @convention(c) (UnsafeMutableRawPointer?, Int) -> Int32 = { SQLiteFiles.unmap($0, $1) }
    Patience.replacePauses(of: system)
    // SQLite calls each with the arguments of the call that it replaces.
    return [
      replace(system, "open", unsafeBitCast(open, to: sqlite3_syscall_ptr.self)),
      replace(system, "close", unsafeBitCast(close, to: sqlite3_syscall_ptr.self)),
      replace(system, "mmap", unsafeBitCast(map, to: sqlite3_syscall_ptr.self)),
      replace(system, "munmap", unsafeBitCast(unmap, to: sqlite3_syscall_ptr.self)),
    ].allSatisfy { $0 == SQLITE_OK }
  }()

  private static func open(_ path: UnsafePointer<CChar>?, _ flags: Int32, _ mode: Int32) -> Int32 {
    guard let path else { return -1 }
    let isForReading = flags & (O_WRONLY | O_RDWR) == 0
    let name = String(cString: path)
    // A file that can't be opened for writing SQLite opens for reading, and keeps so: right for a read-only file, but
    // not after a passing failure.
    let failure = failures.withLock { $0.removeValue(forKey: name) }
    if isForReading, let failure, ![EACCES, EPERM, EROFS].contains(failure) {
      errno = failure
      return -1
    }
    // SQLite opens a folder to sync it, perhaps through a link; a FIFO must not block.
    let descriptor = Platform.open(path, flags | O_NONBLOCK | (isForReading ? 0 : O_NOFOLLOW), mode_t(mode))
    guard descriptor >= 0 else {
      let failure = errno
      if !isForReading { failures.withLock { $0[name] = failure } }
      errno = failure
      return -1
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let failure = errno
      if !isForReading { failures.withLock { $0[name] = failure } }
      return refuse(descriptor, failure)
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR || kind == S_IFCHR { return descriptor }
    let identity = FileIdentity(status)
    return files.withLock { files in
      // A file that is open already was checked. Closing it would drop SQLite's locks on it (POSIX).
      let isOpen = files.contains { $0 == identity }
      if !isOpen, refusesForeign.load(ordering: .relaxed), !StoreGuard.isOurs(status) {
        return refuse(descriptor, EPERM)
      }
      files.insert(identity, as: descriptor, at: name)
      return descriptor
    }
  }

  private static func refuse(_ descriptor: Int32, _ code: Int32) -> Int32 {
    _ = Platform.close(descriptor)
    errno = code
    return -1
  }

  private static func close(_ descriptor: Int32) -> Int32 {
    _ = files.withLock { $0.remove(descriptor) }
    return Platform.close(descriptor)
  }

  private static func map(
    _ start: UnsafeMutableRawPointer?, _ size: Int, _ access: Int32, _ flags: Int32, _ descriptor: Int32,
    _ offset: off_t
  ) -> UnsafeMutableRawPointer? {
    if access & PROT_WRITE != 0 {
      // SQLite extends its index by writing one byte every 4 KiB, which leaves holes on a file system with smaller
      // blocks.
      let code = memo_reserve(descriptor, Int(offset), size)
      guard code == 0 else {
        mapFailure.store(code, ordering: .relaxed)
        return MAP_FAILED
      }
    }
    guard let map = mmap(start, size, access, flags, descriptor, offset), map != MAP_FAILED else {
      mapFailure.store(errno, ordering: .relaxed)
      return MAP_FAILED
    }
    let path = files.withLock { $0.path(of: descriptor) } ?? ""
    let noted = Map(offset: Int(offset), size: size, protection: MapProtection(map, size: size))
    maps.withLock { $0.insert(noted, as: UInt(bitPattern: map), at: path) }
    return map
  }

  private static func unmap(_ start: UnsafeMutableRawPointer?, _ size: Int) -> Int32 {
    guard let start else { return 0 }
    maps.withLock { $0.remove(UInt(bitPattern: start)) }?.protection?.end()
    return munmap(start, size)
  }
}
