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
      func add(_ found: [NoteScope]) {
        for scope in found where scopes[scope.uri] == nil { scopes[scope.uri] = scope.onDisk() }
      }
      var moves = params.files.map { ($0.old, $0.new) }
      var memos: [ObjectIdentifier: MovedMemos] = [:]
      for moved in params.files {
        guard let notebook = await self.notebook(of: moved.old), let files = notebook.files,
          let old = files.path(of: moved.old.path)
        else {
          add(await self.files(linkingTo: moved.old))
          continue
        }
        let new = files.path(of: moved.new.path)
        // Notes that the client does not have open may lead there by another path through a symbolic link.
        if let old = notebook.uri(at: old), let new = new.flatMap({ notebook.uri(at: $0) }), old != moved.old {
          moves.append((old, new))
        }
        let known = memos[ObjectIdentifier(notebook)]
        memos[ObjectIdentifier(notebook)] = (known ?? MovedMemos(notebook)).adding(await files.memos(at: old), old, new)
        add(try await self.notes(naming: old, in: notebook))
      }
      var names: [DocumentURI: [Int: String]] = [:]
      for moved in memos.values {
        add(try await self.notes(linkingTo: moved))
        names.merge(try await moved.names(in: Array(scopes.values))) { first, _ in first }
      }
      let fileMoves = FileMoves(moves)
      var changes: [WorkspaceEdit.Change] = []
      for (uri, scope) in scopes.sorted(by: { $0.key.string < $1.key.string }) {
        try Task.checkCancellation()
        let edits = try await scope.replacements(fileMoves, try await Occurrences(scope), names: names[uri] ?? [:])
        if edits.isEmpty { continue }
        changes.append(.edits(uri, version: scope.document.version, scope.text.edits(edits, in: client.encoding)))
      }
      return WorkspaceEdit(changes, for: client)
    }
  }

  /// The notes that may link to a file that is in no attached folder, or to one in a folder.
  private nonisolated func files(linkingTo uri: DocumentURI) async -> [NoteScope] {
    let scope = await scope(of: OpenNote(uri: uri, version: nil, state: TextState(Rope()), memo: nil), in: await main)
    let inside = DiskFile.kind(of: uri) == .folder ? scope.files.near(DocumentURI(uri.string + "/x.md")) : []
    return (scope.files.near(uri) + inside + scope.files.further(than: uri)).map(scope.beside)
  }

  /// The notes that may lead to a file of an attached folder, or to one in a folder of it, and of which that is not
  /// known: those that name it in HTML or as a picture, which a folder may have, too, and those that are not saved yet.
  private nonisolated func notes(naming path: FilePath, in notebook: Notebook) async throws -> [NoteScope] {
    let scope = await notebookScope(notebook)
    // What is not saved yet is no memo.
    let coming = scope.open.filter { $0.comingFile != nil && notebook.files?.path(of: $0.uri.path) != nil }
    return coming.map(scope.beside) + (try await scope.notes(naming: path.name))
  }

  /// The notes that link to memos whose files are moved, or to others by what these will be called.
  private nonisolated func notes(linkingTo moved: MovedMemos) async throws -> [NoteScope] {
    let scope = await notebookScope(moved.notebook)
    var found: [NoteScope] = []
    for id in Array(moved.files.keys) + (try await moved.namesakes) {
      found += try await scope.linking(to: .memo(id)).map(scope.beside)
    }
    return found
  }
}

extension NoteScope {
  /// The notes that may name a file or a folder, be it a picture's, which has no links back: as it is, percent-encoded,
  /// or encoded in part.
  func notes(naming name: String) async throws -> [NoteScope] { try await notes(found: name.namings) }

  /// The notes that one of some searches finds.
  func notes(found searches: some Collection<String>) async throws -> [NoteScope] {
    let search = await engine.search()
    var found: [MemoID: NoteScope] = [:]
    for words in searches.compactMap({ try? SearchQuery(reading: $0, now: search.now) }) {
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

extension String {
  /// The searches for what may name a file. A note is called without its extension, too; what is no link to it, which
  /// leads back, stands behind one of a few marks.
  fileprivate var namings: [String] {
    let short = withoutMarkdownExtension
    let marks = short == self ? [] : ["href", "src", "]:", "!["]
    return writtenAlike + short.writtenAlike.flatMap { words in marks.map { "\(words) \"\($0)\"" } }
  }

  /// The searches for the parts of a name that are written alike everywhere: between them all may be encoded, or have a
  /// backslash before it. Letters of other scripts are all encoded, or none.
  private var writtenAlike: [String] {
    let parts = split { !$0.isLetter && !$0.isNumber && !".-".contains($0) }.map(String.init)
    // A name of nothing but signs.
    if parts.isEmpty { return Set([self, percentEncoded]).map { "\"\($0.filter { $0 != "\"" })\"" } }
    return Set([parts, parts.map(\.percentEncoded)]).map { $0.map { "\"\($0)\"" }.joined(separator: " ") }
  }
}
