import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText
import Platform
import Synchronization

/// A store that documents show memos of, with its folder if it has one.
final class Notebook: Sendable {
  let engine: MemoEngine
  /// The same, to be called without waiting.
  let onEngine: Resident<MemoEngine>
  /// The folder's files; nil if there is no folder.
  let files: NoteFiles?
  /// Closed when the session ends; nil for the notebook that the program opened itself.
  let host: MemoHost?
  /// A folder in this one, or this one, and the path by which the client reaches it, where that is another one.
  private let reached = Mutex<(folder: FilePath, path: FilePath)?>(nil)

  /// Creates a notebook. To be called on the loop's thread, which the engine must run on.
  init(_ engine: MemoEngine, files: NoteFiles?, host: MemoHost? = nil, of loop: EventLoop) {
    (self.engine, self.files, self.host) = (engine, files, host)
    onEngine = Resident(engine, of: loop)
  }

  /// Whether it has a memo. To be called on the loop's thread.
  func has(_ id: MemoID) -> Bool { (try? onEngine { try $0.text(of: id) }) != nil }

  /// The URI of a memo that the client does not have open: its file's, or `memo://`.
  func uri(of id: MemoID, title: String, in file: MemoFile?) -> DocumentURI {
    file.flatMap { self.uri(at: FilePath($0.path)) } ?? MemoURI.uri(of: id, title: title)
  }

  /// The URI of what has a path below the folder, as the client writes it; nil if there is no folder.
  func uri(at path: FilePath) -> DocumentURI? {
    guard let files else { return nil }
    var (start, rest) = (FilePath(files.root), path)
    if let reached = reached.withLock(\.self), path == reached.folder || path.isBelow(reached.folder) {
      (start, rest) = (reached.path, path.dropping(reached.folder))
    }
    let whole = rest.isEmpty ? start : FilePath(start, rest.description)
    return DocumentURI("file", path: whole.description)
  }

  /// Learns from the URI of something in the folder by which path the client reaches that: through a symbolic link
  /// perhaps.
  func learn(from uri: DocumentURI) {
    guard let files, !FilePath(uri.path).isBelow(FilePath(files.root)), reached.withLock({ $0 == nil }),
      let path = files.path(of: uri.path)
    else { return }
    var (folder, outer) = (path.folder, FilePath(uri.path).folder)
    while !folder.isEmpty, folder.name == outer.name,
      files.path(of: FilePath(outer.folder, "x").description) == FilePath(folder.folder, "x")
    {
      (folder, outer) = (folder.folder, outer.folder)
    }
    reached.withLock { $0 = (folder, outer) }
  }

  /// Waits until a new memo has a file, for at most two seconds.
  func waitForFile(of id: MemoID) async throws {
    _ = try await engine.flush(id)
    files?.storeChanged()
    let end = ContinuousClock.now + .seconds(2)
    while try await engine.listing().reader.files(of: [id]).isEmpty, .now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Whether its folder is one, or is in one, or has one in it.
  func meets(_ folder: DocumentURI) -> Bool {
    files?.path(of: folder.path + "/x") != nil || root?.isBelow(folder) == true
  }

  /// The folder's URI; nil if there is no folder.
  var root: DocumentURI? { uri(at: "") }
}
