import JSONRPC
import MemoEngine
import MemoText

/// Tells a client that doesn't ask what is wrong in a document.
enum PublishDiagnostics: ServerNotificationType {
  static let method: StaticString = "textDocument/publishDiagnostics"

  struct Params: JSONObjectWritable, Sendable {
    let uri: DocumentURI
    let version: Int?
    let diagnostics: [Diagnostic]

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("uri", uri)
      writer.member("version", version)
      writer.member("diagnostics", diagnostics)
    }
  }
}

/// Tells what is wrong in a document.
enum DocumentDiagnostic: RequestType {
  static let method: StaticString = "textDocument/diagnostic"

  struct Params: JSONReadable, AboutDocument {
    let document: DocumentIdentifier
    /// The ID of the diagnostics that the client was told last.
    let previous: String?

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      previous = json["previousResultId"]?.string
    }
  }

  /// The diagnostics, or that they are the same as the client was told last.
  struct Result: JSONObjectWritable, Sendable {
    let id: String
    let diagnostics: [Diagnostic]?

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("kind", (diagnostics == nil ? "unchanged" : "full") as StaticString)
      writer.member("resultId", id)
      writer.member("items", diagnostics)
    }
  }
}

extension LanguageSession {
  func diagnostic(_ params: DocumentDiagnostic.Params) throws -> Answer<DocumentDiagnostic.Result> {
    let (scope, settings) = (try scope(of: params.document), settings)
    // What changes from here on may come too late for the answer.
    examinations.interests[scope.uri] = nil
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let (found, interests) = try await scope.diagnostics(settings)
      let id = found.resultID
      await self.note(interests, of: scope.uri)
      return DocumentDiagnostic.Result(id: id, diagnostics: id == params.previous ? nil : found)
    }
  }

  /// The delay between the last change and the diagnostics.
  static let diagnosticDelay = Duration.milliseconds(100)

  /// Notes that a document is there, or that it is known by now what its links lead to: nobody is typing yet.
  func documentOpened(_ uri: DocumentURI) {
    if !looksThrough { return }
    if examinations.seen[uri] == nil { examinations.seen[uri] = documents[uri]?.state }
    examinations.due.insert(uri)
    Task { await self.examine() }
  }

  /// Keeps what the diagnostics of a document depend on.
  private func note(_ interests: LinkInterests, of uri: DocumentURI) {
    if documents[uri] != nil { examinations.interests[uri] = interests }
  }

  /// Notes that a document is another one now.
  func documentChanged(_ uri: DocumentURI) { examineSoon([uri]) }

  /// Notes that a document is closed: nothing is wrong in it any more, as far as the client shows.
  func documentClosed(_ uri: DocumentURI) {
    examinations.wanted.remove(uri)
    examinations.due.remove(uri)
    examinations.seen[uri] = nil
    examinations.interests[uri] = nil
    guard examinations.told.removeValue(forKey: uri) != nil else { return }
    connection.notify(
      PublishDiagnostics.self, PublishDiagnostics.Params(uri: uri, version: nil, diagnostics: []))
  }

  /// Whether it is of use to look through documents: a client that asks for diagnostics itself, and for nothing again,
  /// is told of nothing.
  var looksThrough: Bool { !client.pullsDiagnostics || !client.refreshes.isEmpty }

  /// Looks through documents once nothing is changed for a moment, and tells what is wrong if that is new. In a client
  /// that asks for that itself, what others show of them is looked at alone.
  ///
  /// - Parameter isTyped: whether they are being typed in; what others do, perhaps without end, puts nothing off.
  func examineSoon(_ uris: [DocumentURI], isTyped: Bool = true) {
    if !looksThrough { return }
    examinations.wanted.formUnion(uris)
    if !isTyped, examinations.waiting != nil { return }
    examinations.waiting?.cancel()
    examinations.waiting = Task {
      guard (try? await Task.sleep(for: Self.diagnosticDelay)) != nil, !Task.isCancelled else { return }
      // From here on nobody cancels it: what a cancelled look has not found is not what is wrong.
      self.examinations.waiting = nil
      self.examinations.due.formUnion(self.examinations.wanted)
      self.examinations.wanted = []
      await self.examine()
    }
  }

  /// Looks through the documents that are due; one look at a time, so that the last that is told is the newest.
  private func examine() async {
    guard examinations.underWay == nil else { return }
    defer { examinations.underWay = nil }
    while let uri = examinations.due.popFirst() {
      examinations.underWay = uri
      await examine(uri)
    }
  }

  private func examine(_ uri: DocumentURI) async {
    if documents[uri]?.isLookedUp == true { await bindings.wait() }
    // It is looked at as it is now.
    examinations.due.remove(uri)
    guard let document = documents[uri], !document.isLost, let scope = try? scope(of: DocumentIdentifier(uri)) else {
      return
    }
    let looked = client.pullsDiagnostics ? nil : try? await scope.diagnostics(settings)
    let signs = OutwardSigns(await scope.state.outline)
    let before = OutwardSigns(await (examinations.seen[uri] ?? scope.state).outline)
    // What was changed meanwhile is wanted again.
    guard let now = documents[uri], now.opening == document.opening, now.version == document.version else { return }
    examinations.seen[uri] = scope.state
    if let looked { examinations.interests[uri] = looked.interests }
    if let found = looked?.found, case let id = found.resultID, examinations.told[uri] != id {
      examinations.told[uri] = id
      connection.notify(
        PublishDiagnostics.self,
        PublishDiagnostics.Params(uri: document.uri, version: document.version, diagnostics: found))
    }
    if before == signs { return }
    if before.names == signs.names { return refreshSoon(.codeLenses) }
    // What it is called may be what others link to.
    lookAgain(for: await NoteNames(scope.document), besides: uri, isTyped: true)
  }
}

/// Documents that are to be looked through, and what was told of them.
struct Examinations: Sendable {
  var wanted: Set<DocumentURI> = []
  /// The documents for which it is time.
  var due: Set<DocumentURI> = []
  /// Waits for a moment without changes.
  var waiting: Task<Void, Never>?
  /// The document that is being looked through.
  var underWay: DocumentURI?
  /// The ``Swift/Array/resultID`` of the diagnostics last told for each document.
  var told: [DocumentURI: String] = [:]
  /// The states in which it was last examined what others show of the documents.
  var seen: [DocumentURI: TextState] = [:]
  /// The things that the diagnostics of documents depend on, as they were looked at last.
  var interests: [DocumentURI: LinkInterests] = [:]
  /// The memos that were changed, with which documents are still to be compared.
  var changed: [MemoID: (notebook: Notebook, comesOrGoes: Bool)] = [:]
  /// The number of renamings under way, which may change many.
  var renamings = 0
  /// The views that the client is to ask for again in a moment.
  var stale: Views = []
}

extension DocumentIdentifier {
  init(_ uri: DocumentURI) { (self.uri, version) = (uri, nil) }
}

extension [Diagnostic] {
  /// The ID that tells these diagnostics from others.
  var resultID: String {
    var writer = JSONWriter()
    write(to: &writer)
    // FNV-1a: stable from session to session, and no secret.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in writer.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(count)-\(String(hash, radix: 36))"
  }
}
