import MemoEngine
import MemoProtocol

/// A memo after editing, as it is stored now.
struct EditedMemo: Sendable {
  let memo: MemoSnapshot
  /// Whether its state has changed.
  var isChanged = true
  /// A remark about it, in whole lines.
  var remark = ""

  /// Reports the results for some memos, and prints those that were changed.
  ///
  /// - Parameter asArray: whether the JSON document is an array.
  static func report(_ edited: [EditedMemo], asJSON: Bool, asArray: Bool, in environment: CommandEnvironment) {
    for one in edited where !one.remark.isEmpty { environment.complain(one.remark) }
    if !edited.contains(where: \.isChanged) { environment.complain("nothing was changed\n") }
    if edited.isEmpty { return }
    if asJSON {
      environment.print(json: edited.map { MemoState($0.memo, .utf16) }, asArray: asArray)
    } else {
      for one in edited where one.isChanged { environment.print(one.memo.line("saved", on: environment.terminal)) }
    }
  }
}

extension EditedMemo {
  /// A memo after a change that is stored.
  init(_ change: StoredChange) {
    let isMerged = change.isMerged && change.copies.isEmpty
    self.init(
      memo: change.memo,
      remark: isMerged
        ? "the memo was changed elsewhere meanwhile; what you wrote was merged with that\n" : change.copiesRemark)
  }
}

extension OpenStore {
  /// Lets a person change a memo's text in an editor.
  ///
  /// - Returns: the memo, none if nothing was changed; and the exit status.
  func edit(
    _ memo: MemoSnapshot, in environment: CommandEnvironment
  ) async throws(CommandError) -> (edited: [EditedMemo], status: Int32) {
    let draft = try Draft(memo.text, name: "memo-\(memo.metadata.id.description.suffix(8))", in: environment)
    // Writing may take long.
    turn?.letGo()
    let (edited, status) = try await draft.write { text throws(CommandError) in
      guard let text else { return [EditedMemo]() }
      return [EditedMemo(try await change(memo.metadata.id, [TextChange(range: nil, text: text.string)]))]
    }
    return (edited, status)
  }
}
