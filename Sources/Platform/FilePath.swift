/// Where something is below a folder: names with a slash between any two; empty, the folder itself. Two are the same if
/// their bytes are, as most file systems have it and strings do not.
package struct FilePath: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// As the system takes it.
  package let description: String

  /// Whatever somebody calls one; ``OpenFolder`` refuses what leads elsewhere.
  package init(_ text: String) { description = text }

  /// Likewise.
  package init(stringLiteral text: String) { description = text }

  /// The path of a name in a folder.
  package init(_ folder: FilePath, _ name: String) {
    description = folder.isEmpty ? name : "\(folder.description)/\(name)"
  }

  /// Whether it is the folder itself.
  package var isEmpty: Bool { description.isEmpty }

  private var slash: String.Index? { description.utf8.lastIndex(of: UInt8(ascii: "/")) }

  /// Its last name.
  package var name: String {
    slash.map { String(description[description.utf8.index(after: $0)...]) } ?? description
  }

  /// The folder that the last name stands in; empty for a single name.
  package var folder: FilePath { FilePath(slash.map { String(description[..<$0]) } ?? "") }

  /// The folders on the way to it, the outermost first.
  package var folders: [FilePath] {
    description.utf8.indices.filter { description.utf8[$0] == UInt8(ascii: "/") }.map {
      FilePath(String(description[..<$0]))
    }
  }

  /// Whether it is in a folder, however deep.
  package func isBelow(_ folder: FilePath) -> Bool {
    folder.isEmpty ? !isEmpty : description.utf8.starts(with: "\(folder.description)/".utf8)
  }

  /// From a folder on, which it is below.
  package func dropping(_ folder: FilePath) -> FilePath {
    FilePath(
      folder.isEmpty ? description : String(Substring(description.utf8.dropFirst(folder.description.utf8.count + 1))))
  }

  /// Whether both have the same bytes.
  package static func == (left: FilePath, right: FilePath) -> Bool {
    left.description.utf8.count == right.description.utf8.count
      && left.description.utf8.elementsEqual(right.description.utf8)
  }

  /// By their bytes.
  package static func < (left: FilePath, right: FilePath) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  /// Takes in its bytes.
  package func hash(into hasher: inout Hasher) {
    let isDone: Void? = description.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in description.utf8 { hasher.combine(byte) } }
  }
}
