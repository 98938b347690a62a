package import MemoEngine

/// An exported file in memory.
package struct ExportedFile: Sendable {
  /// A name that is safe on Linux, macOS and Windows, with an extension for its format.
  package let name: String
  /// The media type.
  package let mimeType: String
  /// Its contents in UTF-8.
  package fileprivate(set) var bytes: [UInt8]

  /// A memo's file, named after its title.
  package init(_ memo: MemoSnapshot, _ format: ExportFormat) {
    self.init(name: memo.stem + format.suffix, mimeType: format.mimeType, bytes: format.bytes(of: memo))
  }

  fileprivate init(name: String, mimeType: String, bytes: [UInt8]) {
    self.name = name
    self.mimeType = mimeType
    self.bytes = bytes
  }
}

/// Exported files in memory.
package final class MemoryFiles {
  private let format: ExportFormat
  private var names = FileNames()
  /// The names of the memos to come.
  private var announced: [MemoID: String] = [:]
  /// The files so far.
  package private(set) var files: [ExportedFile] = []

  /// Creates the one file of a format that puts all memos into one, and else none.
  package init(_ format: ExportFormat) {
    self.format = format
    if format == .json { files.append(ExportedFile(name: FolderLines.name, mimeType: format.mimeType, bytes: [])) }
  }

  /// Adds a memo.
  package func take(_ memo: MemoSnapshot, _ bytes: [UInt8]) {
    if format == .json {
      files[0].bytes += bytes
    } else {
      let name = announced[memo.metadata.id] ?? newName(memo)
      files.append(ExportedFile(name: name, mimeType: format.mimeType, bytes: bytes))
    }
  }

  private func newName(_ memo: MemoSnapshot) -> String {
    let place = memo.place(format)
    return place.folder + names.unique(place.stem, in: place.folder) + place.suffix
  }
}

extension MemoryFiles: PageNames {
  /// Names a memo that will be exported.
  package func announce(_ memo: MemoSnapshot) { announced[memo.metadata.id] = newName(memo) }
  /// Does nothing: each name is final at once.
  package func endAnnouncing() {}
  /// The name of a memo's file, with its folder; nil if it has none.
  package func name(of id: MemoID) -> String? { announced[id] }
}

/// The wanted place of a file: the folder with a slash after it, and the name in two parts.
typealias WantedPlace = (folder: String, stem: String, suffix: String)

extension MemoSnapshot {
  /// The wanted place of the memo's file: where it was imported from, else by its title.
  func place(_ format: ExportFormat) -> WantedPlace {
    if case .string(let path)? = metadata.properties["path"], let place = FileName.place(path, format.suffix) {
      return place
    }
    return ("", stem, format.suffix)
  }

  /// The name of a file by its title.
  fileprivate var stem: String {
    file?.title == nil ? FileName.stem(of: text) : FileName.stem(of: displayTitle.utf8)
  }
}
