import MemoModel

/// What a stored state of a memo was last called here, kept while the memo is not in memory: so edits on their way are
/// known when another process has saved it since. It is the stored version, but for a memo that was destroyed and made
/// anew: that counts from 1 in the store, and goes on here from what was there before, so that no version ever means
/// two things to who uses this engine.
struct VersionAlias: Sendable {
  /// The revision and the version that are stored.
  let revision: Int
  let stored: Int
  /// The version that the same is called here.
  let version: Int

  /// What a stored version is called after this.
  func following(_ stored: Int, revision: Int) -> VersionAlias {
    revision == self.revision
      ? self : VersionAlias(revision: revision, stored: stored, version: max(version + 1, stored))
  }
}

extension MemoSummary {
  /// The summary with the version that it is called here.
  func numbered(by versions: [MemoID: VersionAlias]) -> MemoSummary {
    // One that is not stored like this any more will be told, and is then numbered anew.
    guard let known = versions[metadata.id], known.stored == metadata.version else { return self }
    var metadata = metadata
    metadata.version = known.version
    return MemoSummary(
      metadata: metadata, displayTitle: displayTitle, preview: preview, bytes: bytes, textTags: textTags)
  }
}
