package import MemoModel
import Platform

/// A copy of a store in a new folder of this user's, where it can be brought up to date and read.
package enum PrivateCopy {
  /// Hands over the path of a copy of a database, its log and its journals, and removes the folder afterwards. Signals
  /// that ask the process to end are held until then: the copy holds somebody's words.
  ///
  /// - Parameter places: folders to make it in; where one has no room the next is tried.
  /// - Throws: ``StoreError`` if no place will do or the store can't be read, and what the body throws.
  package static func with<Result>(
    of path: String, in places: [String], _ body: (_ copy: String) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try EndingSignals.putOff { () throws(StoreError) in
      let folder = try make(of: path, in: places)
      defer { remove(folder) }
      return try body("\(folder)/\(StoreFile.name(of: path))")
    }
  }

  private static func make(of path: String, in places: [String]) throws(StoreError) -> String {
    var failure = StoreError(.other, "there is no place for a copy of \(path); set TMPDIR to a folder of yours")
    for place in places where place.hasPrefix("/") {
      var template = Array("\(place)/memo-ls-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil, let folder = String(validating: template.dropLast(), as: UTF8.self) else {
        continue
      }
      do throws(StoreError) {
        try copy(path, to: folder)
        return folder
      } catch {
        failure = error
        remove(folder)
      }
    }
    throw failure
  }

  private static func copy(_ path: String, to folder: String) throws(StoreError) {
    let lock = open("\(path)-lock", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { try waitForWriters(lock, path) }
    for file in try ["", "-wal", "-journal"].map({ path + $0 }) + JournalFolder.allFiles(database: path) {
      guard access(file, F_OK) == 0 else { continue }
      try OwnFile.copy(file, to: "\(folder)/\(StoreFile.name(of: file))")
    }
  }

  /// Waits until nobody writes to the database, for up to 5 s in steps of 5 ms.
  private static func waitForWriters(_ lock: Int32, _ path: String) throws(StoreError) {
    for _ in 0..<1000 {
      if flock(lock, LOCK_SH | LOCK_NB) == 0 { return }
      usleep(5000)
    }
    throw StoreError(.locked, "another program keeps \(path) locked; close it or wait")
  }

  /// Removes a folder that holds nothing but files.
  private static func remove(_ folder: String) {
    let files = FolderReader(path: folder)
    while let name = files?.next() { unlink("\(folder)/\(String(decoding: name, as: UTF8.self))") }
    rmdir(folder)
  }
}
