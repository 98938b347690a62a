import MemoModel
import TestSupport

@testable import MemoFolder
@testable import Platform

extension FolderTrial {
  /// One thing that somebody does with a file in an editor that is a client, or a wish to rename one.
  func client() throws {
    guard let row = pick(try presentRows()) else { return }
    switch Int.random(in: 0..<10, using: &chance) {
    case 0..<4:
      note("open \(row.path)")
      try kept.other.openFiles(of: [row.id])
      opened.insert(row.id)
    case 4:
      guard let id = pick(opened.sorted { $0.description < $1.description }) else { return }
      note("close \(id)")
      try kept.other.closeFiles(of: [id])
      opened.remove(id)
    case 5..<7:
      guard let row = pick(try presentRows().filter { opened.contains($0.id) }) else { return }
      try saveInEditor(row)
    default: try wish(row)
    }
  }

  /// Closes all files, and withdraws wishes that may never be fulfilled.
  func endClients() throws {
    try kept.other.closeFiles(of: opened.sorted { $0.description < $1.description })
    opened = []
    guard contents(full(".gitignore")) != nil else { return }
    // Be they for files that are left alone just now, and may be notes again.
    for row in try kept.other.fileRows() {
      guard let file = try kept.other.files(of: [row.id])[row.id], file.path != row.path else { continue }
      _ = try kept.other.write([], moving: [FileMove(row.id, from: file, to: MemoFile(path: row.path))])
    }
  }

  private func presentRows() throws -> [FileRow] {
    try kept.other.fileRows().filter { !$0.isGone && !$0.isReleased }
  }

  /// A client gives the memo what is typed, and writes the file, in this order or the other.
  private func saveInEditor(_ row: FileRow) throws {
    guard let memo = try kept.other.memos([row.id]).first, !memo.metadata.isTrashed,
      let old = contents(full(row.path)), isFile(of: row), memo.text.count < 1 << 19
    else { return }
    let text = edited(memo.text)
    let isFileFirst = chance.chance(50)
    note("save \(row.path) in its editor, \(isFileFirst ? "file" : "memo") first: \(describe(text))")
    words.replaced(old, by: text)
    words.replaced(memo.text, by: text)
    if isFileFirst { try write(text, full(row.path)) }
    try kept.save(String(decoding: text, as: UTF8.self), in: row.id)
    if !isFileFirst { try write(text, full(row.path)) }
  }

  private func wish(_ row: FileRow) throws {
    let path = name()
    guard let file = try kept.other.files(of: [row.id])[row.id], path != row.path else { return }
    note("wish \(path) for \(row.path)")
    _ = try kept.other.write([], moving: [FileMove(row.id, from: file, to: MemoFile(path: path))])
  }

  /// Whether a row's file is at its path.
  private func isFile(of row: FileRow) -> Bool {
    kept.folder.root.entry(FilePath(row.path)).flatMap { FileStatus($0) }?.mark.isSameFile(as: row.mark) == true
  }

  /// What stands at the paths of files that clients have open.
  func textsInEditors() throws -> [String: [UInt8]] {
    let rows = try presentRows().filter { opened.contains($0.id) && isFile(of: $0) }
    return Dictionary(rows.compactMap { row in contents(full(row.path)).map { (row.path, $0) } }) { first, _ in first }
  }
}
