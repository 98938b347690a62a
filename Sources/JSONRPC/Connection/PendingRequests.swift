/// The requests that are being worked on elsewhere. Each leaves once, and whoever takes it out answers it: so no
/// request is answered twice.
struct PendingRequests {
  private var calls: [Int: Call] = [:]
  private var tokens: [RequestID: [Int]] = [:]
  /// The last token that was taken.
  private var lastToken = 0

  /// Notes a request under a token of its own: a client may use an id twice.
  mutating func insert(_ call: Call) -> Int {
    let token = takeToken()
    calls[token] = call
    if let id = call.id { tokens[id, default: []].append(token) }
    return token
  }

  /// A token that no request has.
  mutating func takeToken() -> Int {
    lastToken += 1
    return lastToken
  }

  /// Takes a request out; nil if it has left already.
  mutating func remove(_ token: Int) -> Call? {
    guard let call = calls.removeValue(forKey: token) else { return nil }
    if let id = call.id {
      tokens[id]?.removeAll { $0 == token }
      if tokens[id]?.isEmpty == true { tokens[id] = nil }
    }
    return call
  }

  /// Takes out the oldest request of an id, and tells its token.
  mutating func remove(id: RequestID) -> (token: Int, call: Call)? {
    guard let token = tokens[id]?.first else { return nil }
    return remove(token).map { (token, $0) }
  }
}
