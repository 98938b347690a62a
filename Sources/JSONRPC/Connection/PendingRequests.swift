/// The requests that are being worked on elsewhere. Each is removed once, and whoever removes it answers it: so no
/// request is answered twice.
struct PendingRequests {
  private var calls: [Int: Call] = [:]
  private var tokens: [RequestID: [Int]] = [:]
  /// The requests that are answered even if their clients cancel them.
  private var kept: Set<Int> = []
  /// The last token that was taken.
  private var lastToken = 0

  /// The token of the request that a task works on.
  @TaskLocal static var current: Int?

  /// Adds a request under a token of its own: a client may use an id twice.
  mutating func insert(_ call: Call) -> Int {
    let token = takeToken()
    calls[token] = call
    if let id = call.id { tokens[id, default: []].append(token) }
    return token
  }

  /// A token that no request has had.
  mutating func takeToken() -> Int {
    lastToken += 1
    return lastToken
  }

  /// Removes a request; nil if it is gone already.
  mutating func remove(_ token: Int) -> Call? {
    guard let call = calls.removeValue(forKey: token) else { return nil }
    kept.remove(token)
    if let id = call.id {
      tokens[id]?.removeAll { $0 == token }
      if tokens[id]?.isEmpty == true { tokens[id] = nil }
    }
    return call
  }

  /// Makes a request uncancellable.
  mutating func keep(_ token: Int) { if calls[token] != nil { kept.insert(token) } }

  /// Removes the oldest request of an id that its client may still cancel, and returns its token, too.
  mutating func remove(id: RequestID) -> (token: Int, call: Call)? {
    guard let token = tokens[id]?.first(where: { !kept.contains($0) }) else { return nil }
    return remove(token).map { (token, $0) }
  }
}
