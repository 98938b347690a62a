import JSONRPC

/// The server's capabilities as told to clients.
enum Capability: String, Sendable, CaseIterable {
  case completions, prompts, resources, tools
  /// Reports of changes of memos, which are part of the capability `resources`.
  case changes
}

/// All capabilities for which there are messages in an era.
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
