import JSONRPC

/// What clients are told that the server can do.
enum Capability: String, Sendable, CaseIterable {
  case completions, prompts, resources, tools
  /// Telling of changes of memos, which is said of the resources.
  case changes
}

/// All of it, as far as there are messages for it in an era.
struct Capabilities: JSONObjectWritable, Sendable {
  private let named: Set<Capability>
  private let kinds: Era.Kinds

  init(_ kinds: Era.Kinds) {
    named = Set(ContextRoutes.all.filter { $0.kinds.contains(kinds) }.compactMap(\.capability))
    self.kinds = kinds
  }

  func writeMembers(to writer: inout JSONWriter) {
    for capability in Capability.allCases where capability != .changes && named.contains(capability) {
      writer.name(escaping: capability.rawValue)
      writer.beginObject()
      if capability == .resources, named.contains(.changes) {
        writer.member("subscribe", true)
        writer.member("listChanged", true)
      }
      writer.endObject()
    }
  }
}
