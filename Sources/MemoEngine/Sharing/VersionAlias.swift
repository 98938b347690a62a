import MemoModel

/// The version under which a stored state was last known here, kept while the memo is not in memory: so edits on their
/// way are recognised after another process's save. It is the stored version, except for a memo that was destroyed and
/// created again: that counts from 1 in the store, but goes on here from the earlier version, so that no version ever
/// means two things to the engine's users.
struct VersionAlias: Sendable {
  /// The revision and the version that are stored.
  let revision: Int
  let stored: Int
  /// The version here.
  let version: Int

  /// The version here of a later stored version.
  func following(_ stored: Int, revision: Int) -> VersionAlias {
    revision == self.revision
      ? self : VersionAlias(revision: revision, stored: stored, version: max(version + 1, stored))
  }
}

extension MemoSummary {
  /// The summary with its version here.
  func numbered(by versions: SortedMap<MemoID, VersionAlias>) -> MemoSummary {
    // A state that is no longer the stored one will be reported, and is then numbered anew.
    guard let known = versions[metadata.id], known.stored == metadata.version else { return self }
    var metadata = metadata
    metadata.version = known.version
    return MemoSummary(
      metadata: metadata, displayTitle: displayTitle, preview: preview, bytes: bytes, textTags: textTags)
  }
}
