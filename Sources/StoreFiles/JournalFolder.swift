package import MemoModel
import Platform

/// The journals beside a database: `memos.sqlite-edits-<journal>-<number>`.
package enum JournalFolder {
  private static let infix = "-edits-"
  private static let badSuffix = ".bad"

  /// The path of a journal's file with this number.
  package static func path(database: String, journal: Int, number: Int) -> String {
    "\(database)\(infix)\(String(journal, radix: 16))-\(number)"
  }

  /// The journals that have files there, including those of living processes.
  ///
  /// - Throws: ``StoreError`` if the folder can't be read.
  package static func journals(database: String) throws(StoreError) -> Set<Int> {
    Set(try files(database: database).compactMap { journal(of: $0, database: database) })
  }

  /// The journal's number in a file name; nil if the file is no journal's. Names are compared by their bytes, as file
  /// systems do.
  package static func journal(of path: String, database: String) -> Int? {
    guard path.utf8.starts(with: "\(database)\(infix)".utf8) else { return nil }
    let rest = path.utf8.dropFirst(database.utf8.count + infix.utf8.count)
    let name = isBad(path) ? rest.dropLast(badSuffix.utf8.count) : rest
    let parts = name.split(separator: UInt8(ascii: "-")).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, Int(parts[1]) != nil else { return nil }
    return Int(parts[0], radix: 16)
  }

  /// The files of journals that were not set aside, sorted by name.
  ///
  /// - Throws: ``StoreError`` if the folder can't be read.
  package static func files(database: String) throws(StoreError) -> [String] {
    try allFiles(database: database).filter { !isBad($0) }
  }

  /// All files of journals, including those set aside, sorted by name; none if there is no folder.
  ///
  /// - Throws: ``StoreError`` if the folder can't be read.
  package static func allFiles(database: String) throws(StoreError) -> [String] {
    let folder = StoreFile.folder(of: database)
    guard let files = FolderReader(path: folder) else {
      // Nobody has made a store there so far.
      if errno == ENOENT { return [] }
      throw SystemFailure.error("can't read the folder \(folder)")
    }
    let place = String(decoding: database.utf8.dropLast(StoreFile.name(of: database).utf8.count), as: UTF8.self)
    var paths: [String] = []
    while let name = files.next() {
      let path = place + String(decoding: name, as: UTF8.self)
      if journal(of: path, database: database) != nil { paths.append(path) }
    }
    errno = files.failure
    guard errno == 0 else { throw SystemFailure.error("can't read the folder \(folder)") }
    return paths.sorted()
  }

  /// Whether a journal's file was set aside.
  package static func isBad(_ path: String) -> Bool {
    path.utf8.suffix(badSuffix.utf8.count).elementsEqual(badSuffix.utf8)
  }

  /// The name of a file once it is set aside.
  package static func badPath(_ path: String) -> String { path + badSuffix }
}
