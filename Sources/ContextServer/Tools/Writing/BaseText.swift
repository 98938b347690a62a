import JSONRPC
import MemoEngine

extension ContextSession {
  /// The text that an agent has read, in whatever process that was.
  ///
  /// - Throws: ``ToolFailure`` if it is no longer kept, or never was.
  nonisolated func baseText(of memo: MemoSnapshot, at version: Int) async throws -> Rope {
    let (id, current) = (memo.metadata.id, memo.metadata.version)
    if version == current { return memo.text }
    guard version < current else {
      throw ToolFailure("Memo \(id) is at version \(current); there is no version \(version) yet. Read it again.")
    }
    let history = try await engine.history(id)
    if await !wasUnsaved(version, of: id), let entry = try history.page(before: version + 1, limit: 1).entries.first,
      entry.version == version
    {
      let past = try history.memo(at: entry.revision)
      if access.admits(past) { return past.text }
    }
    throw ToolFailure(
      "Version \(version) of memo \(id) is not kept, so nothing can be merged with it; it is at version \(current). "
        + "Nothing was changed: read the memo again and start from that.")
  }
}
