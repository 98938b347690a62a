import JSONRPC
import MemoEngine
import MemoProtocol

/// Renaming, which holds up all calls, since every memo may mention the name; its preparation does not.
extension Session {
  /// The time for which others wait while a renaming is prepared: not at all if that takes long.
  var renamingPatience: Duration { onEngine { $0.isNearlySaved } ? .seconds(1) : .zero }

  func prepare(_ params: Rename.Params) throws -> @Sendable () async throws -> Void {
    let renaming = try renaming(params)
    return { [engine] in try await engine.prepare(renaming) }
  }

  func rename(_ params: Rename.Params) throws -> Answer<Rename.Result> {
    let renaming = try renaming(params)
    return .later(expectedBytes: 0) { [engine, commit] in
      let result = try await engine.rename(renaming, commit: commit)
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
