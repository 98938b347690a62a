import MemoModel
import Platform

/// The rows that are remembered of a folder's files, by path and by memo. There may be 100,000: each stands here once,
/// and is found by where it stands.
struct KnownFiles {
  /// The rows, in no order.
  private(set) var rows: [FileRow] = []
  private var (places, memos) = (PlaceTable(), PlaceTable())
  /// The places of the rows of files that are to be there, by the files' numbers.
  private var numbers: [UInt64: Int32] = [:]
  /// The number of files that are to be there, and of those that go their own ways.
  private(set) var (present, released) = (0, 0)
  /// The number of files that are gone with their memos.
  var gone: Int { rows.count - present - released }

  init(_ rows: [FileRow]) {
    (places, memos) = (PlaceTable(for: rows.count), PlaceTable(for: rows.count))
    numbers.reserveCapacity(rows.count)
    self.rows = rows
    for place in rows.indices where !index(place) {
      // Of two that damage has made the same the last counts.
      self = KnownFiles()
      for row in rows { _ = note(row) }
      return
    }
  }

  private init() {}

  subscript(path: FilePath) -> FileRow? { place(of: path).map { rows[$0] } }

  /// The row of a memo.
  subscript(id: MemoID) -> FileRow? { place(of: id).map { rows[$0] } }

  /// The place of a path's row, until rows are noted or forgotten.
  func place(of path: FilePath) -> Int? { path.withBytes(place(of:)) }

  /// The same of a path's bytes, if its file is to be there and had this mark.
  func place(of path: UnsafeBufferPointer<UInt8>, with mark: FileMark) -> Int? {
    place(of: path).flatMap { isPresent(at: $0) && has(mark, at: $0) ? $0 : nil }
  }

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
    rows.append(row)
    index(rows.count - 1)
    return other
  }

  /// Notes that a memo's file keeps its name.
  mutating func endFollowing(_ id: MemoID) { if let place = place(of: id) { rows[place].followsTitle = false } }

  mutating func forget(_ id: MemoID) {
    guard let place = place(of: id) else { return }
    let row = rows[place]
    places.remove(place, Self.hash(row.path))
    memos.remove(place, Self.hash(row.id.description))
    if row.isPresent { present -= 1 }
    if row.isReleased { released -= 1 }
    if numbers[row.mark.inode] == Int32(place) { numbers[row.mark.inode] = nil }
    // The last takes its place.
    let last = rows.removeLast()
    guard place < rows.count else { return }
    rows[place] = last
    places.move(rows.count, to: place, Self.hash(last.path))
    memos.move(rows.count, to: place, Self.hash(last.id.description))
    if numbers[last.mark.inode] == Int32(rows.count) { numbers[last.mark.inode] = Int32(place) }
  }

  /// - Returns: false, and nothing was done, if another row has the same path or memo.
  @discardableResult
  private mutating func index(_ place: Int) -> Bool {
    let (path, id) = (Self.hash(rows[place].path), Self.hash(rows[place].id.description))
    let isKnown = rows.withUnsafeBufferPointer { rows in
      places.place(path) { rows[$0].path.utf8.elementsEqual(rows[place].path.utf8) } != nil
        || memos.place(id) { rows[$0].id == rows[place].id } != nil
    }
    if isKnown { return false }
    places.add(place, path)
    memos.add(place, id)
    if rows[place].isPresent { (present, numbers[rows[place].mark.inode]) = (present + 1, Int32(place)) }
    if rows[place].isReleased { released += 1 }
    return true
  }

  private func place(of path: UnsafeBufferPointer<UInt8>) -> Int? {
    rows.withUnsafeBufferPointer { rows in places.place(PlaceTable.hash(path)) { rows[$0].path.hasBytes(path) } }
  }

  private func place(of id: MemoID) -> Int? {
    rows.withUnsafeBufferPointer { rows in memos.place(Self.hash(id.description)) { rows[$0].id == id } }
  }

  private static func hash(_ text: String) -> UInt32 { text.withBytes(PlaceTable.hash) }
}

extension FileRow {
  /// Whether there is to be a file.
  var isPresent: Bool { !isGone && !isReleased }

  /// The permissions for a copy of the file, which its owner may write in any case; nil if they are not known.
  var permissionsOfCopy: UInt16? { permissions.map { $0 & 0o666 | 0o600 } }

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
