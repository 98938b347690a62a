import Dispatch
import MemoModel
import Platform

/// A look at names in a folder. To look takes longer than all else, so several threads do so at once.
struct FolderLook: Sendable {
  /// What a name is.
  enum Found: Sendable {
    /// A file that is as the row with this place says.
    case known(Int)
    /// Something else.
    case other(FileStatus)
    /// That can't be told, for a cause that is an `errno`.
    case failure(Int32)
  }

  private let folder: OpenFolder
  /// The bytes of the folder's path, with a slash behind it if it has any.
  private let prefix: [UInt8]
  private let known: KnownFiles?

  /// The number of names that a thread looks at in one go, and that below which waking others takes longer than it
  /// saves.
  private static let (portion, few) = (128, 64)

  /// - Parameter known: the files that are known if they are as they were.
  init(_ folder: OpenFolder, path: FilePath, _ known: KnownFiles?) {
    (self.folder, self.known) = (folder, known)
    prefix = path.isEmpty ? [] : Array(path.description.utf8) + [UInt8(ascii: "/")]
  }

  /// Looks at all of some names.
  func found(_ names: FolderNames) -> [Found] {
    if names.count < Self.few { return found(names, 0..<names.count) }
    let portions = stride(from: 0, to: names.count, by: Self.portion).map { $0..<min(names.count, $0 + Self.portion) }
    return portions.concurrentMap(helpedAt: FolderKeeping.quality.qosClass) { found(names, $0) }.flatMap(\.self)
  }

  private func found(_ names: FolderNames, _ range: Range<Int>) -> [Found] {
    var path = prefix
    var all: [Found] = []
    all.reserveCapacity(range.count)
    names.forEach(in: range) { name in
      let status = name.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.flatMap { FileStatus(folder.descriptor, $0) }
      }
      guard let status else { return all.append(.failure(errno)) }
      let bytes = name.dropLast()
      if let known, status.kind == .file, Skipping.mayBeNote(bytes) {
        path.removeSubrange(prefix.count...)
        path.append(contentsOf: bytes)
        if let place = path.withUnsafeBufferPointer({ known.place(of: $0, with: status.mark) }) {
          return all.append(.known(place))
        }
      }
      all.append(.other(status))
    }
    return all
  }
}
