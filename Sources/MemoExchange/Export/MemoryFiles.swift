package import MemoEngine

/// Exported files that are in memory.
package struct MemoryFiles {
  private let format: ExportFormat
  private var names = FileNames()
  /// The files there are.
  package private(set) var files: [(name: String, bytes: [UInt8])] = []

  /// Creates the one file of a format that puts all memos into one, and else none.
  package init(_ format: ExportFormat) {
    self.format = format
    if format == .json { files.append((FolderLines.name, [])) }
  }

  /// Adds a memo.
  package mutating func take(_ memo: MemoSnapshot, _ bytes: [UInt8]) {
    if format == .json {
      files[0].bytes += bytes
    } else {
      let place = memo.place(format)
      files.append((place.folder + names.unique(place.stem, in: place.folder) + place.suffix, bytes))
    }
  }
}

/// Where a file is to be: the folder with a slash behind it, and its name in two parts.
typealias WantedPlace = (folder: String, stem: String, suffix: String)

extension MemoSnapshot {
  /// Where the memo's file is to be: where the one was that it was made of, else by its title.
  func place(_ format: ExportFormat) -> WantedPlace {
    if case .string(let path)? = metadata.properties["path"], let place = FileName.place(path, format.suffix) {
      return place
    }
    return ("", FileName.stem(of: text), format.suffix)
  }
}
