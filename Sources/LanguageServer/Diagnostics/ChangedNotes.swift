import MemoEngine

/// Notes that were changed: which documents are to be looked at again because of them.
extension LanguageSession {
  /// Notes that a file is there, perhaps only now: links of other documents may lead to it.
  func fileSeen(_ uri: DocumentURI) {
    let loose = documents.all.map(\.uri).filter { other in
      other != uri && (other == examinations.underWay || examinations.interests[other]?.hasLooseEnds == true)
    }
    guard uri.scheme == "file", !loose.isEmpty else { return }
    for files in named { files.forget() }
    refreshSoon(.diagnostics)
    if !client.pullsDiagnostics { examineSoon(loose, isTyped: false) }
  }

  /// Notes that any notes that documents may link to are others now, or are gone.
  func memosChanged() {
    guard phase == .running else { return }
    refreshSoon(.all)
    if !client.pullsDiagnostics { examineSoon(documents.all.map(\.uri), isTyped: false) }
  }

  /// The most memos of one moment whose names are compared with what documents link to; all documents are looked
  /// through after more.
  private static let mostCompared = 50

  /// Notes that a memo is another one now.
  ///
  /// - Parameter comesOrGoes: whether it is there only now, or no more.
  func memoChanged(_ id: MemoID, in notebook: Notebook, comesOrGoes: Bool = false) {
    guard phase == .running, looksThrough else { return }
    examinations.changed[id] = (notebook, comesOrGoes || examinations.changed[id]?.comesOrGoes ?? false)
    if examinations.changed.count == 1, examinations.renamings == 0 { compareChanged() }
  }

  /// Begins or ends a renaming: what it changes is compared with what documents link to once all of it is.
  func renames(_ isUnderWay: Bool) {
    examinations.renamings += isUnderWay ? 1 : -1
    if examinations.renamings == 0, !examinations.changed.isEmpty { compareChanged() }
  }

  /// Compares changed memos with what documents link to, once whoever changes them lets others run.
  private func compareChanged() {
    Task {
      let changed = self.examinations.changed
      self.examinations.changed = [:]
      if changed.count > Self.mostCompared { return self.memosChanged() }
      for (names, comesOrGoes) in await Self.names(of: changed) { self.lookAgain(for: names, comesOrGoes: comesOrGoes) }
    }
  }

  /// The names of changed memos, read away from the loop's thread.
  private nonisolated static func names(
    of changed: [MemoID: (notebook: Notebook, comesOrGoes: Bool)]
  ) async -> [(NoteNames, comesOrGoes: Bool)] {
    var names: [(NoteNames, comesOrGoes: Bool)] = []
    for (_, memos) in Dictionary(grouping: changed, by: { ObjectIdentifier($0.value.notebook) }) {
      guard let notebook = memos.first?.value.notebook else { continue }
      let found = await notebook.engine.listing().reader.memos(memos.map(\.key))
      names += memos.map { id, change in (NoteNames(id, found[id], in: notebook), change.comesOrGoes) }
    }
    return names
  }

  /// Has those documents looked at again to which a note matters that was changed.
  func lookAgain(
    for note: NoteNames, besides uri: DocumentURI? = nil, comesOrGoes: Bool = false, isTyped: Bool = false
  ) {
    let concerned = documents.all.map(\.uri).filter { other in
      guard other != uri, other != examinations.underWay, let interests = examinations.interests[other] else {
        return other != uri
      }
      return interests.include(note) || comesOrGoes && interests.hasLooseEnds
    }
    refreshSoon(concerned.isEmpty ? [.codeLenses, .inlayHints] : .all)
    if !client.pullsDiagnostics, !concerned.isEmpty { examineSoon(concerned, isTyped: isTyped) }
  }
}
