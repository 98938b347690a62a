import JSONRPC
import MemoEngine
import MemoProtocol

extension Session {
  /// Every memo may name what is renamed; of that memo itself the version is looked at.
  /// While that would have to wait for long nobody else does.
  func concern(_ params: Rename.Params) -> Concern {
    if onEngine({ $0.isSettled }) { return .whole(params.id) }
    return .everything(and: params.id)
  }

  func rename(_ params: Rename.Params) throws -> Answer<Rename.Result> {
    let renaming: Renaming
    switch params.subject {
    case .tag(let tag, let name): renaming = .tag(tag, to: name)
    case .title(let title):
      renaming = .memo(try memoID(params.id ?? ""), title: title, baseVersion: params.baseVersion)
    case .heading(let heading, let name):
      let id = try memoID(params.id ?? "")
      renaming = .heading(id, heading: heading, to: name, baseVersion: params.baseVersion)
    }
    return .later(expectedBytes: 0) { [engine, connection] in
      // The engine calls it on the loop's thread, which is the connection's.
      let result = try await engine.rename(renaming) { try connection.assumeIsolated { try $0.commit() } }
      return Rename.Result(result)
    }
  }
}
