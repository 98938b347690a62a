import JSONRPC
import MemoEngine
import MemoHost

/// The engine's events, and the wire's names for errors.
extension LanguageSession {
  /// Hears what others do to a notebook from now on.
  func observe(_ notebook: Notebook) {
    let origin = origin
    observations.append(
      notebook.onEngine { engine in
        engine.observe(as: origin) { [weak self] event in self?.assumeIsolated { $0.pass(event, notebook) } }
      })
    watchFiles(of: notebook)
  }

  private func pass(_ event: EngineEvent, _ notebook: Notebook) {
    switch event {
    case .changedByOther(let edit):
      for uri in documents.showing(edit.id, in: notebook) { pull(uri) }
      findMemos(in: notebook)
      memoChanged(edit.id, in: notebook)
    case .createdByOther(let id):
      for uri in documents.showing(id, in: notebook) { pull(uri) }
      findMemos(in: notebook)
      memoChanged(id, in: notebook, comesOrGoes: true)
      tellCopy(id, in: notebook)
    case .deletedByOther(let id, _):
      for uri in documents.showing(id, in: notebook) { documents[uri]?.memo?.versionInStep = nil }
      memoChanged(id, in: notebook, comesOrGoes: true)
    case .saveAttemptFailed(let memos, let error, let retryIn):
      let retry = "kept, and tried again in \(retryIn.milliseconds) ms"
      let message = "could not save \(memos.counted("memo")), \(retry): \(error)"
      // Editors show nobody their logs; but a person need not be told of each attempt.
      if !isSaveFailureShown { show(.error, "memo-ls \(message)") }
      isSaveFailureShown = true
      tell(.error, message)
    case .journalRestarted(let memos):
      let what = "the journal was cut short, moved or deleted by somebody else; the unsaved changes of"
      tell(.warning, "\(what) \(memos.counted("memo")) were recorded anew")
    case .storeHarmed(let notice): tell(notice.isLoss ? .error : .warning, notice.description)
    case .lookingThrough(let left):
      tellIndexing(left, of: notebook)
      if left == 0 { memosChanged() }
    case .saved: isSaveFailureShown = false
    case .saveFailed, .propertiesSet, .storeChanged, .ending: break
    }
  }

  /// Tells the person of a new memo that has words for which there was no place in an open one, if it is such a copy.
  func tellCopy(_ copy: MemoID, in notebook: Notebook) {
    guard documents.all.contains(where: { $0.memo?.notebook === notebook }) else { return }
    Task {
      guard let memo = try? await notebook.engine.listing().reader.memo(copy),
        case .string(let original)? = memo.metadata.properties["conflictOf"], let id = MemoID(original),
        let open = self.documents.showing(id, in: notebook).first
      else { return }
      if notebook.files != nil { try? await notebook.waitForFile(of: copy) }
      let uris = try? await notebook.uris(of: [(copy, memo.displayTitle)], self.notes(in: notebook))
      guard self.phase == .running, let name = uris?[copy]?.segments.last?.removingPercentEncoding else { return }
      self.show(.warning, "\(open.stem) was changed in one place by two at once; what one of them wrote is in \(name)")
    }
  }

  /// Takes another's change of a memo to its document.
  private func pull(_ uri: DocumentURI) {
    documents[uri]?.memo?.versionInStep = nil
    documents[uri]?.memo?.forgetRefusal()
    guard let document = documents[uri] else { return }
    if document.memo?.base?.isIdentical(to: document.state.text) ?? true { return offer(uri) }
    // What the memo could not take first; not while the engine tells of what it does.
    Task { self.push(uri) }
  }

  /// Takes what the session itself did to a memo, by a command, to a document.
  func refreshed(_ uri: DocumentURI) { pull(uri) }

  func response(to error: any Error) -> ResponseError {
    switch error {
    case let error as EngineError: return response(to: error)
    case is CancellationError: return .requestCancelled
    default:
      let response = ResponseError(answering: error)
      if response.code == .internalError { log.write(.error, "a request failed: \(type(of: error))") }
      return response
    }
  }

  /// An error of the engine: what went wrong, and what to do.
  private func response(to error: EngineError) -> ResponseError {
    switch error {
    case .cancelled: .requestCancelled
    case .memoNotFound: ResponseError(.requestFailed, "there is no such memo, or it is in the trash")
    case .versionConflict: ResponseError(.contentModified, "the memo was changed meanwhile; try again")
    case .memoTooLarge(let limit, _):
      ResponseError(.requestFailed, "a memo may have \(limit) bytes at most; put a part of it into another one")
    case .titleTaken(let title, _): ResponseError(.requestFailed, "another memo is called \(title); take another title")
    case .renamingRefused(let problem): ResponseError(.requestFailed, problem.sentence)
    case .nothingToUndo: ResponseError(.requestFailed, "nothing was done to the memo before what is there")
    case .nothingToRedo: ResponseError(.requestFailed, "nothing was undone since the last edit")
    case .templateUnusable(let name, _):
      ResponseError(
        .requestFailed,
        "no memo can be made of the template \(name); see that one memo with the tag "
          + "template is called so")
    case .storeUnavailable(let error):
      ResponseError(.requestFailed, "the store can't be used now: \(error.description)")
    case .revisionNotFound:
      ResponseError(.requestFailed, "the memo never was in that state, or it is not kept any more")
    case .invalidRange, .memoExists, .invalidProperty, .undoRefused:
      ResponseError(.requestFailed, "it could not be done: the memo is not what it was taken for")
    }
  }
}

extension RenamingProblem {
  /// The reason why a front matter stays as it is.
  static let headerSentence = "the front matter can't be changed alone; change it by hand"

  /// The reason why a line keeps its words.
  static let moreSentence = "the line is more than a title or has links or tags, which would go; change it by hand"

  /// The words for people about what is wrong with a new name.
  var sentence: String {
    switch self {
    case .nameUnwritable(.block): "a block's name is letters, digits, - and _"
    case .nameUnwritable: "a name must be one line that says something, without [ ] | # and ^"
    case .titleIsFile: "the memo's title is its file's name, and the editor can't rename files; rename the file"
    case .titleIsNoFileName:
      "the memo's file is called so; take a title without \\ / : * ? \" < > or a dot at its ends, that is not long, "
        + "and no device of Windows, such as CON"
    case .titleIsAddress: "a title must not begin as an address does (memo:)"
    case .nameMisread: "in that place the name would be read as something else, or is too long; take another one"
    case .lineIsMore: Self.moreSentence
    case .linkUnwritable: "a link could not lead by that name; take another one"
    case .headingUnknown: "there is no such heading any more"
    case .headingTaken: "another heading of the memo is called so; take another name"
    case .blockUnknown: "there is no such block any more"
    case .blockTaken: "another block of the memo is called so; take another name"
    case .tagUnknown: "there is no tag here"
    case .tagUnwritable: "a tag is at most \(KnownProperties.longestTag) letters, digits, _, - and /, and no colour"
    case .headerUnwritable: Self.headerSentence
    case .textReadInPart: "a memo has more links than are read of a text, and some would keep the old name; split it"
    }
  }
}

extension ErrorCode {
  /// The request was in order, and could not be carried out (LSP 3.17, `RequestFailed`).
  static let requestFailed = ErrorCode(rawValue: -32803)
}
