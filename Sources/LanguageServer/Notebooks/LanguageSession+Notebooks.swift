import JSONRPC
import MemoEngine
package import MemoFolder
package import MemoHost
import Platform

/// Opens the store of a folder that was found, and begins to keep both in sync.
package typealias FolderOpener = @Sendable (NotesFolder) throws(FolderError) -> MemoHost

/// The client works in other folders from now on.
enum DidChangeWorkspaceFolders: ClientNotificationType {
  static let method: StaticString = "workspace/didChangeWorkspaceFolders"

  struct Params: JSONReadable, Sendable {
    let (added, removed): ([DocumentURI], [DocumentURI])

    init(json: JSONView) throws(JSONTypeError) {
      func folders(_ name: StaticString) -> [DocumentURI] {
        json["event"]?[name]?.elements.compactMap { $0["uri"]?.string.map(DocumentURI.folder) } ?? []
      }
      (added, removed) = (folders("added"), folders("removed"))
    }
  }
}

/// The stores that the session uses: the one that the program was started with, and those of the folders that documents
/// are in.
extension LanguageSession {
  /// The notebook for commands that name no document.
  var main: Notebook { current.first { $0.files != nil } ?? home }

  /// The notebooks that the client works in: not those whose folders it has left.
  private var current: [Notebook] { notebooks.filter { !left.contains(ObjectIdentifier($0)) } }

  /// The current ones whose memos the client can show.
  var shown: [Notebook] { current.filter { $0.files != nil || client.showsMemos } }

  /// The notebook whose folder a file is in, opened on first use; nil if the file is in no attached folder.
  func notebook(of uri: DocumentURI) async -> Notebook? {
    guard uri.scheme == "file" else { return nil }
    let path = uri.path
    var notebook = notebooks.first { $0.files?.path(of: path) != nil }
    if notebook == nil, opensFolder != nil {
      let found = await Task.detached { NotesFolder.found(around: path) }.value
      notebook = found.flatMap { openNotebook($0) }
    }
    notebook?.learn(from: uri)
    return notebook
  }

  /// Opens the folders that the client works in, those that are attached.
  func findWorkspaceFolders() {
    guard opensFolder != nil, !client.folders.isEmpty else { return }
    bindings.begin()
    Task {
      for folder in client.folders { _ = await self.notebook(of: DocumentURI(folder.string + "/x.md")) }
      bindings.end()
    }
  }

  /// Handles that the client works in other folders now.
  func didChangeWorkspaceFolders(_ params: DidChangeWorkspaceFolders.Params) {
    client.folders = client.folders.filter { !params.removed.contains($0) }
    client.folders += params.added.filter { !client.folders.contains($0) }
    for notebook in notebooks where notebook !== home {
      if client.folders.contains(where: notebook.meets) {
        left.remove(ObjectIdentifier(notebook))
      } else if params.removed.contains(where: notebook.meets) {
        left.insert(ObjectIdentifier(notebook))
      }
    }
    findWorkspaceFolders()
    memosChanged()
  }

  /// Opens a folder, unless it is open already. If that fails the user is told, and the result is nil.
  @discardableResult
  func openNotebook(_ path: String) -> Notebook? {
    let place = FilePath(path)
    if let known = notebooks.first(where: { $0.files.map { FilePath($0.root) } == place }) { return known }
    guard let opensFolder, !unusableFolders.contains(place) else { return nil }
    do throws(FolderError) {
      let host = try opensFolder(NotesFolder(path: path))
      let notebook = Notebook(host.engine, files: host.files, host: host, of: connection.loop)
      notebooks.append(notebook)
      observe(notebook)
      host.watchOthers()
      let tell: @Sendable (StartupNotice) -> Void = { [weak self] news in
        Task { await self?.tell(news.level, news.message) }
      }
      for news in host.observeStart(tell) { tell(news) }
      return notebook
    } catch {
      unusableFolders.insert(place)
      // It may have been told at the start.
      if error.description != folderProblem {
        show(.warning, "files in \(path) are served alone: \(error.description)")
      }
      return nil
    }
  }

  /// Saves everything in all notebooks.
  ///
  /// - Throws: `storeUnavailable` if one of them could not be saved.
  func flushAll() async throws(EngineError) {
    var failure: EngineError?
    for notebook in notebooks {
      do throws(EngineError) { _ = try await notebook.engine.flush(nil) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Closes the notebooks that the session opened. To be called once, on the loop's thread, after ``end()``.
  ///
  /// - Returns: whether everything was saved.
  func closeNotebooks() -> Bool {
    var isWhole = true
    for host in notebooks.compactMap(\.host) {
      let isSaved = host.engine.assumeIsolated { $0.isEverythingSaved }
      do throws(StoreError) { try host.end(isSaved: isSaved) } catch {
        log.write(.error, error.description)
        isWhole = false
      }
      isWhole = isWhole && isSaved
    }
    return isWhole
  }
}

extension NotesFolder {
  /// The attached folder around a file, which need not exist yet; nil if there is none.
  fileprivate static func found(around path: String) -> String? {
    var folder = FilePath(path).folder
    while !folder.isEmpty {
      if let real = realPath(folder.description) { return found(from: real) }
      folder = folder.folder
    }
    return nil
  }
}
