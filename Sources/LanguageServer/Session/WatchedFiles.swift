import JSONRPC
import MemoHost

/// Files have changed, as far as the client sees: it tells of those that it was asked to watch.
enum DidChangeWatchedFiles: ClientNotificationType {
  static let method: StaticString = "workspace/didChangeWatchedFiles"

  struct Params: JSONReadable, Sendable {
    let changes: [NamedFileParams.Named]

    init(json: JSONView) throws(JSONTypeError) { changes = try json.required("changes") }
  }

  /// The registration for the notes below a folder.
  ///
  /// - Parameter isRelative: whether the client knows patterns below a folder; to others they are below those that it
  ///   works in.
  static func registration(of folder: DocumentURI, isRelative: Bool) -> Registration {
    let pattern = JSONValue.string("**/*.{md,markdown,txt}")
    var below = JSONObject()
    (below["baseUri"], below["pattern"]) = (.string(folder.string), pattern)
    var watcher = JSONObject()
    watcher["globPattern"] = isRelative ? .object(below) : pattern
    var options = JSONObject()
    options["watchers"] = .array([.object(watcher)])
    return Registration(id: "notes below \(folder.string)", method: "\(method)", options: options)
  }
}

extension LanguageSession {
  /// Has the client tell what changes in a notebook's folder, whenever the folder's own watch can't.
  func watchFiles(of notebook: Notebook) {
    notebook.files?.whenWatchChanges { [weak self] in Task { await self?.askForWatches() } }
  }

  /// Asks for the watches that are needed now and that the client does not keep yet, and ends the others.
  func askForWatches() {
    guard hasBegun, phase == .running, client.watchesFiles else { return }
    for notebook in notebooks {
      let key = ObjectIdentifier(notebook)
      if notebook.files?.isUnwatched == true, watches[key] == nil, let folder = notebook.root {
        let watch = DidChangeWatchedFiles.registration(of: folder, isRelative: client.watchesBelowFolders)
        watches[key] = watch
        register(watch)
      } else if notebook.files?.isUnwatched == false, let watch = watches.removeValue(forKey: key) {
        register(watch, isOn: false)
      }
    }
  }
}
