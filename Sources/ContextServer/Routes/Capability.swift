import JSONRPC

/// What clients are told that the server can do.
enum Capability: String, Sendable, CaseIterable {
  case completions, prompts, resources, tools
}

/// All of it, as far as there are messages for it in an era.
struct Capabilities: JSONObjectWritable, Sendable {
  private let capabilities: [Capability]

  init(_ kinds: Era.Kinds) {
    let named = Set(ContextRoutes.all.filter { $0.kinds.contains(kinds) }.compactMap(\.capability))
    capabilities = Capability.allCases.filter(named.contains)
  }

  func writeMembers(to writer: inout JSONWriter) {
    for capability in capabilities {
      writer.name(escaping: capability.rawValue)
      writer.beginObject()
      writer.endObject()
    }
  }
}
