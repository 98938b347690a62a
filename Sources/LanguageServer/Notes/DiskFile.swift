import MemoMarkup
import MemoText
import Platform

/// A file or folder on the disk, by its URI.
enum DiskFile {
  enum Kind { case file, folder }

  /// The kind of what is there; nil if that is nothing, or no file's URI.
  static func kind(of uri: DocumentURI) -> Kind? {
    guard uri.scheme == "file" else { return nil }
    var status = stat()
    guard stat(uri.path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Whether a path leads to anything, perhaps with the extension of a Markdown file.
  static func isThere(_ path: DocumentURI) -> Bool { kind(of: path) != nil || note(path) != nil }

  /// The Markdown file that a name without its extension means; nil if there is none.
  static func note(_ stem: DocumentURI) -> DocumentURI? {
    stem.asNotes.first { kind(of: $0) == .file }
  }

  /// The text of an open file; nil if it can't be read, is longer, or no UTF-8.
  static func text(in descriptor: Int32, atMost limit: Int) -> Rope? {
    guard let bytes = Descriptors.readAll(descriptor, atMost: limit) else { return nil }
    // Editors show no byte order mark, and count no column for it.
    return Rope(validatingUTF8: bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes)
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The names of what is in the folder that a file is in.
  static func names(beside uri: DocumentURI) -> [String] {
    guard uri.scheme == "file", let end = uri.path.lastIndex(of: "/"),
      let reader = FolderReader(path: String(uri.path[...end]))
    else { return [] }
    var names: [String] = []
    while let name = reader.next() { if let name = String(validating: name, as: UTF8.self) { names.append(name) } }
    return names
  }
}
