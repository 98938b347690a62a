import MemoMarkup
import MemoText
import Platform

/// Markdown files that are in no folder of ours, as they were at one moment: those that the client has open, and those
/// on the disk beside one.
struct FileNotes: Sendable {
  /// The folder that the client works in; nil if it names none.
  let folder: DocumentURI?
  let nearby: NearbyFiles
  /// The files below that folder; nil if the document is not in it.
  var named: NamedFiles?

  /// The most files of other folders.
  private static let most = 500

  /// The target of some words in a document.
  ///
  /// - Parameter isName: whether they stand in a wiki link, where a name may be percent-encoded.
  func end(of words: String, isName: Bool, in uri: DocumentURI) async -> LinkEnd {
    if words.isEmpty { return LinkEnd(note: .file(uri)) }
    if isName {
      let (end, decoded) = (await end(ofName: words, in: uri), words.removingPercentEncoding)
      return end.isNowhere && decoded != words ? await self.end(ofName: decoded, in: uri) : end
    }
    // A path that begins so names another machine.
    if words.hasPrefix("//") { return LinkEnd(address: words) }
    let isFile = words.lowercased().hasPrefix("file://")
    guard let path = isFile ? DocumentURI(words) : uri.resolving(words, from: folder) else {
      return LinkEnd(address: words)
    }
    if let found = found(path) { return found }
    if words.hasSuffix("/") || path.scheme != "file" && path.scheme != uri.scheme {
      return LinkEnd(address: path.string)
    }
    return LinkEnd(fault: .broken)
  }

  /// The target of a path, with or without the extension of a Markdown file; nil if there is nothing.
  private func found(_ path: DocumentURI) -> LinkEnd? {
    if let open = nearby.open(path) { return LinkEnd(note: .file(open.uri)) }
    switch DiskFile.kind(of: path) {
    case .file where path.isNote: return LinkEnd(note: .file(path))
    case .file, .folder: return LinkEnd(address: path.string)
    case nil: return path.isNote ? nil : DiskFile.note(path).map { LinkEnd(note: .file($0)) }
    }
  }

  /// The target of a name: a path from the document or the folder, a file's name or the end of its path, a title, an
  /// alias.
  private func end(ofName name: String, in uri: DocumentURI) async -> LinkEnd {
    let uri = place(of: uri)
    if let path = uri.resolving(name, from: folder), let end = found(path), end.note != nil { return end }
    if let named, let path = uri.resolving("/" + name, from: named.folder), let end = found(path), end.note != nil {
      return end
    }
    let form = name.nameForm
    let beside = nearby.beside(uri)
    var matches = (nearby.open.files(called: form) + beside.files(called: form)).map {
      NoteName(note: $0.note, title: $0.uri.stem)
    }
    let known = Set(matches.map(\.note))
    let files = named?.files(called: name) ?? []
    for file in files where file.isNote && !known.contains(.file(file)) {
      matches.append(NoteName(note: .file(file), title: file.stem))
    }
    if matches.isEmpty, let other = files.first { return LinkEnd(address: other.string) }
    if matches.isEmpty {
      for note in await nearby.open.notes(titled: form) + beside.notes(titled: form) {
        matches.append(NoteName(note: note.note, title: await note.state.outline.title))
      }
    }
    switch matches.count {
    case 0: return LinkEnd(fault: .broken)
    case 1: return LinkEnd(note: matches[0].note)
    default: return LinkEnd(fault: .ambiguous(matches))
    }
  }

  /// The file that a document is, or may become if it is saved nowhere yet: one in the folder that the client works in.
  func place(of uri: DocumentURI) -> DocumentURI {
    uri.isUnsaved ? named.map { DocumentURI("\($0.folder.string)/x") } ?? uri : uri
  }

  /// The files of which something is known: open ones, and those on the disk beside a document.
  func near(_ uri: DocumentURI) -> [OpenNote] {
    let beside = nearby.beside(place(of: uri)).notes
    let known = Set(beside.map(\.uri))
    return nearby.open.notes + beside + nearby.attached.filter { !known.contains($0.uri) }
  }

  /// Some more files, those of other folders below the one that the client works in.
  func further(than uri: DocumentURI) -> [OpenNote] {
    let known = Set(near(uri).map(\.note))
    let others = named?.notes(atMost: Self.most) { !known.contains(.file($0)) } ?? []
    return others.compactMap { nearby.open($0) ?? nearby.read($0) }
  }

  /// A file as it is; nil if it is none that can be read as text.
  func note(_ file: DocumentURI) -> OpenNote? { nearby.open(file) ?? nearby.read(file) }
}
