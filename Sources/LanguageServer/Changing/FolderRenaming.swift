import JSONRPC
import MemoEngine
import MemoHost
import MemoText
import Platform

/// The texts of memos before a renaming and after it.
typealias RenamedTexts = [MemoID: (before: Rope, after: Rope)]

/// A renaming in an attached folder is the client's to carry out: it may show the edits of the answer first, or drop
/// them. What it makes of them comes as typing does, or in the files; until then nothing is changed.
extension LanguageSession {
  /// The edits that carry out a renaming; nil if they can't, as more than texts is to change, or lines that another
  /// client has typed and not written to the file.
  nonisolated func edits(
    carryingOut renaming: Renaming, beside scope: NoteScope
  ) async throws -> [WorkspaceEdit.Change]? {
    guard scope.notebook.files != nil else { return nil }
    let plan = try await scope.engine.rename(renaming, isTrial: true, by: origin)
    if plan.changes.contains(where: \.changesProperties) { return nil }
    var texts = RenamedTexts(uniqueKeysWithValues: plan.changes.map { ($0.id, ($0.before, $0.after)) })
    if let move = plan.move { try await scope.rename(inAttributes: move, &texts, by: origin) }
    // What is open may say something else by now.
    let now = await self.scope(of: scope.document, in: scope.notebook)
    return try await now.edits(making: texts).map { $0 + now.renaming(plan.move) }
  }
}

extension NoteScope {
  /// The edits by which documents, and files that the client does not have open, say what memos are to say; nil if a
  /// file lacks what another client has typed there.
  fileprivate func edits(making texts: RenamedTexts) async throws -> [WorkspaceEdit.Change]? {
    let uris = try await uris(of: texts.keys.map { ($0, "") })
    var edits: [WorkspaceEdit.Change] = []
    for (id, uri) in uris.sorted(by: { $0.value.string < $1.value.string }) {
      try Task.checkCancellation()
      guard let (before, after) = texts[id], let note = try await shown(id, at: uri) else {
        throw ResponseError(.contentModified, "a note has no file yet; try again")
      }
      let text = note.state.text
      // A memo may be ahead of its file, and editors show no byte order mark.
      let (base, theirs) = text.beginsWithMark ? (before, after) : (before.withoutMark, after.withoutMark)
      let merge = TextMerge(base: base, ours: text, theirs: theirs)
      if merge.hasConflict {
        if note.version == nil { return nil }
        throw ResponseError(.contentModified, "\(uri.stem) was changed meanwhile; try again")
      }
      edits.append(.edits(note.uri, version: note.version, text.edits(to: merge.text, in: encoding)))
    }
    return edits
  }

  /// A memo as the client has it open, or else as its file says it; nil if there is none.
  private func shown(_ id: MemoID, at uri: DocumentURI) async throws -> OpenNote? {
    if let open = open.first(where: { $0.memo == id }) { return open }
    guard let bytes = await notebook.files?.text(of: id) else { return nil }
    return Rope(validatingUTF8: bytes).map { OpenNote(uri, saying: $0, memo: id) }
  }

  /// Has attributes of HTML lead to a memo's file by its new name, at once.
  func renameAtOnce(inAttributes move: FileMove, by origin: ChangeOrigin) async throws {
    var texts: RenamedTexts = [:]
    try await rename(inAttributes: move, &texts, by: origin)
    for (id, text) in texts {
      _ = try await engine.updateMemo(
        id, baseVersion: nil, changes: text.before.textChanges(to: text.after), properties: nil, encoding: .utf8,
        by: origin)
    }
  }

  /// The renaming of a file that the client has open; another is renamed by who keeps the folder.
  func renaming(ofOpen move: FileMove?) -> [WorkspaceEdit.Change] {
    open.contains { $0.memo == move?.id && $0.isFile } ? renaming(move) : []
  }

  /// The renaming of a file.
  fileprivate func renaming(_ move: FileMove?) -> [WorkspaceEdit.Change] {
    guard let move else { return [] }
    let file = open.first { $0.memo == move.id && $0.isFile }?.uri ?? notebook.uri(at: FilePath(move.old.path))
    return file.map { [.rename(from: $0, to: $0.sibling(String(move.new.name)))] } ?? []
  }
}
