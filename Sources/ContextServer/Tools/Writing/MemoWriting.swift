import JSONRPC
import MemoEngine

/// A tool's change of a memo.
struct ToolChange: Sendable {
  /// The new text; nil if it stays.
  var text: Rope?
  /// A JSON Merge Patch for the properties; nil if they stay.
  var properties: JSONObject?
}

/// Changes of memos by tools.
extension ContextSession {
  /// The number of times that others may change the memo meanwhile before this is given up.
  private static let mostAttempts = 16

  /// Changes a live memo: one step of its history, or none if nothing differs. If others change it meanwhile, the
  /// change is worked out again.
  ///
  /// - Parameter change: the change, given the memo's present state.
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
      // It would make a version, but no step of history.
      if edits.isEmpty, properties.json == memo.metadata.properties.json {
        return (memo, await saved(memo))
      }
      guard access.tag == nil || access.admits(properties, change.text ?? memo.text) else {
        throw ToolFailure("Nothing was changed: the memo must keep the tag \(access.tag ?? "").")
      }
      // Earlier unsaved changes would become one step with this.
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

  /// A live memo that agents can see.
  nonisolated func liveMemo(_ id: String) async throws -> MemoSnapshot {
    let memo = try await anyMemo(id)
    guard !memo.metadata.isTrashed else {
      throw ToolFailure("Memo \(id) is in the trash, so nothing was changed. restore_memo brings it back.")
    }
    return memo
  }

  /// A memo that agents can see, in the trash or not, including what others have saved by now: that is to be merged or
  /// reported here, not at the save, unless the memo is just being saved.
  nonisolated func anyMemo(_ id: String) async throws -> MemoSnapshot {
    guard let known = MemoID(id) else { throw ToolFailure.noMemo(id) }
    _ = await soon { [engine] in await engine.pullExternalChanges() }
    guard let memo = try await engine.snapshot(known, by: origin) else { throw ToolFailure.noMemo(id) }
    try access.require(memo)
    return memo
  }

  /// The origin of an agent's changes.
  nonisolated func origin(of call: ToolCall) -> ChangeOrigin { origin.acting(for: call.caller.client.name) }

  /// Saves an agent's change, and reports it to subscribers.
  ///
  /// - Parameter isListed: whether it has created a memo, or moved it to or from the trash.
  /// - Returns: the memo to report to the agent.
  nonisolated func wrote(_ memo: MemoSnapshot, isListed: Bool = false) async -> SavedMemo {
    await tell(memo, isListed: isListed)
    return await saved(memo)
  }

  private func tell(_ memo: MemoSnapshot, isListed: Bool) {
    changed(MemoNews(id: memo.metadata.id, isListed: isListed))
  }
}

extension Rope {
  /// The changes that lead to another text; none if there is no other text.
  fileprivate func edits(to other: Rope?) -> [TextChange] {
    guard let other else { return [] }
    // The last one first, so that each position is right in the text that the others before it left.
    return changes(to: other).map { change in
      let (start, end) = (
        position(at: change.range.lowerBound, in: .utf8), position(at: change.range.upperBound, in: .utf8)
      )
      return TextChange(range: TextRange(start: start, end: end), text: change.text)
    }
  }
}
