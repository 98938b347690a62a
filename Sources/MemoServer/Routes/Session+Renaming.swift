import JSONRPC
import MemoEngine
import MemoProtocol

/// Renaming, which holds up all calls, since every memo may mention the name; its preparation does not.
extension Session {
  /// The time for which others wait while a renaming has to wait itself, or is prepared: not at all if that takes long.
  var renamingPatience: Duration { onEngine { $0.isNearlySaved } ? .seconds(1) : .zero }

  /// The first part of a renaming.
  ///
  /// - Returns: until when all of it waits for a locked store.
  func prepare(_ params: Rename.Params) throws -> @Sendable () async throws -> ContinuousClock.Instant {
    let (renaming, deadline) = (try renaming(params), MemoEngine.endOfPatience)
    return { [engine] in
      try await engine.prepare(renaming, until: deadline)
      return deadline
    }
  }

  func rename(_ params: Rename.Params, until deadline: ContinuousClock.Instant) throws -> Answer<Rename.Result> {
    let renaming = try renaming(params)
    return .later(expectedBytes: 0) { [engine, commit] in
      let result = try await engine.rename(renaming, until: deadline, commit: commit)
      return Rename.Result(result)
    }
  }

  private func renaming(_ params: Rename.Params) throws -> Renaming {
    switch params.subject {
    case .tag(let tag, let name): .tag(tag, to: name)
    case .title(let title): .memo(try memoID(params.id ?? ""), title: title, baseVersion: params.baseVersion)
    case .heading(let heading, let name):
      .heading(try memoID(params.id ?? ""), heading: heading, to: name, baseVersion: params.baseVersion)
    }
  }
}
