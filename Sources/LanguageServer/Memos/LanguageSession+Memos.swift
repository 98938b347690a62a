import JSONRPC
import MemoEngine
import MemoHost

/// Documents that show memos: what is typed goes to the memo at once, what others do comes as edits.
extension LanguageSession {
  /// Finds out what a document that was opened has in common with its memo.
  func bind(_ uri: DocumentURI) {
    guard let document = documents[uri], let memo = document.memo else { return }
    let (opened, opening) = (document.state.text, document.opening)
    bindings.begin()
    Task {
      let meant = await self.meant(by: memo.id)
      let begun = await self.begun(
        MemoBinding(meant.id, in: meant.notebook, isFile: memo.isFile), with: opened, after: [opened])
      self.bound(uri, opening, begun)
      bindings.end()
    }
  }

  /// An answer that is given once all that was typed before it is in its memo, and so in the journal: what a client has
  /// an answer to is kept.
  func kept<Result>(_ answer: Answer<Result>) -> Answer<Result> {
    guard documents.all.contains(where: \.hasUnkeptWords) else { return answer }
    switch answer {
    case .now(let result):
      return .later(expectedBytes: 0) { [bindings] in
        await bindings.wait()
        return result
      }
    case .later(let expectedBytes, let work):
      return .later(expectedBytes: expectedBytes) { [bindings] in
        let result = try await work()
        await bindings.wait()
        return result
      }
    case .last: return answer
    }
  }

  /// The memo that an identifier in a URI means: the one that is called so, in whichever notebook. Some programs write
  /// URIs in capitals, so where there is none of that name it may be the one that differs in nothing else; where there
  /// is neither, it is one to come in the main notebook.
  nonisolated func meant(by id: MemoID) async -> (id: MemoID, notebook: Notebook) {
    let (main, others) = (await main, await notebooks)
    let plain = MemoID(id.description.lowercased()).flatMap { $0 == id ? nil : $0 }
    for name in [id, plain].compactMap(\.self) {
      for notebook in [main] + others where (try? await notebook.engine.snapshot(name)) != nil {
        return (name, notebook)
      }
    }
    return (id, main)
  }

  func bound(_ uri: DocumentURI, _ opening: Int, _ memo: MemoBinding) {
    if let document = documents[uri], document.opening == opening {
      documents[uri]?.memo = memo
      let isAhead = memo.base?.isIdentical(to: document.state.text) == false
      push(uri)
      // It was saved before its memo was known.
      if document.filed.count > 1 { saved(uri) }
      documentOpened(uri)
      // Until now it was answered as for a file alone, or without what was typed here.
      if isAhead || document.lookups > 0 { memosChanged() }
    } else if var document = closedUnbound.removeValue(forKey: opening) {
      document.memo = memo
      if (try? merge(document.state.text, from: memo.base ?? Rope(), memo)) != nil { return }
      keepUnwritten(document)
    }
  }

  /// Sees to what a document says that its client gives up: all of it is in the memo by now, as a rule.
  func leave(_ document: OpenDocument) {
    if document.memo?.isFile == true {
      close(document)
    } else if document.memo != nil, document.memo?.base == nil {
      closedUnbound[document.opening] = document
    } else if document.memo == nil, document.isLookedUp {
      if !document.filed.contains(where: document.state.text.isIdentical) { closedUnbound[document.opening] = document }
    } else {
      keepUnwritten(document)
    }
  }

  /// Puts what the memos of open documents could not take, since they are in the trash, into memos of their own.
  func keepUnwritten() {
    for document in documents.all {
      if document.memo?.base?.isIdentical(to: document.state.text) == false { push(document.uri) }
      documents[document.uri].map(keepUnwritten)
      documents[document.uri]?.memo?.take(document.state.text)
    }
  }

  private func keepUnwritten(_ document: OpenDocument) {
    let text = document.state.text
    guard let memo = document.memo, let base = memo.base, !document.isLost, !base.isIdentical(to: text), text.hasWords
    else { return }
    let origin = origin
    do throws(EngineError) {
      _ = try memo.notebook.onEngine { engine throws(EngineError) in
        try engine.keep(text, besides: memo.id, by: origin)
      }
    } catch {
      tellUnwritable(error)
    }
  }

  /// A binding that begins from the state of its memo that the client had read or written. If that is none, it
  /// begins from the state that the text is nearest to: what an editor brings that has kept an earlier one, or that has
  /// changed what it read in the memo's file before it opened it here. A text without words is none that anybody wrote,
  /// so all words come from the memo.
  ///
  /// - Parameters:
  ///   - text: what the document says now.
  ///   - filed: what it said when the client had read or written it.
  ///   - written: the last of these that its file is known to have had; nil if none is.
  nonisolated func begun(
    _ memo: MemoBinding, with text: Rope, after filed: [Rope], written: Rope? = nil
  ) async -> MemoBinding {
    var binding = memo
    let (engine, id) = (memo.notebook.engine, memo.id)
    do {
      let memo = try await engine.snapshot(id, by: origin)
      if let memo { binding.note(opened: text, of: memo.text) }
      let given = await takeGivenBack(memo?.metadata.id)
      if let memo, let given, memo.text.isIdentical(to: given) {
        // What the document has besides was taken out of the memo when it was closed here, and by nobody else.
        binding.begin(from: binding.shown(memo.text))
      } else {
        binding.begin(from: try await common(of: text, after: filed, written, with: memo, binding))
      }
    } catch {
      log.write(.warning, "what an opened document starts from could not be looked up")
      binding.begin(from: text)
    }
    return binding
  }

  private func takeGivenBack(_ id: MemoID?) -> Rope? { id.flatMap { givenBack.removeValue(forKey: $0) } }

  private nonisolated func common(
    of text: Rope, after filed: [Rope], _ written: Rope?, with memo: MemoSnapshot?, _ binding: MemoBinding
  ) async throws -> Rope {
    let filed = filed.filter(\.hasWords)
    guard text.hasWords || !filed.isEmpty else { return text }
    guard let memo else { return Rope() }
    let now = binding.shown(memo.text)
    if now.isIdentical(to: text) || filed.contains(where: now.isIdentical) { return now }
    let isInFile = await binding.isInFile(memo.text)
    let history = try await binding.notebook.engine.history(binding.id)
    // Others have written what is there now, with which the memo began: it never had the client's text. In a later
    // state what the client has besides may be what others wrote over without having seen it.
    if isInFile, let written {
      let isFirst = try await Task.detached { try history.page(before: nil, limit: 2).entries.count < 2 }.value
      if isFirst { return written }
    }
    // What was written into the file since both were equal, and is not in the memo yet, was made of that.
    let common = written == nil ? nil : await binding.lastInFile
    return try await Task.detached {
      let way = now.way(to: text)
      // Whether the client has read the memo as it is, in its file.
      var (nearest, hasReadIt) = ((way: way, text: now), isInFile)
      for entry in try history.page(before: nil, limit: Self.mostStates).entries where nearest.way != (0, 0) {
        let past = binding.shown(try history.memo(at: entry.revision).text)
        if filed.contains(where: past.isIdentical) { return past }
        let wayFromPast = past.way(to: text)
        if wayFromPast < nearest.way { nearest = (wayFromPast, past) }
        // A text with half of the bytes that came since a past state was not made of that state. Where none came it may
        // be of either, and what it has that went since may be typed.
        let since = hasReadIt && past.hasWords ? past.way(to: now).new : 0
        if since > 0 { hasReadIt = 2 * (wayFromPast.new - way.new) >= since }
      }
      if hasReadIt { return now }
      if nearest.way == (0, 0) { return nearest.text }
      if let common { return common }
      // What a text has not that is no state of the memo was perhaps never in it, rather than taken out; but who has
      // read the file has all of it.
      return nearest.text.common(with: text)
    }.value
  }

  /// The most states of a memo that an opened text is compared with.
  private static let mostStates = 20

  /// Brings what a document says into its memo, and what the memo says besides to the client.
  func push(_ uri: DocumentURI) {
    guard var document = documents[uri], var memo = document.memo, !document.isLost else { return }
    let text = document.state.text
    guard let start = memo.start(of: text) else { return }
    do {
      let now = try merge(text, from: start, memo)
      memo.take(text)
      memo.isToldUnwritable = false
      memo.versionInStep = nil
      if let now, now.text.isIdentical(to: text) {
        memo.versionInStep = now.metadata.version
        document.share(now.text)
      } else if let now, !memo.shown(now.text).isIdentical(to: text) {
        memo.hasOthersWords = true
      }
    } catch {
      if !memo.isToldUnwritable { tellUnwritable(error) }
      memo.isToldUnwritable = true
    }
    document.memo = memo
    documents[uri] = document
    offer(uri)
    for other in documents.showing(memo.id, in: memo.notebook) where other != uri { offer(other) }
  }

  /// Merges a document's text into its memo, which is made if there is none and the text says something.
  func merge(_ text: Rope, from start: Rope, _ binding: MemoBinding) throws -> MemoSnapshot? {
    let (origin, id) = (origin, binding.id)
    let (now, copy) = try binding.notebook.onEngine { engine -> (MemoSnapshot?, MemoID?) in
      let memo: MemoSnapshot
      do throws(EngineError) {
        memo = try engine.memo(id, by: origin)
      } catch {
        guard case .memoNotFound = error else { throw error }
        guard text.hasWords else { return (nil, nil) }
        return (try engine.createMemo(id: id, text: text, properties: JSONObject(), by: origin), nil)
      }
      let merge = TextMerge(base: start, ours: text, theirs: binding.shown(memo.text))
      // Words of both stay: those of the memo in one of their own, as where two processes save.
      let copy = merge.hasConflict ? try engine.keep(memo.text, besides: id, by: origin) : nil
      let merged = binding.kept(merge.text, insteadOf: memo.text)
      if merged.isIdentical(to: memo.text) { return (memo, copy) }
      let changes = memo.text.textChanges(to: merged)
      return (
        try engine.updateMemo(
          id, baseVersion: nil, changes: changes, properties: nil, encoding: .utf8, by: origin), copy
      )
    }
    if let copy { tellCopy(copy, in: binding.notebook) }
    return now
  }

  private func tellUnwritable(_ error: any Error) {
    var message = "memo-ls could not take a change of a memo: \(response(to: error).message)"
    if case .memoNotFound? = error as? EngineError {
      message = "the memo is in the trash; save the document to bring it back with what you write"
    }
    connection.notify(ShowMessage.self, ShowMessage.Params(level: .warning, message: message))
  }

  /// Asks the client for the edit that makes a document say what its memo says.
  func offer(_ uri: DocumentURI) {
    guard client.appliesEdits, phase == .running, let document = documents[uri],
      let (change, now) = edit(of: document)
    else { return }
    documents[uri]?.memo?.hasOthersWords = true
    guard let number = documents[uri]?.memo?.send(now, from: document.version) else { return }
    let edit = WorkspaceEdit([change], for: client)
    let opening = document.opening
    Task { [connection] in
      // The client has not read what another program has written into its file, and would ask the person about it.
      let memo = document.memo.flatMap { $0.isFile ? $0 : nil }
      let isWhole = if let memo { await memo.notebook.files?.isTakenIn(memo.id) ?? false } else { false }
      let label = isWhole ? ApplyEdit.wholeFile : "Changed elsewhere"
      let answer = try? await connection.request(ApplyEdit.self, ApplyEdit.Params(label: label, edit: edit))
      self.answered(uri, opening, edit: number, isApplied: answer?.isApplied ?? false)
    }
  }

  /// The edit that makes a document say what its memo says now; nil if it does, or is not to be changed now.
  func edit(of document: OpenDocument) -> (change: WorkspaceEdit.Change, now: Rope)? {
    let text = document.state.text
    // What the memo has not taken yet, as it was in the trash, would go.
    guard let memo = document.memo, memo.renamings == 0, memo.base?.isIdentical(to: text) == true, !document.isLost,
      let now = (try? memo.notebook.onEngine { try $0.text(of: memo.id) }).map(memo.shown), memo.canSend(now),
      !now.isIdentical(to: text)
    else { return nil }
    return (
      .edits(document.uri, version: document.version, text.edits(to: now, in: client.encoding)), now
    )
  }

  private func answered(_ uri: DocumentURI, _ opening: Int, edit number: Int, isApplied: Bool) {
    guard let document = documents[uri], document.opening == opening else { return }
    let isLeft = documents[uri]?.memo?.answer(to: number, isApplied: isApplied, now: document.version) ?? false
    // Something newer than what was refused may have come meanwhile.
    if isLeft || !isApplied { return offer(uri) }
    Task {
      try? await Task.sleep(for: patienceWithAnswers)
      if self.documents[uri]?.opening == opening, self.documents[uri]?.memo?.forgetSent(number) == true {
        self.offer(uri)
      }
    }
  }

  /// Takes the client's changes of a document that is in step with its memo straight to that: a keystroke costs what
  /// it does in the native protocol.
  ///
  /// - Returns: false if it is not in step; then nothing was done.
  func pushDirectly(_ document: inout OpenDocument, _ changes: [DidChange.Change], version: Int?) -> Bool {
    guard let memo = document.memo, memo.sent == nil, let inStep = memo.versionInStep else { return false }
    let (id, origin, encoding) = (memo.id, origin, client.encoding)
    let edits = changes.map(\.textChange)
    // What can't be made there is tried in the document, which knows what to make of places behind its end.
    let after = try? memo.notebook.onEngine { engine throws(EngineError) -> MemoSnapshot? in
      guard try engine.memo(id, by: origin).metadata.version == inStep else { return nil }
      return try engine.updateMemo(
        id, baseVersion: nil, changes: edits, properties: nil, encoding: encoding, by: origin)
    }
    guard let after else { return false }
    document.become(TextState(after.text), version: version)
    document.memo?.take(after.text)
    document.memo?.versionInStep = after.metadata.version
    return true
  }

  /// Takes in that the client has saved a document: one in the trash is wanted again.
  func didSave(_ params: DidSave.Params) {
    let uri = params.document.uri
    let told = params.text.flatMap { try? WireText(json: $0) }?.value
    if let told { find(uri, saying: told) }
    documents[uri]?.wasSaved()
    fileSeen(uri)
    guard let memo = documents[uri]?.memo else {
      // From now on the file is there.
      documents[uri]?.lookups = 0
      return findMemo(of: uri)
    }
    let (id, origin) = (memo.id, origin)
    documents[uri]?.memo?.forgetRefusal()
    documents[uri]?.memo?.forgetAnswer()
    let isBack = memo.notebook.onEngine { engine in
      (try? engine.memo(id, by: origin))?.metadata.isTrashed == true
        && (try? engine.restoreMemo(id, by: origin)) != nil
    }
    if isBack { memoChanged(id, in: memo.notebook, comesOrGoes: true) }
    push(uri)
    if memo.isFile { saved(uri, saying: told) }
  }
}

extension MemoEngine {
  /// Keeps words that have no place in a memo in one of their own, as where two processes save.
  fileprivate func keep(_ text: Rope, besides id: MemoID, by origin: ChangeOrigin) throws(EngineError) -> MemoID {
    var properties = JSONObject()
    properties["conflictOf"] = .string(id.description)
    return try createMemo(id: nil, text: text, properties: properties, by: origin).metadata.id
  }
}

extension Rope {
  /// The parts of the text that are in another one, too.
  fileprivate func common(with other: Rope) -> Rope {
    var common = self
    // The last one first, so that each place is the same in what the ones before it left.
    for change in changes(to: other) { common.replaceSubrange(change.range, with: "") }
    return common
  }

  /// Whether it is more than a line's end, which some editors have even where there is nothing.
  fileprivate var hasWords: Bool { summary.utf8 > 2 || !["", "\n", "\r\n", "\r"].contains(string) }

  /// The changes that make another text of this one, as the engine takes them.
  func textChanges(to other: Rope) -> [TextChange] {
    // The last one first, so that each place is the same in what the ones before it left.
    changes(to: other).map { change in
      let (start, end) = (
        position(at: change.range.lowerBound, in: .utf8), position(at: change.range.upperBound, in: .utf8)
      )
      return TextChange(range: TextRange(start: start, end: end), text: change.text)
    }
  }
}

extension DidChange.Change {
  fileprivate var textChange: TextChange {
    switch self {
    case .whole(let text): TextChange(range: nil, text: text.string)
    case .part(let range, let text): TextChange(range: range, text: text)
    }
  }
}
