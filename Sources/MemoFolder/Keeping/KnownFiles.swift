import MemoModel
import Platform

/// The rows that are remembered of a folder's files, by path and by memo. There may be 100,000: each stands here once,
/// and is found by where it stands.
struct KnownFiles {
  /// The rows, in no order.
  private(set) var rows: [FileRow] = []
  private var places: [FilePath: Int32] = [:]
  private var memos: [MemoID: Int32] = [:]
  /// The places of the rows of files that are to be there, by the files' numbers.
  private var numbers: [UInt64: Int32] = [:]
  /// The number of files that are to be there, and of those that go their own ways.
  private(set) var (present, released) = (0, 0)

  init(_ rows: [FileRow]) {
    places.reserveCapacity(rows.count)
    memos.reserveCapacity(rows.count)
    numbers.reserveCapacity(rows.count)
    for (place, row) in rows.enumerated() { index(row, Int32(place)) }
    if places.count == rows.count, memos.count == rows.count {
      self.rows = rows
    } else {
      // Of two that damage has made the same the last counts.
      (places, memos, numbers, present, released) = ([:], [:], [:], 0, 0)
      for row in rows { _ = note(row) }
    }
  }

  subscript(path: FilePath) -> FileRow? { place(of: path).map { rows[$0] } }

  /// The row of a memo.
  subscript(id: MemoID) -> FileRow? { memos[id].map { rows[Int($0)] } }

  /// The place of a path's row, until rows are noted or forgotten.
  func place(of path: FilePath) -> Int? { places[path].map(Int.init) }

  /// Whether there is to be a file by the row of a place.
  func isPresent(at place: Int) -> Bool { rows.withUnsafeBufferPointer { $0[place].isPresent } }

  /// Whether the row of a place says that its file has this mark. The row is not copied for that.
  func has(_ mark: FileMark, at place: Int) -> Bool { rows.withUnsafeBufferPointer { $0[place].has(mark) } }

  /// The path where a file is to be; of several names that it has, any.
  func path(of mark: FileMark) -> FilePath? { numbers[mark.inode].map { FilePath(rows[Int($0)].path) } }

  /// Takes a row in place of those of the same path or the same memo, as the store does.
  ///
  /// - Returns: the memo that had the path.
  mutating func note(_ row: FileRow) -> MemoID? {
    forget(row.id)
    let other = self[FilePath(row.path)]?.id
    if let other { forget(other) }
    index(row, Int32(rows.count))
    rows.append(row)
    return other
  }

  /// Notes that a memo's file keeps its name.
  mutating func endFollowing(_ id: MemoID) { if let place = memos[id] { rows[Int(place)].followsTitle = false } }

  mutating func forget(_ id: MemoID) {
    guard let place = memos.removeValue(forKey: id) else { return }
    let row = rows[Int(place)]
    places[FilePath(row.path)] = nil
    if row.isPresent { present -= 1 }
    if row.isReleased { released -= 1 }
    if numbers[row.mark.inode] == place { numbers[row.mark.inode] = nil }
    // The last takes its place.
    let last = rows.removeLast()
    guard Int(place) < rows.count else { return }
    rows[Int(place)] = last
    (places[FilePath(last.path)], memos[last.id]) = (place, place)
    if numbers[last.mark.inode] == Int32(rows.count) { numbers[last.mark.inode] = place }
  }

  private mutating func index(_ row: FileRow, _ place: Int32) {
    (places[FilePath(row.path)], memos[row.id]) = (place, place)
    if row.isPresent { (present, numbers[row.mark.inode]) = (present + 1, place) }
    if row.isReleased { released += 1 }
  }
}

extension FileRow {
  /// Whether there is to be a file.
  var isPresent: Bool { !isGone && !isReleased }

  /// The reason why the file never follows its memo: a sentence; nil if it does.
  package var obstacle: String? {
    isReleased ? "\(path) is no note any more, so it stays as it is; memo-ls folder status tells why" : nil
  }

  /// Whether the file had this mark.
  borrowing func has(_ mark: FileMark) -> Bool {
    (size, modified, changed) == (mark.size, mark.modified, mark.changed)
      && (UInt64(bitPattern: Int64(inode)), born, permissions ?? 0) == (mark.inode, mark.born, mark.permissions)
  }

  /// The mark that the file had.
  var mark: FileMark {
    FileMark(
      size: size, modified: modified, changed: changed, inode: UInt64(bitPattern: Int64(inode)), born: born,
      permissions: permissions ?? 0)
  }

  /// The state that file and memo had in common.
  var agreement: Agreement { Agreement(isGone ? .gone : .text(hash), isReleased: isReleased) }

  /// A row for a file that is there.
  init(_ path: FilePath, _ id: MemoID, revision: Int, _ file: KnownFile, followsTitle: Bool = false) {
    self.init(
      path: path.description, id: id, revision: revision, size: file.mark.size, modified: file.mark.modified,
      changed: file.mark.changed, inode: Int(Int64(bitPattern: file.mark.inode)), born: file.mark.born,
      permissions: file.mark.permissions, hash: file.hash,
      followsTitle: followsTitle)
  }
}
