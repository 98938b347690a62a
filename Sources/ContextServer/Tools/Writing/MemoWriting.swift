import JSONRPC
import MemoEngine

/// What a tool makes of a memo.
struct MemoChange: Sendable {
  /// The text it is to have; nil if that stays.
  var text: Rope?
  /// A JSON Merge Patch for the properties; nil if they stay.
  var properties: JSONObject?
}

/// How tools change memos.
extension ContextSession {
  /// How often somebody else may change the memo meanwhile before this is given up.
  private static let mostAttempts = 16

  /// Changes a live memo: one step of its history, or none if it is so already. Where somebody else changes it
  /// meanwhile, what is to be done is worked out again.
  ///
  /// - Parameter change: what is to be made of what the memo is now.
  /// - Returns: the memo before and after.
  /// - Throws: ``ToolFailure``, or `EngineError`; then nothing was changed.
  nonisolated func change(
    _ id: String, _ call: ToolCall, _ change: @Sendable (MemoSnapshot) async throws -> MemoChange
  ) async throws -> (before: MemoSnapshot, after: MemoSnapshot) {
    for _ in 0..<Self.mostAttempts {
      let memo = try await liveMemo(id)
      let (known, version) = (memo.metadata.id, memo.metadata.version)
      let change = try await change(memo)
      let edits = memo.text.edits(to: change.text)
      let properties = change.properties.map(memo.metadata.properties.merging) ?? memo.metadata.properties
      // It would be a version, but no step of history.
      if edits.isEmpty, properties.json == memo.metadata.properties.json {
        await read(memo)
        return (memo, memo)
      }
      guard access.tag == nil || access.admits(properties, change.text ?? memo.text) else {
        throw ToolFailure("Nothing was changed: the memo must keep the tag \(access.tag ?? "").")
      }
      // What is not saved yet would become one step with this.
      if !memo.isSaved { _ = try await engine.flush(known) }
      try Task.checkCancellation()
      do throws(EngineError) {
        let after = try await engine.updateMemo(
          known, baseVersion: version, changes: edits, properties: change.properties, encoding: .utf8, by: origin)
        await wrote(memo, after, call.caller.client)
        return (memo, after)
      } catch {
        guard case .versionConflict = error else { throw error }
      }
    }
    throw ToolFailure("Others keep changing memo \(id). Nothing was changed; try again.")
  }

  /// A memo that is there for agents and not in the trash.
  nonisolated func liveMemo(_ id: String) async throws -> MemoSnapshot {
    let memo = try await anyMemo(id)
    guard !memo.metadata.isTrashed else {
      throw ToolFailure("Memo \(id) is in the trash, so nothing was changed. restore_memo brings it back.")
    }
    return memo
  }

  /// A memo that is there for agents, in the trash or not.
  nonisolated func anyMemo(_ id: String) async throws -> MemoSnapshot {
    guard let known = MemoID(id), let memo = try await engine.snapshot(known, by: origin) else {
      throw ToolFailure.noMemo(id)
    }
    try access.require(memo)
    return memo
  }

  /// Notes that an agent was told of a memo as it is.
  func read(_ memo: MemoSnapshot) { readTexts.add(memo) }

  /// Notes what an agent has done, and tells those who want to know.
  func wrote(_ before: MemoSnapshot, _ after: MemoSnapshot, _ client: Client) {
    writes.add(before, after, by: client.name)
    readTexts.add(after)
    changed(after.metadata.id, isListed: false)
  }

  /// Notes that an agent has made a memo, or has brought it to another place.
  func moved(_ memo: MemoSnapshot) {
    readTexts.add(memo)
    changed(memo.metadata.id, isListed: true)
  }
}

extension Rope {
  /// What makes another text of this one; nothing if there is none.
  fileprivate func edits(to other: Rope?) -> [TextChange] {
    guard let other else { return [] }
    // The last one first, so that each place is the same in what the ones before it left.
    return changes(to: other).map { change in
      let (start, end) = (
        position(at: change.range.lowerBound, in: .utf8), position(at: change.range.upperBound, in: .utf8)
      )
      return TextChange(range: TextRange(start: start, end: end), text: change.text)
    }
  }
}
