import JSONRPC
import MemoEngine
import MemoHost
import MemoMarkup
import MemoText

/// A store that documents show memos of, with its folder if it has one.
final class Notebook: Sendable {
  let engine: MemoEngine
  /// The same, to be called without waiting.
  let onEngine: Resident<MemoEngine>
  /// The folder's files; nil if there is no folder.
  let files: NoteFiles?
  /// Closed when the session ends; nil for the notebook that the program opened itself.
  let host: MemoHost?

  /// Creates a notebook. To be called on the loop's thread, which the engine must run on.
  init(_ engine: MemoEngine, files: NoteFiles?, host: MemoHost? = nil, of loop: EventLoop) {
    (self.engine, self.files, self.host) = (engine, files, host)
    onEngine = Resident(engine, of: loop)
  }

  /// Whether it has a memo. To be called on the loop's thread.
  func has(_ id: MemoID) -> Bool { (try? onEngine { try $0.text(of: id) }) != nil }

  /// The URI of a memo that the client does not have open: its file's, or `memo://`.
  func uri(of id: MemoID, title: String, in file: MemoFile?) -> DocumentURI {
    guard let files, let file else { return MemoURI.uri(of: id, title: title) }
    return DocumentURI("file://" + files.path(of: file).percentEncoded)
  }

  /// The folder's own URI of a file in it, which a client may reach by another path; nil if it is outside.
  func uri(ofFile uri: DocumentURI) -> DocumentURI? {
    guard let files, let path = files.path(of: uri.path) else { return nil }
    return DocumentURI("file://" + "\(files.root)/\(path)".percentEncoded)
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
  var root: DocumentURI? { files.map { DocumentURI("file://" + $0.root.percentEncoded) } }
}
