/// The file of a memo, as far as links and titles depend on it.
public struct MemoFile: Hashable, Sendable {
  /// The file's path below the folder, or the one that it is to be moved to.
  public let path: String
  /// Whether the file's name still follows the memo's title.
  public let followsTitle: Bool

  /// Creates a file.
  public init(path: String, followsTitle: Bool = false) { (self.path, self.followsTitle) = (path, followsTitle) }

  /// Its last name.
  public var name: Substring {
    path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex)...]
  }

  /// Its last name without the extension.
  public var stem: Substring {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return name }
    return name[..<dot]
  }

  /// The title that the name gives the memo unless its text has one; nil while the name follows the text's title.
  public var title: String? { followsTitle ? nil : String(stem) }

  /// Its extension, with the dot.
  public var suffix: Substring { name[stem.endIndex...] }

  /// The file with another name in the same folder.
  public func renamed(to stem: String) -> MemoFile {
    MemoFile(path: "\(path[..<name.startIndex])\(stem)\(suffix)")
  }

  /// Whether both paths have the same bytes.
  public static func == (left: MemoFile, right: MemoFile) -> Bool {
    left.followsTitle == right.followsTitle && left.path.utf8.elementsEqual(right.path.utf8)
  }

  /// Hashes the path's bytes.
  public func hash(into hasher: inout Hasher) { for byte in path.utf8 { hasher.combine(byte) } }
}
