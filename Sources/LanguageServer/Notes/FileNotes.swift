import MemoMarkup
import MemoText
import Platform

/// Markdown files that are in no folder of ours, as they were at one moment: those that the client has open, and those
/// on the disk beside one. Nothing of them is kept.
struct FileNotes: Sendable {
  /// The folder that the client works in; nil if it names none.
  let folder: DocumentURI?
  let open: [OpenNote]
  /// What lies in that folder; nil if the document is not in it.
  var named: NamedFiles?

  /// The most bytes of a file that is looked into, and the most files beside a document.
  private static let longest = 4 << 20, most = 500

  /// What some words lead to that stand in a document.
  ///
  /// - Parameter isName: whether they stand in a wiki link.
  func end(of words: String, isName: Bool, in uri: DocumentURI) async -> LinkEnd {
    if words.isEmpty { return LinkEnd(note: .file(uri.withoutExtension)) }
    if isName { return await end(ofName: words, in: uri) }
    guard let path = uri.resolving(words, from: folder) else { return LinkEnd(address: words) }
    if let found = found(path) { return found }
    if words.hasSuffix("/") || path.scheme != "file" && path.scheme != uri.scheme {
      return LinkEnd(address: path.string)
    }
    return LinkEnd(fault: .broken)
  }

  /// What a path leads to, with or without `.md`; nil if there is nothing.
  private func found(_ path: DocumentURI) -> LinkEnd? {
    let stem = path.withoutExtension
    if open.contains(where: { $0.uri.withoutExtension == stem }) { return LinkEnd(note: .file(stem)) }
    switch DiskFile.kind(of: path) {
    case .file where stem != path: return LinkEnd(note: .file(stem))
    case .file, .folder: return LinkEnd(address: path.string)
    case nil:
      guard stem == path, DiskFile.kind(of: DocumentURI(path.string + ".md")) == .file else { return nil }
      return LinkEnd(note: .file(stem))
    }
  }

  /// What a name leads to: a path from the document or the folder, a file's name or the end of its path, a title, an
  /// alias.
  private func end(ofName name: String, in uri: DocumentURI) async -> LinkEnd {
    if let path = uri.resolving(name, from: folder), let end = found(path), end.note != nil { return end }
    if let named, let path = uri.resolving("/" + name, from: named.folder), let end = found(path), end.note != nil {
      return end
    }
    let form = name.nameForm
    let near = near(uri)
    for rule in 0..<2 {
      var matches: [NoteName] = []
      for note in near {
        let outline = rule == 0 ? nil : await note.state.outline
        let names = outline.map { [$0.title] + $0.aliases } ?? [note.uri.stem]
        if names.contains(where: { $0.nameForm == form }) {
          matches.append(NoteName(note: note.note, title: outline?.title ?? note.uri.stem))
        }
      }
      if rule == 0 {
        let known = Set(matches.map(\.note))
        let files = named?.files(called: name) ?? []
        for file in files where file.isNote && !known.contains(.file(file.withoutExtension)) {
          matches.append(NoteName(note: .file(file.withoutExtension), title: file.stem))
        }
        if matches.isEmpty, let other = files.first { return LinkEnd(address: other.string) }
      }
      if matches.count == 1 { return LinkEnd(note: matches[0].note) }
      if matches.count > 1 { return LinkEnd(fault: .ambiguous(matches)) }
    }
    return LinkEnd(fault: .broken)
  }

  /// The files of which something is known: open ones, and those on the disk beside a document.
  func near(_ uri: DocumentURI) -> [OpenNote] {
    var known = Set(open.map(\.note))
    let beside = DiskFile.names(beside: uri).sorted().prefix(Self.most).compactMap { name -> OpenNote? in
      let file = uri.sibling(name)
      guard file.withoutExtension != file, known.insert(.file(file.withoutExtension)).inserted else { return nil }
      return read(file)
    }
    return open + beside
  }

  /// Some more files, those of other folders below the one that the client works in.
  func further(than uri: DocumentURI) -> [OpenNote] {
    let known = Set(near(uri).map(\.note))
    let others = (named?.notes ?? []).lazy.filter { !known.contains(.file($0.withoutExtension)) }
    return others.prefix(Self.most).compactMap(read)
  }

  /// A file as it is; nil if it is none that can be read as text.
  func note(_ stem: DocumentURI) -> OpenNote? {
    open.first { $0.uri.withoutExtension == stem }
      ?? read(DocumentURI(stem.string + ".md"))
  }

  private func read(_ uri: DocumentURI) -> OpenNote? {
    DiskFile.text(of: uri, atMost: Self.longest).map {
      OpenNote(uri: uri, version: nil, state: TextState($0), memo: nil)
    }
  }
}

/// What is on the disk under a URI.
enum DiskFile {
  enum Kind { case file, folder }

  /// What is there; nil if that is nothing, or no file's URI.
  static func kind(of uri: DocumentURI) -> Kind? {
    guard uri.scheme == "file" else { return nil }
    var status = stat()
    guard stat(uri.path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// The text of a file; nil if it can't be read, is longer, or no UTF-8.
  static func text(of uri: DocumentURI, atMost limit: Int) -> Rope? {
    guard uri.scheme == "file" else { return nil }
    let descriptor = open(uri.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit,
      let bytes = Descriptors.readAll(descriptor, atMost: limit)
    else { return nil }
    return Rope(validatingUTF8: bytes)
  }

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

extension DocumentURI {
  /// Whether it is called as the files are that links may leave `.md` out of.
  fileprivate var isNote: Bool { withoutExtension != self }

  /// The last part of the path without `.md`.
  var stem: String {
    let name = segments.last ?? ""
    return name.lowercased().hasSuffix(".md") ? String(name.dropLast(3)) : name
  }

  /// What is called so in the same folder.
  func sibling(_ name: String) -> DocumentURI {
    let end = string.lastIndex(of: "/").map { string.index(after: $0) } ?? string.startIndex
    return DocumentURI(string[..<end] + name.percentEncoded)
  }

  /// How a file beside this document, or elsewhere below the same root, is written in it.
  func path(to other: DocumentURI) -> String {
    let (own, its) = (segments.dropLast(), other.segments)
    let common = zip(own, its.dropLast()).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: own.count - common) + its.dropFirst(common)
    return steps.map(\.percentEncoded).joined(separator: "/")
  }
}
