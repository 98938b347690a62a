import JSONRPC
import MemoEngine
import MemoFolder
import MemoHost
import MemoText
import Platform

/// Documents that are files of an attached folder. Edits go to the memo at once, as with any document of a memo. While
/// a file is open only its client writes it; if it is closed without a save, the memo drops what was not saved.
extension LanguageSession {
  /// The time after a close in which the same text may be opened again as if nothing had happened.
  private static let patienceWithClosed = Duration.seconds(2)

  /// The delay before the second lookup of a file that has no memo yet, which then doubles, and the most lookups.
  private static let (lookingAgain, mostLookups) = (Duration.milliseconds(250), 5)

  /// Looks up the memo of a file, if the file is in an attached folder.
  ///
  /// - Parameter closed: the document that was closed under this URI a moment ago; nil if there was none.
  func findMemo(of uri: DocumentURI, after closed: OpenDocument? = nil) {
    guard let document = documents[uri], uri.scheme == "file", document.memo == nil, !document.isLookedUp else {
      return
    }
    documents[uri]?.isLookedUp = true
    let opening = document.opening
    bindings.begin()
    Task {
      if let closed { await self.giveBack(closed) }
      await self.findMemo(of: uri, opening)
      bindings.end()
    }
  }

  private func findMemo(of uri: DocumentURI, _ opening: Int) async {
    defer {
      if documents[uri]?.opening == opening { documents[uri]?.isLookedUp = false }
      closedUnbound[opening] = nil
    }
    await lookIntoFile(of: uri, opening)
    guard let notebook = await notebook(of: uri), let files = notebook.files, let path = files.path(of: uri.path) else {
      return
    }
    let id = await files.memo(at: path)
    let isComing = if id == nil { await files.mayTakeIn(path) } else { true }
    if documents[uri]?.opening == opening {
      documents[uri]?.notebook = notebook
      documents[uri]?.comingFile = isComing ? MemoFile(path: path.description) : nil
      if id == nil, isComing { findLater(uri, opening) }
    } else if closedUnbound[opening] == nil {
      return
    }
    guard let id else { return }
    // From here on nobody else writes the file, and only then the memo gets the client's text.
    await files.open(id)
    if let document = documents[uri], document.opening == opening {
      let memo = await begun(
        MemoBinding(id, in: notebook, isFile: true), with: document.state.text, after: document.filed,
        written: document.written)
      bound(uri, opening, memo)
    } else if let document = closedUnbound.removeValue(forKey: opening), documents[uri] == nil {
      await take(closed: document, MemoBinding(id, in: notebook, isFile: true))
    }
    // What was opened anew meanwhile needs the file itself.
    if let now = documents[uri], now.opening != opening, now.isLookedUp { return }
    await letGo(of: id, in: notebook)
  }

  /// Brings what was typed in a document that was closed before its memo was known into the memo, and so into its
  /// history: it goes as that of any closed file.
  private func take(closed document: OpenDocument, _ binding: MemoBinding) async {
    let text = document.state.text
    let memo = await begun(binding, with: text, after: document.filed, written: document.written)
    guard documents[document.uri] == nil, let base = memo.base, (try? merge(text, from: base, memo)) != nil else {
      return
    }
    var document = document
    document.memo = memo
    document.memo?.take(text)
    close(document)
  }

  /// Notes whether a file says what its document began with: another program may change it before the keeper has seen
  /// it.
  private func lookIntoFile(of uri: DocumentURI, _ opening: Int) async {
    guard let document = documents[uri], document.opening == opening, document.written == nil,
      let text = document.filed.first
    else { return }
    let (files, words) = (readFiles, text.withoutMark)
    let isThere = await Task.detached {
      files.text(of: uri, atMost: text.summary.utf8 + 3)?.text.isIdentical(to: words) ?? false
    }.value
    if isThere, documents[uri]?.opening == opening { documents[uri]?.wasFound() }
  }

  /// Repeats a lookup a few times: the keeper may be about to take the file in, and not every change is reported.
  private func findLater(_ uri: DocumentURI, _ opening: Int) {
    guard let tries = documents[uri]?.lookups, tries < Self.mostLookups else { return }
    documents[uri]?.lookups += 1
    Task {
      try? await Task.sleep(for: Self.lookingAgain * (1 << tries))
      if self.documents[uri]?.opening == opening { self.findMemo(of: uri) }
    }
  }

  /// Looks up the memos of all files of a notebook that had none so far.
  func findMemos(in notebook: Notebook) {
    for document in documents.all where document.memo == nil && document.notebook === notebook {
      findMemo(of: document.uri)
    }
  }

  /// Handles a save of a file: the memo is saved as well, so that the keeper finds both equal, or knows that the memo
  /// has all that the client wrote.
  ///
  /// - Parameter told: the text that the client says it has written; nil if it does not tell.
  func saved(_ uri: DocumentURI, saying told: Rope? = nil) {
    guard let document = documents[uri], let memo = document.memo else { return }
    let text = document.state.text
    let now = try? memo.notebook.onEngine { try $0.text(of: memo.id) }
    if let now, memo.shown(now).isIdentical(to: text) { documents[uri]?.memo?.hasOthersWords = false }
    let isTaken = memo.base?.isIdentical(to: text) == true
    // The client may write what the document said a moment before, and much may have been typed since where the memo
    // was not known at the save.
    let written = ([told, document.filed.last].compactMap(\.self) + document.former.reversed()).map { text in
      now.map { memo.kept(text, insteadOf: $0) } ?? text
    }
    saves.begin()
    Task { [log] in
      do {
        _ = try await memo.notebook.engine.flush(memo.id)
        if isTaken, let files = memo.notebook.files, let bytes = await files.text(of: memo.id),
          let file = Rope(validatingUTF8: bytes)
        {
          // Another program may have rewritten it already.
          let isItsOwn = written.contains(where: file.isIdentical)
          await files.noteWritten(isItsOwn ? bytes : Array(written[0].string.utf8), of: memo.id)
        }
      } catch {
        log.write(.warning, "a save is to be repeated")
      }
      memo.notebook.files?.storeChanged()
      saves.end()
    }
  }

  // MARK: Closing

  /// Handles the close of a file.
  func close(_ document: OpenDocument) {
    closedFiles[document.uri] = document
    let (uri, opening) = (document.uri, document.opening)
    Task {
      try? await Task.sleep(for: Self.patienceWithClosed)
      guard self.closedFiles[uri]?.opening == opening else { return }
      self.closedFiles[uri] = nil
      await self.giveBack(document)
    }
  }

  /// Handles all closed files now, without waiting for the client to open them again.
  func giveBackClosedFiles() async {
    let closed = closedFiles.values.sorted { $0.opening < $1.opening }
    closedFiles = [:]
    for document in closed { await giveBack(document) }
  }

  /// Reverts a memo to the text of its file, as one step of its history. If somebody else has changed the memo or the
  /// file meanwhile, or has the file open, or a document still shows the memo, it keeps its text, which the keeper then
  /// writes to the file.
  private func giveBack(_ document: OpenDocument) async {
    guard let memo = document.memo, let files = memo.notebook.files else { return }
    if !memo.hasOthersWords, await !files.isOpenElsewhere(memo.id) {
      do { try await giveBack(document, memo, files) } catch {
        log.write(.warning, "what was not saved of a closed file stays: \(type(of: error))")
      }
    }
    await letGo(of: memo.id, in: memo.notebook)
  }

  private func giveBack(_ document: OpenDocument, _ memo: MemoBinding, _ files: NoteFiles) async throws {
    let (id, engine, origin, text) = (memo.id, memo.notebook.engine, origin, document.state.text)
    // Saved first, so that undoing the revert leads back to what was typed.
    _ = try await engine.flush(id)
    guard let bytes = await files.text(of: id), let file = Rope(validatingUTF8: bytes) else { return }
    // What neither the client had nor the memo was somebody else's, and went into a copy.
    let known = [text] + document.filed + document.former
    if !known.contains(where: memo.shown(file).isIdentical), await files.commonText(of: id) != bytes { return }
    guard documents.showing(id, in: memo.notebook).isEmpty else { return }
    let isGiven = try memo.notebook.onEngine { engine in
      let now = try engine.memo(id, by: origin)
      guard !now.metadata.isTrashed, memo.shown(now.text).isIdentical(to: text), !now.text.isIdentical(to: file) else {
        return false
      }
      _ = try engine.updateMemo(
        id, baseVersion: nil, changes: now.text.textChanges(to: file), properties: nil, encoding: .utf8, by: origin)
      return true
    }
    if isGiven { givenBack[id] = file }
    memoChanged(id, in: memo.notebook)
    _ = try await engine.flush(id)
  }

  /// Lets the keeper write a file again, unless a document still is that file. One that shows the memo writes no file.
  private func letGo(of id: MemoID, in notebook: Notebook) async {
    let files = documents.all + closedFiles.values
    let isHeld = files.contains { $0.memo?.id == id && $0.memo?.notebook === notebook && $0.memo?.isFile == true }
    if !isHeld { await notebook.files?.close([id]) }
  }

  /// Lets the keeper write all files again, with everything that was typed.
  func letGoOfFiles() async {
    for notebook in notebooks {
      let ids = documents.all.filter { $0.memo?.notebook === notebook && $0.memo?.isFile == true }.map(\.memo?.id)
      await notebook.files?.close(ids.compactMap(\.self))
    }
  }
}
