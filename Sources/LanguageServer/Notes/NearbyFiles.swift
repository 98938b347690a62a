import MemoMarkup
import MemoText
import Synchronization

/// The Markdown files around documents, as they were at one moment: those that the client has open, and those on the
/// disk in the same folders. Each folder is read once, by whoever asks first.
final class NearbyFiles: Sendable {
  /// The notes that the client has open, but for those of attached folders.
  let open: NotesByName
  /// The open notes of attached folders: their words are the client's, too, where a path leads there.
  let attached: [OpenNote]
  private let files: ReadFiles
  private let openByName = Mutex<[DocumentURI: OpenNote]?>(nil)
  private let folders = Mutex<[DocumentURI: NotesByName]>([:])

  /// The most bytes of a file that is looked into, and the most files of a folder.
  private static let longest = 4 << 20, most = 500

  init(open: [OpenNote], attached: [OpenNote], _ files: ReadFiles) {
    (self.open, self.attached, self.files) = (NotesByName(open), attached, files)
  }

  /// The open file that a path means, which may leave its extension out; nil if that is not open.
  func open(_ path: DocumentURI) -> OpenNote? {
    openByName.withLock { known in
      let all = known == nil ? open.notes + attached : []
      let index = known ?? Dictionary(all.map { ($0.uri, $0) }) { first, _ in first }
      known = index
      return index[path] ?? (path.isNote ? nil : path.asNotes.lazy.compactMap { index[$0] }.first)
    }
  }

  /// The files that are not open in the folder that a document is in.
  func beside(_ uri: DocumentURI) -> NotesByName {
    folders.withLock { folders in
      let folder = uri.sibling("")
      let files = folders[folder] ?? NotesByName(readFolder(of: uri))
      folders[folder] = files
      return files
    }
  }

  /// The files beside some documents, but for those that are open.
  func beside(_ documents: [DocumentURI]) -> [OpenNote] {
    let known = Set((open.notes + attached).map(\.uri))
    var folders: Set<DocumentURI> = []
    return documents.filter { folders.insert($0.sibling("")).inserted }
      .flatMap { beside($0).notes.filter { !known.contains($0.uri) } }
  }

  private func readFolder(of uri: DocumentURI) -> [OpenNote] {
    DiskFile.names(beside: uri).sorted().prefix(Self.most).compactMap { name in
      guard MarkdownExtension.of(name) != nil else { return nil }
      let file = uri.sibling(name)
      guard let open = open(file) else { return read(file) }
      return attached.contains { $0.uri == open.uri } ? open : nil
    }
  }

  /// A file on the disk; nil if it can't be read as text, or is too long.
  func read(_ uri: DocumentURI) -> OpenNote? {
    files.text(of: uri, atMost: Self.longest).map { OpenNote(uri: uri, version: nil, state: $0, memo: nil) }
  }
}
