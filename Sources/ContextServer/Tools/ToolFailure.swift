import JSONRPC
import MemoEngine

/// The reason why a tool did nothing, and what an agent can do about it.
struct ToolFailure: Error {
  /// Both, in a sentence.
  let message: String

  init(_ message: String) { self.message = message }

  /// Puts an engine's error into words for an agent: the one place where that is done.
  init(_ error: EngineError) {
    switch error {
    case .memoNotFound(let id): self = .noMemo(id.description)
    case .versionConflict(let id, _, let version):
      self.init("Memo \(id) is at version \(version) by now. Read it and try again.")
    case .invalidRange: self.init("The memo has been changed meanwhile. Read it and try again.")
    case .memoExists(let id):
      self.init(
        "There is a memo \(id) already. If it is in the trash, restore_memo brings it back; else choose another id, or "
          + "leave it out.")
    case .invalidProperty(let error): self.init("\(error.path.drop { $0 == "." }) \(error.expectation)")
    case .memoTooLarge(let limit, _):
      self.init("Nothing was written: a memo must have at most \(limit) bytes. Make several memos of it.")
    case .revisionNotFound(let id, let revision): self = .noRevision(String(revision), of: id.description)
    case .undoRefused(let id, .ofPerson):
      self.init(
        "Nothing was taken back: the newest change of memo \(id) is a person's. To change its words use edit_memo.")
    case .undoRefused(let id, .nothingBefore):
      self.init(
        "Nothing was taken back: this is the first state of memo \(id) that is kept. To take out words use edit_memo; "
          + "to move the whole memo to the trash, trash_memo.")
    case .undoRefused(let id, .notAdmitted): self.init("Memo \(id) may not become what it was before.")
    case .nothingToUndo(let id): self.init("Nothing was done to memo \(id) before that is still kept.")
    case .nothingToRedo(let id): self.init("Nothing of memo \(id) was undone since it was last edited.")
    case .templateUnusable, .titleTaken, .renamingRefused: self.init("This can't be done. Choose another name.")
    case .storeUnavailable(let error): self.init("The memos can't be read or written now: \(error). Try again later.")
    case .cancelled: self.init("The call was cancelled.")
    }
  }

  /// Takes an error that an agent can do something about.
  ///
  /// - Throws: the error itself if it is not one.
  init(anticipated error: any Error) throws {
    switch error {
    case let error as ToolFailure: self = error
    case EngineError.cancelled: throw error
    case let error as EngineError: self.init(error)
    default: throw error
    }
  }

  /// The memo does not exist, or not for this agent: both sound alike.
  static func noMemo(_ id: String) -> ToolFailure {
    ToolFailure("There is no memo \(shown(id)). Find ids with search_memos or list_memos.")
  }

  /// The memo has no such earlier state, or no longer.
  static func noRevision(_ revision: String, of id: String) -> ToolFailure {
    ToolFailure("Memo \(id) has no revision \(shown(revision)), or not any more. memo_history tells which there are.")
  }

  /// A client's word, fit for a message.
  private static func shown(_ name: String) -> String {
    name.utf8.count <= 128 && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? name : "of that name"
  }
}
