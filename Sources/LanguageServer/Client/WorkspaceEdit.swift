import JSONRPC

/// Changes of documents and files, written as the client knows them.
struct WorkspaceEdit: JSONObjectWritable, Sendable {
  /// A change of one document or file.
  enum Change: Sendable {
    /// Edits of a document, all of its text as it is; the version is the client's, if it has the document open.
    case edits(DocumentURI, version: Int?, [TextEdit])
    /// Makes a file; one that is there stays as it is.
    case create(DocumentURI)
    /// Renames a file.
    case rename(from: DocumentURI, to: DocumentURI)
  }

  var changes: [Change] = []
  private let knowsVersions: Bool

  /// Whether it is told with versions (`documentChanges`). Changes of files can't be told otherwise, so a client that
  /// makes them knows versions, though some don't say so (Neovim 0.7).
  private var isVersioned: Bool {
    knowsVersions || changes.contains { if case .edits = $0 { false } else { true } }
  }

  init(_ changes: [Change] = [], for client: ClientCapabilities) {
    (self.changes, knowsVersions) = (changes, client.hasDocumentChanges)
  }

  func writeMembers(to writer: inout JSONWriter) {
    if isVersioned {
      writer.name("documentChanges")
      writer.beginArray()
      for change in changes { change.write(to: &writer) }
      writer.endArray()
    } else {
      writer.name("changes")
      writer.beginObject()
      for case .edits(let uri, _, let edits) in changes {
        writer.name(escaping: uri.string)
        edits.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension WorkspaceEdit.Change: JSONObjectWritable {
  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .edits(let uri, let version, let edits):
      writer.name("textDocument")
      writer.beginObject()
      writer.member("uri", uri)
      writer.name("version")
      if let version { writer.value(version) } else { writer.null() }
      writer.endObject()
      writer.member("edits", edits)
    case .create(let uri):
      writer.member("kind", "create" as StaticString)
      writer.member("uri", uri)
      // Some clients empty a file that is there unless they are told.
      writer.name("options")
      writer.beginObject()
      writer.member("ignoreIfExists", true)
      writer.endObject()
    case .rename(let old, let new):
      writer.member("kind", "rename" as StaticString)
      writer.member("oldUri", old)
      writer.member("newUri", new)
    }
  }
}
