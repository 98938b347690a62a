import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

extension KeptFolder {
  /// Goes on until there is nothing to do, nor anything to wait for.
  ///
  /// - Parameter changes: what others did since this was last called.
  func rest(_ changes: () -> Set<TreeChange> = { [.everything] }) throws {
    var report = FolderReport()
    for _ in 0..<60 {
      report = try reconcile(changes())
      if let loss = report.loss {
        try folder.confirm(loss.token)
      } else if report.due == nil, report.isQuiet {
        return
      }
      wait(milliseconds: 1_100)
    }
    throw Mismatch("never at rest: \(report)")
  }

  /// Gives folders the trial's time.
  func touchFolders() {
    let now = ahead.date.millisecondsSince1970 * 1_000_000
    for name in [""] + (FileManager.default.subpaths(atPath: path) ?? []) where !name.hasPrefix(".") {
      let folder = open("\(path)/\(name)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      guard folder >= 0 else { continue }
      FileAttributes.setModified(folder, now)
      close(folder)
    }
  }

  /// Gives some of all the time of the test's clock, as if they had been changed just now.
  func touch(_ names: String...) {
    for name in names {
      let file = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW)
      guard file >= 0 else { continue }
      FileAttributes.setModified(file, ahead.date.millisecondsSince1970 * 1_000_000)
      close(file)
    }
  }

  /// Whatever is there below a path, but for what is ours, with its bytes if it is a file.
  func everything(below folder: String = "") -> [String: [UInt8]?] {
    var found: [String: [UInt8]?] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
    where folder.isEmpty ? name != NotesFolder.ownName : true {
      let here = folder.isEmpty ? name : "\(folder)/\(name)"
      let status = self.folder.root.entry(FilePath(here)).flatMap { FileStatus($0) }
      if status?.kind == .folder {
        found.merge(everything(below: here)) { $1 }
      } else {
        found[here] = .some(contents("\(path)/\(here)"))
      }
    }
    return found
  }

  /// Whether a rule names a path, as far as a test needs rules for that.
  private func isIgnored(_ name: String) -> Bool {
    let rules = [".gitignore", ".memo-ls/ignore"].flatMap { name in
      String(decoding: contents("\(path)/\(name)") ?? [], as: UTF8.self).split(separator: "\n")
    }
    return rules.contains { $0.dropFirst() == name || name.hasPrefix($0.dropFirst() + "/") }
  }

  /// Files that ought to be memos, as far as a test needs rules for that, with their bytes.
  var notes: [String: [UInt8]] {
    let ignored = Set(
      String(decoding: contents("\(path)/.gitignore") ?? [], as: UTF8.self).split(separator: "\n").map {
        String($0.dropFirst())
      })
    return everything().compactMapValues { $0 }.filter { name, bytes in
      let parts = name.split(separator: "/")
      return name.hasSuffix(".md") && !parts.contains { $0.hasPrefix(".") } && !ignored.contains(name)
        && !ignored.contains(String(parts.first ?? "")) && bytes.count <= 1 << 20
        && String(validating: bytes, as: UTF8.self) != nil
    }
  }

  /// Throws unless each living memo has a file that says the same, and each note a memo, apart from released ones.
  func checkRest() throws {
    let rows = try other.fileRows()
    let memos = try Dictionary(uniqueKeysWithValues: other.memos(rows.map(\.id)).map { ($0.metadata.id, $0) })
    let notes = notes
    for row in rows where !row.isReleased {
      let memo = memos[row.id]
      if row.isGone {
        try require(memo?.metadata.isTrashed ?? true, "\(row.path) is gone, and its memo lives")
        try require(notes[row.path] == nil, "\(row.path) is gone, and there")
        continue
      }
      try require(memo?.metadata.isTrashed == false, "\(row.path) is there, and its memo does not live")
      // Two texts may become longer by merging than what is taken in.
      let isLong = (memo?.text.count ?? 0) > 1 << 20
      let file = isLong ? contents("\(path)/\(row.path)") : notes[row.path]
      try require(file == memo?.text, "\(row.path) is not as its memo")
    }
    // A released file exists, or no file of its name would be a note.
    for row in rows where row.isReleased && memos[row.id]?.metadata.isTrashed == false {
      try require(
        folder.root.entry(FilePath(row.path)).flatMap { FileStatus($0) } != nil || errno != ENOENT
          || isIgnored(row.path), "\(row.path) is released, and gone")
    }
    let present = Set(rows.filter { !$0.isGone && !$0.isReleased }.map(\.path))
    for name in notes.keys { try require(present.contains(name), "\(name) has no memo") }
    let filed = Set(rows.filter { !$0.isGone }.map(\.id))
    for memo in self.memos { try require(filed.contains(memo.metadata.id), "\(memo.words.prefix(20)) has no file") }
    try require(Set(rows.map(\.id)).count == rows.count && Set(rows.map(\.path)).count == rows.count, "rows twice")
    try require(folder.staged.isEmpty, "\(folder.staged) stays in staging")
  }

  /// All there is, for people.
  var picture: String {
    get throws {
      func short(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0.prefix(100), as: UTF8.self).debugDescription + "\($0.count)" } ?? "–"
      }
      let rows = try other.fileRows().map { row in
        "\(row.path): \(row.id) \(row.isGone ? "gone " : "")\(row.isReleased ? "released " : "")inode \(row.inode)"
      }
      let files = everything().sorted { $0.key < $1.key }.map { "\($0.key): \(short($0.value))" }
      let memos = (self.memos + trashedMemos).map { memo in
        "\(memo.metadata.id)\(memo.metadata.isTrashed ? " trashed" : ""): \(short(memo.text))"
      }
      return ([["rows"], rows, ["files"], files, ["memos"], memos].flatMap { $0 }).joined(separator: "\n")
    }
  }

  /// All that can be found: in living memos, and in files of whatever kind.
  var found: String {
    (everything().values.compactMap { $0 } + memos.map(\.text)).map { String(decoding: $0, as: UTF8.self) }
      .joined(separator: "\n")
  }
}
