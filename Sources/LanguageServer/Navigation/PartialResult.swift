import JSONRPC

/// Some of a request's result before the answer.
enum PartialResult: ServerNotificationType {
  static let method: StaticString = "$/progress"

  struct Params: JSONObjectWritable, Sendable {
    let token: ProgressToken
    let value: [any JSONWritable & Sendable]

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("token", token)
      writer.name("value")
      writer.beginArray()
      for item in value { item.write(to: &writer) }
      writer.endArray()
    }
  }
}

extension LanguageSession {
  /// Tells some of what is asked for before the answer, if the client wants that; returns what is left for the answer.
  func pass<Item: JSONWritable & Sendable>(_ items: [Item], under token: ProgressToken?) -> [Item] {
    guard let token, !items.isEmpty else { return items }
    connection.notify(PartialResult.self, PartialResult.Params(token: token, value: items))
    return []
  }
}
