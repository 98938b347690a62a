import MemoMarkup
package import MemoModel
package import Platform

/// The relation of what stands at a path to what the store has of it.
package enum FileStanding: Sendable {
  /// It is what the store has, or nothing that the store is to have.
  case known
  /// The store's file is not there any more.
  case missing
  /// It is the store's file, which was written since.
  case written
  /// It is another file.
  case other
}

extension NotesFolder {
  /// Compares a file below the folder with its row, without reading it unless it is none that the store has.
  ///
  /// - Parameter limit: the most bytes that a memo may have.
  package func standing(of path: FilePath, _ row: FileRow?, limit: Int) -> FileStanding {
    let row = row.flatMap { $0.isGone ? nil : $0 }
    if row?.isReleased == true { return .known }
    guard let entry = root.entry(path), let status = FileStatus(entry), status.kind == .file, entry.isSpelled
    else { return row == nil ? .known : .missing }
    guard let row else { return reason(against: path, limit: limit) == nil ? .other : .known }
    let known = row.mark
    guard known.isSameFile(as: status.mark) else {
      // Some file systems number files anew.
      guard root.isShared, case .text(_, row.hash, _) = FileText.read(path, in: root, limit: limit) else {
        return .other
      }
      return .known
    }
    // Its other time changes without its text, too.
    return (known.size, known.modified) == (status.mark.size, status.mark.modified) ? .known : .written
  }
}

extension NotesFolder {
  /// The name in a folder that is in the way of a file that is to be called otherwise, since some file system takes
  /// both names for one; nil if there is none.
  package func name(inTheWayOf path: FilePath, to other: FilePath) -> String? {
    guard let reader = root.open(other.folder, O_RDONLY | O_DIRECTORY).flatMap(FolderReader.init(descriptor:)) else {
      return nil
    }
    let form = FileTitle.form(of: other.name)
    while let found = reader.next() {
      let name = String(decoding: found, as: UTF8.self)
      if FileTitle.form(of: name) == form, FilePath(other.folder, name) != path { return name }
    }
    return nil
  }
}

extension FolderEntry {
  /// Whether a name is written as it is in its folder. Where a file system takes upper and lower case for the same, a
  /// file is found by a name that it had before, too, perhaps with another number.
  var isSpelled: Bool {
    let other = String(decoding: name.utf8.map { Self.isLetter($0) ? $0 ^ 0x20 : $0 }, as: UTF8.self)
    return FileStatus(FolderEntry(folder: folder, name: other)) == nil || isListed
  }

  /// Whether its folder lists it by just this name; true if that can't be told.
  var isListed: Bool { listed { $0.elementsEqual(name.utf8) } != nil }

  /// The first name in its folder that meets a condition; nil if none does, its own if that can't be told.
  func listed(where condition: ([UInt8]) -> Bool) -> String? {
    guard let descriptor = folder.open("", O_RDONLY | O_DIRECTORY), let names = FolderReader(descriptor: descriptor)
    else { return name }
    while let found = names.next() { if condition(found) { return String(decoding: found, as: UTF8.self) } }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}
