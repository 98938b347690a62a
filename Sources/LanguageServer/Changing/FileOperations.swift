import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText
import Platform

/// Files are about to be renamed: tells what keeps the links to them.
enum WillRenameFiles: RequestType {
  static let method: StaticString = "workspace/willRenameFiles"

  struct Params: JSONReadable, Sendable {
    let files: [Renamed]

    init(json: JSONView) throws(JSONTypeError) { files = try json.required("files") }
  }

  struct Renamed: JSONReadable, Sendable {
    let old: DocumentURI
    let new: DocumentURI

    init(json: JSONView) throws(JSONTypeError) {
      old = try json.required("oldUri")
      new = try json.required("newUri")
    }
  }

  typealias Result = WorkspaceEdit
}

/// Files were renamed: what leads to them is looked at again.
enum DidRenameFiles: ClientNotificationType {
  static let method: StaticString = "workspace/didRenameFiles"
  typealias Params = WillRenameFiles.Params
}

/// Notes are about to be made: tells what they begin with.
enum WillCreateFiles: RequestType {
  static let method: StaticString = "workspace/willCreateFiles"
  typealias Params = NamedFileParams
  typealias Result = WorkspaceEdit
}

/// Files are gone: what leads to them is looked at again.
enum DidDeleteFiles: ClientNotificationType {
  static let method: StaticString = "workspace/didDeleteFiles"
  typealias Params = NamedFileParams
}

/// Parameters that name files and no more.
struct NamedFileParams: JSONReadable, Sendable {
  let files: [Named]

  init(json: JSONView) throws(JSONTypeError) { files = try json.required("files") }

  struct Named: JSONReadable, Sendable {
    let uri: DocumentURI

    init(json: JSONView) throws(JSONTypeError) { uri = try json.required("uri") }
  }
}

extension LanguageSession {
  /// Has folders looked at whose files have changed, and documents that may link there.
  func filesChanged(_ uris: [DocumentURI]) {
    for files in notebooks.compactMap(\.files) {
      let paths = uris.compactMap { files.path(of: $0.path) }
      if !paths.isEmpty { files.changed(paths) }
    }
    for files in named { files.forget() }
    memosChanged()
  }

  /// Answers with the edits that keep links leading to moved files. Of a folder's files, notes or not, all that link
  /// there are known; else those that the client has open, those beside what is moved or in it, and some others below
  /// the folder that the client works in.
  func willRenameFiles(_ params: WillRenameFiles.Params) throws -> Answer<WorkspaceEdit> {
    let client = client
    return .later(expectedBytes: 0) { [bindings] in
      await bindings.wait()
      var scopes: [DocumentURI: NoteScope] = [:]
      var files: [MemoID: DocumentURI] = [:]
      var moves = params.files.map { ($0.old, $0.new) }
      for moved in params.files {
        // Notes that the client does not have open may lead there by another path through a symbolic link.
        if let notebook = await self.notebook(of: moved.old), let files = notebook.files,
          let old = files.path(of: moved.old.path).flatMap({ notebook.uri(at: $0) }),
          let new = files.path(of: moved.new.path).flatMap({ notebook.uri(at: $0) }), old != moved.old
        {
          moves.append((old, new))
        }
        for (file, found) in try await self.notes(linkingTo: moved.old) {
          if let file { files[file.id] = file.uri }
          for scope in found { scopes[scope.uri] = scope.onDisk() }
        }
      }
      let fileMoves = FileMoves(moves, files: files)
      var changes: [WorkspaceEdit.Change] = []
      for (uri, scope) in scopes.sorted(by: { $0.key.string < $1.key.string }) {
        try Task.checkCancellation()
        let edits = try await scope.replacements(fileMoves, try await Occurrences(scope))
        if edits.isEmpty { continue }
        changes.append(.edits(uri, version: scope.document.version, scope.text.edits(edits, in: client.encoding)))
      }
      return WorkspaceEdit(changes, for: client)
    }
  }

  /// The notes that may link to a file, or to one in a folder, and the file itself, with the memo that it is if it is
  /// one.
  private nonisolated func notes(
    linkingTo uri: DocumentURI
  ) async throws -> [(file: (id: MemoID, uri: DocumentURI)?, notes: [NoteScope])] {
    let nothing = OpenNote(uri: uri, version: nil, state: TextState(Rope()), memo: nil)
    guard let notebook = await notebook(of: uri), let files = notebook.files, let path = files.path(of: uri.path) else {
      let scope = await scope(of: nothing, in: main)
      let inside = DiskFile.kind(of: uri) == .folder ? scope.files.near(DocumentURI(uri.string + "/x.md")) : []
      return [(nil, (scope.files.near(uri) + inside + scope.files.further(than: uri)).map(scope.beside))]
    }
    let scope = await scope(of: nothing, in: notebook)
    // What is not saved yet is no memo.
    let coming = scope.open.filter { $0.comingFile != nil && files.path(of: $0.uri.path) != nil }
    var found: [(file: (id: MemoID, uri: DocumentURI)?, notes: [NoteScope])] = [(nil, coming.map(scope.beside))]
    for (id, file) in await files.memos(at: path) {
      let notes = try await scope.linking(to: .memo(id)).map(scope.beside)
      found.append(((id, notebook.uri(of: id, title: "", in: MemoFile(path: file.description))), notes))
    }
    // HTML leads to notes without links back, and to pictures, which a folder may have, too.
    found.append((nil, try await scope.notes(naming: path.name)))
    return found
  }
}

extension NoteScope {
  /// The notes with a name in them, such as a picture's, which has no links back: as it is, percent-encoded, or encoded
  /// in part, as it is written here.
  func notes(naming name: String) async throws -> [NoteScope] {
    let search = await engine.search()
    var found: [MemoID: NoteScope] = [:]
    let written = LinkPath.written(name, isEncoded: true, isWiki: false).withParenthesesEncoded
    for name in Set([name, name.percentEncoded, written, written.asAttribute]) {
      guard let words = try? SearchQuery(reading: "\"\(name.filter { $0 != "\"" })\"", now: search.now) else {
        continue
      }
      var after: ListPlace?
      repeat {
        let page = try await search.page(words, trashed: false, after: after, limit: 200)
        for id in page.memos.map(\.listed.summary.metadata.id) where found[id] == nil {
          if let note = try await note(.memo(id)) { found[id] = beside(note) }
        }
        after = page.next
      } while after != nil
    }
    return Array(found.values)
  }
}
