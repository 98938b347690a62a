import TestSupport

/// A conversation with an ``OrderFace`` beside the model: after each step both have begun and answered the same.
struct Rehearsal {
  typealias Event = OrderModel.Event

  private let client: LineClient
  private let works: OpenWorks
  private(set) var model = OrderModel()
  /// The calls that each call has to come after.
  private var predecessors: [Int: [OrderCall]] = [:]
  /// The lines that must still come, and what they tell.
  private var awaited: [String: [Event]] = [:]
  private var seen: Set<Event> = []
  private var cancelled: Set<Int> = []
  private var batches: [Batch] = []
  private var lastPing = 1_000_000
  /// What was seen since ``takeSights()`` was called last.
  private var sights: [String] = []
  /// All that was done and seen, for when they disagree.
  private var log: [String] = []

  /// The calls of a batch, and what came of them so far.
  private struct Batch {
    let calls: [Int]
    var answers: [Int: Event] = [:]
  }

  /// Has a conversation, from its beginning to its end: nothing must be left to say.
  static func perform(_ steps: @escaping @Sendable (inout Rehearsal) throws -> Void) async throws {
    let works = OpenWorks()
    let status = try await converse({ OrderFace($0, works) }, OrderFace.routes) { client in
      defer { works.endAll() }
      var rehearsal = Rehearsal(client: client, works: works)
      try steps(&rehearsal)
      try rehearsal.close()
    }
    try require(status == 0, "it ended with \(status)")
  }

  private init(client: LineClient, works: OpenWorks) { (self.client, self.works) = (client, works) }

  /// Sends a message.
  mutating func send(_ message: OrderModel.Message) throws {
    guard !isLeftToChance(message) else { return }
    log.append("sends \(message)")
    client.send(Self.text(message))
    note(message)
    try look()
  }

  /// Sends several messages as a batch.
  mutating func send(batch: [OrderModel.Message]) throws {
    let batch = batch.filter { !isLeftToChance($0) }
    guard !batch.isEmpty else { return }
    log.append("sends \(batch)")
    client.send("[\(batch.map(Self.text).joined(separator: ","))]")
    batches.append(Batch(calls: batch.compactMap { if case .call(let call) = $0 { call.number } else { nil } }))
    for message in batch { note(message) }
    try look()
  }

  /// Whether a message cancels a call whose end nobody can see yet, since others of its batch are not done: it may find
  /// that call under way or not.
  private func isLeftToChance(_ message: OrderModel.Message) -> Bool {
    guard case .cancel(let number) = message else { return false }
    return batches.contains { $0.answers[number] != nil && $0.answers.count < $0.calls.count }
  }

  /// Ends a call's work.
  mutating func end(_ number: Int) throws {
    log.append("ends \(number)")
    expect(model.end(number))
    works.end(number)
    try look()
  }

  /// Ends all that is under way, and the conversation.
  private mutating func close() throws {
    while let number = model.running.first { try end(number) }
    try require(model.isDone, "the model has something left: \(log)")
    client.leave()
    let line = client.nextLine()
    try require(line == nil, "\(line ?? "") came at the end: \(log)")
  }

  /// What was seen since this was called last, in words: `began 1, result 1`.
  mutating func takeSights() -> String {
    defer { sights = [] }
    return sights.joined(separator: ", ")
  }

  private mutating func note(_ message: OrderModel.Message) {
    if case .call(let call) = message { predecessors[call.number] = model.predecessors(of: call) }
    expect(model.receive(message))
  }

  /// Waits for what comes of a step; the answers to a batch come together.
  private mutating func expect(_ events: [Event]) {
    for event in events {
      switch event {
      case .began: awaited[Self.line(event)] = [event]
      case .answered(let number, let outcome):
        if outcome == .cancelled { cancelled.insert(number) }
        if !isInBatch(number, event) { awaited[Self.line(event)] = [event] }
      case .done(let number): _ = isInBatch(number, event)
      }
    }
  }

  /// Whether a call came in a batch, which is answered once all in it is done.
  private mutating func isInBatch(_ number: Int, _ event: Event) -> Bool {
    guard let index = batches.firstIndex(where: { $0.calls.contains(number) }) else { return false }
    batches[index].answers[number] = event
    let events = batches[index].calls.compactMap { batches[index].answers[$0] }
    let answers = events.filter { if case .answered = $0 { true } else { false } }
    if events.count == batches[index].calls.count, !answers.isEmpty {
      awaited["[\(answers.map(Self.line).joined(separator: ","))]"] = answers
    }
    return true
  }

  /// Sees all that must come now; then sends a call about nothing, to see that nothing else came, and that nothing
  /// holds up such a call.
  private mutating func look() throws {
    while !awaited.isEmpty { try see(client.nextLine()) }
    if model.isHeld { return }
    lastPing += 1
    client.send(#"{"jsonrpc":"2.0","id":\#(lastPing),"method":"ping","params":{"number":0,"memo":"","manner":"now"}}"#)
    let line = client.nextLine()
    try require(
      line == Self.answer(lastPing, result: 0), "\(line ?? "the end") came instead of a ping's answer: \(log)")
  }

  private mutating func see(_ line: String?) throws {
    guard let line, let events = awaited.removeValue(forKey: line) else {
      throw Mismatch("\(line ?? "the end") came instead of one of \(awaited.keys): \(log)")
    }
    log.append(line)
    for event in events {
      seen.insert(event)
      switch event {
      case .began(let number):
        sights.append("began \(number)")
        for call in predecessors[number] ?? [] { try check(call, before: number) }
      case .answered(let number, let outcome): sights.append("\(outcome) \(number)")
      case .done: break
      }
    }
  }

  private func check(_ call: OrderCall, before number: Int) throws {
    if cancelled.contains(call.number) { return }
    try require(seen.contains(.began(call.number)), "\(number) began before \(call): \(log)")
    // Those of a batch are seen when all are done.
    guard call.holds, call.isRequest, !batches.contains(where: { $0.calls.contains(call.number) }) else { return }
    try require(seen.contains(call.answer), "\(number) began before \(call) was answered: \(log)")
  }

  private static func text(_ message: OrderModel.Message) -> String {
    switch message {
    case .call(let call): call.message
    case .cancel(let number): #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":\#(number)}}"#
    }
  }

  private static func answer(_ id: Int, result: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"result":{"number":\#(result)}}"#
  }

  private static func line(_ event: Event) -> String {
    switch event {
    case .done: ""
    case .began(let number): #"{"jsonrpc":"2.0","method":"began","params":{"number":\#(number)}}"#
    case .answered(let number, .result): answer(number, result: number)
    case .answered(let number, .error): #"{"jsonrpc":"2.0","id":\#(number),"error":{"code":1,"message":"no"}}"#
    case .answered(let number, .cancelled):
      #"{"jsonrpc":"2.0","id":\#(number),"error":{"code":-32800,"message":"the request was cancelled"}}"#
    }
  }
}
