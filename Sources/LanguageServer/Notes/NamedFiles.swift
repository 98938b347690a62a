import MemoFolder
import MemoMarkup
import MemoText
import Platform
import Synchronization

/// The files below a folder that is not attached, by their names: wiki links name them wherever they lie. The folder is
/// read at most once in a few seconds.
final class NamedFiles: Sendable {
  let folder: DocumentURI
  private let known = Mutex<(names: Names, time: ContinuousClock.Instant)?>(nil)

  /// The longest time for which a new file may stay unknown.
  private static let age = Duration.seconds(5)

  /// Names a folder; nothing is read as yet.
  init(below folder: DocumentURI) { self.folder = folder }

  /// The files that a name means: those of that name, with or without an extension, or whose paths end so. May take
  /// long.
  func files(called name: String) -> [DocumentURI] {
    let parts = name.nameForm.split(separator: "/").map(String.init)
    guard let last = parts.last else { return [] }
    return names.files[last, default: []].filter { path in
      let folders = path.nameForm.split(separator: "/").dropLast()
      return folders.suffix(parts.count - 1).elementsEqual(parts.dropLast()) { $0 == $1 }
    }.map(uri)
  }

  /// The first notes that pass a test, those nearest to the folder first, and so many at most. May take long.
  func notes(atMost most: Int, where isWanted: (DocumentURI) -> Bool) -> [DocumentURI] {
    var found: [DocumentURI] = []
    for path in names.notes where found.count < most {
      let file = uri(path)
      if isWanted(file) { found.append(file) }
    }
    return found
  }

  /// The paths of the notes and of the other files, from the folder on. May take long.
  var paths: (notes: [String], others: [String]) {
    let names = names
    return (names.notes, names.others)
  }

  /// Has the folder read again.
  func forget() { known.withLock { $0 = nil } }

  private func uri(_ path: String) -> DocumentURI { DocumentURI("\(folder.string)/\(path.percentEncoded)") }

  private var names: Names {
    known.withLock { known in
      if let known, known.time + Self.age > .now { return known.names }
      let names = Names(below: folder)
      known = (names, .now)
      return names
    }
  }

  /// The paths of what is below a folder, at one moment.
  private struct Names {
    /// All files by the last parts of their paths, in the form in which names are compared; notes also without their
    /// extensions.
    private(set) var files: [String: [String]] = [:]
    private(set) var notes: [String] = [], others: [String] = []

    /// The most names that are looked at: somebody may work in a folder that has everything in it.
    private static let most = 50_000

    /// Reads a folder, what is near to it first.
    init(below folder: DocumentURI) {
      guard folder.scheme == "file" else { return }
      var (folders, left) = ([""][...], Self.most)
      while let inner = folders.popFirst() {
        let path = inner.isEmpty ? folder.path : "\(folder.path)/\(inner)"
        guard let reader = FolderReader(path: path) else { continue }
        while let bytes = reader.next() {
          left -= 1
          if left == 0 { return }
          guard let name = String(validating: bytes, as: UTF8.self), !name.hasPrefix("."), name != "node_modules" else {
            continue
          }
          let found = inner.isEmpty ? name : "\(inner)/\(name)"
          var status = stat()
          // Where a link leads nobody looks: it may be to a folder around it.
          guard lstat("\(path)/\(name)", &status) == 0 else { continue }
          switch status.st_mode & S_IFMT {
          case S_IFDIR:
            if found.utf8.count(where: { $0 == UInt8(ascii: "/") }) < Skipping.deepest { folders.append(found) }
          case S_IFREG: add(found, name)
          default: break
          }
        }
      }
    }

    private mutating func add(_ path: String, _ name: String) {
      files[name.nameForm, default: []].append(path)
      guard MarkdownExtension.of(name) != nil else { return others.append(path) }
      files[name.withoutMarkdownExtension.nameForm, default: []].append(path)
      notes.append(path)
    }
  }
}
