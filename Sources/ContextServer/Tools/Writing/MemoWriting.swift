import JSONRPC
import MemoEngine

/// What a tool makes of a memo.
struct ToolChange: Sendable {
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
    _ id: String, _ call: ToolCall, _ change: @Sendable (MemoSnapshot) async throws -> ToolChange
  ) async throws -> (before: MemoSnapshot, after: SavedMemo) {
    for _ in 0..<Self.mostAttempts {
      let memo = try await liveMemo(id)
      let (known, version) = (memo.metadata.id, memo.metadata.version)
      let change = try await change(memo)
      let edits = memo.text.edits(to: change.text)
      let properties = change.properties.map(memo.metadata.properties.merging) ?? memo.metadata.properties
      // It would be a version, but no step of history.
      if edits.isEmpty, properties.json == memo.metadata.properties.json {
        return (memo, await saved(memo))
      }
      guard access.tag == nil || access.admits(properties, change.text ?? memo.text) else {
        throw ToolFailure("Nothing was changed: the memo must keep the tag \(access.tag ?? "").")
      }
      // What is not saved yet would become one step with this.
      if !memo.isSaved { _ = await soon { [engine] in try? await engine.flush(known) } }
      try await connection.commit()
      do throws(EngineError) {
        let after = try await engine.updateMemo(
          known, baseVersion: version, changes: edits, properties: change.properties, encoding: .utf8,
          by: origin(of: call))
        return (memo, await wrote(after))
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

  /// A memo that is there for agents, in the trash or not, with what others have saved of it by now: that is to be
  /// merged here, or told, and not at the save.
  nonisolated func anyMemo(_ id: String) async throws -> MemoSnapshot {
    guard let known = MemoID(id) else { throw ToolFailure.noMemo(id) }
    _ = await soon { [engine] in await engine.pullExternalChanges() }
    guard let memo = try await engine.snapshot(known, by: origin) else { throw ToolFailure.noMemo(id) }
    try access.require(memo)
    return memo
  }

  /// As whom a call's agent changes memos.
  nonisolated func origin(of call: ToolCall) -> ChangeOrigin { origin.acting(for: call.caller.client.name) }

  /// Saves what an agent has done, and tells those who want to know.
  ///
  /// - Parameter isListed: whether it has made a memo, or brought it to another place.
  /// - Returns: the memo as the agent is told of it.
  nonisolated func wrote(_ memo: MemoSnapshot, isListed: Bool = false) async -> SavedMemo {
    await tell(memo, isListed: isListed)
    return await saved(memo)
  }

  private func tell(_ memo: MemoSnapshot, isListed: Bool) {
    changed(MemoNews(id: memo.metadata.id, isListed: isListed))
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
