import MemoEngine
import MemoText
import Platform

/// The memos whose files are about to be moved, of an attached folder.
struct MovedMemos: Sendable {
  let notebook: Notebook
  /// Their files as they are called now.
  private(set) var files: [MemoID: FilePath] = [:]
  /// The files and folders that are moved; nil for where they are to be if that is out of the folder.
  private var paths: [(old: FilePath, new: FilePath?)] = []

  init(_ notebook: Notebook) { self.notebook = notebook }

  /// These and those whose file, or whose folder, is moved from one path to another.
  func adding(_ memos: [(id: MemoID, path: FilePath)], _ old: FilePath, _ new: FilePath?) -> MovedMemos {
    var all = self
    all.paths.append((old, new))
    for (id, path) in memos { all.files[id] = path }
    return all
  }

  /// The path that something will have; nil if it will be out of the folder.
  private func destination(of path: FilePath) -> FilePath? {
    for (old, new) in paths {
      if path == old { return new }
      if path.isBelow(old) { return new.map { FilePath($0, path.dropping(old).description) } }
    }
    return path
  }

  private var moves: [FileMove] {
    files.compactMap { id, path in
      destination(of: path).map { FileMove(id, from: MemoFile(path), to: MemoFile($0)) }
    }
  }

  /// Other memos that are called as some of the files will be.
  var namesakes: [MemoID] {
    get async throws {
      let names = Set(moves.map { String($0.new.stem) }).map { LinkTarget(naming: $0) }
      let found = try await notebook.engine.links().destinations(of: names)
      return Set(found.flatMap(\.memos).map(\.id)).filter { files[$0] == nil }.sorted {
        $0.description < $1.description
      }
    }
  }

  /// The targets that links of some notes are to have, by the notes and the links' places in their outlines: of those
  /// that lead to memos by paths.
  func names(in notes: [NoteScope]) async throws -> [DocumentURI: [Int: String]] {
    let notes = notes.filter { $0.notebook === notebook && ($0.isMemo || $0.document.comingFile != nil) }
    let known = try await notebook.engine.listing().reader.files(of: notes.compactMap(\.document.memo))
    var (uris, texts): ([DocumentURI], [LinkingText]) = ([], [])
    for note in notes {
      let path = (note.document.memo.map { known[$0]?.path } ?? note.document.comingFile?.path).map { FilePath($0) }
      let new = path.flatMap(destination)
      // Where a note is out of the folder its links lead as those of any other file.
      if path != nil, new == nil { continue }
      uris.append(note.uri)
      texts.append(
        LinkingText(await note.state.outline.links, in: path.map { MemoFile($0) }, movedTo: new.map { MemoFile($0) }))
    }
    let leaving = Set(files.filter { destination(of: $0.value) == nil }.keys)
    let names = try await notebook.engine.links().names(in: texts, after: moves, leaving: leaving)
    return Dictionary(zip(uris, names)) { first, _ in first }
  }
}

extension MemoFile {
  fileprivate init(_ path: FilePath) { self.init(path: path.description) }
}
