/// Which orders of beginning and answering are allowed: a call begins once no earlier one keeps it back.
struct OrderModel {
  /// What may come.
  enum Message: Sendable {
    case call(OrderCall)
    case cancel(Int)
  }

  /// What messages lead to.
  enum Event: Hashable, Sendable {
    case began(Int)
    case answered(Int, Outcome)
    /// A call that wants no answer is done, which only a batch that it came in waits for.
    case done(Int)
  }

  /// How a request was answered.
  enum Outcome: String, Sendable {
    case result, error, cancelled
  }

  /// A call that may keep others back, or is not done.
  private struct Item {
    let call: OrderCall
    var hasBegun = false
    var isCancelled = false

    /// Whether it keeps back those that come behind it and are about the same.
    var isInTheWay: Bool { hasBegun ? call.holds : !call.isImpatient }
  }

  /// In the order in which they came.
  private var items: [Item] = []
  /// What is not read yet, because a call holds everything.
  private var unread: [Message] = []

  /// Whether the memo that comes late is there.
  private var hasLateCome = false

  /// Those that have begun and end when the test says so.
  var running: [Int] { items.filter { $0.hasBegun && $0.call.method != .finish }.map(\.call.number) }

  /// Whether nothing is read.
  var isHeld: Bool { items.contains { $0.call.method == .stop } }

  /// Whether nothing is left to be done.
  var isDone: Bool { items.isEmpty && unread.isEmpty }

  /// The calls that must have begun before one that comes now begins; those that hold something must be answered, too.
  func predecessors(of call: OrderCall) -> [OrderCall] {
    items.filter { !$0.isCancelled && keepsBack($0, call) }.map(\.call)
  }

  /// A message was sent.
  ///
  /// - Returns: what comes of it, in any order that its predecessors allow.
  mutating func receive(_ message: Message) -> [Event] {
    if isHeld {
      unread.append(message)
      return []
    }
    switch message {
    case .call(let call): items.append(Item(call: call))
    case .cancel(let number):
      guard let index = items.firstIndex(where: { $0.call.number == number && $0.call.isRequest }),
        !items[index].isCancelled
      else { return [] }
      items[index].isCancelled = true
      // What is about the whole keeps its place, unless it waits for another such call itself.
      if !items[index].hasBegun, items[..<index].contains(where: { $0.isInTheWay && $0.call.isAboutTheWhole }) {
        items.remove(at: index)
      }
      return [.answered(number, .cancelled)] + settled()
    }
    return settled()
  }

  /// A call's work has ended.
  mutating func end(_ number: Int) -> [Event] {
    if number == 0 { hasLateCome = true }
    guard let index = items.firstIndex(where: { $0.call.number == number }) else { return settled() }
    let item = items.remove(at: index)
    var events: [Event] = []
    if !item.isCancelled { events.append(item.call.answer) }
    events += settled()
    while !isHeld, !unread.isEmpty { events += receive(unread.removeFirst()) }
    return events
  }

  /// Begins what nothing keeps back any more.
  private mutating func settled() -> [Event] {
    var events: [Event] = []
    while let index = items.indices.first(where: mayBegin) {
      if items[index].isCancelled {
        items.remove(at: index)
        continue
      }
      let call = items[index].call
      events.append(.began(call.number))
      items[index].hasBegun = true
      guard call.endsAtOnce else { continue }
      items.remove(at: index)
      events.append(call.answer)
    }
    if items.count == 1, items[0].call.method == .finish { events += end(items[0].call.number) }
    return events
  }

  private func mayBegin(_ index: Int) -> Bool {
    let item = items[index]
    if !hasLateCome, item.call.memo == OrderFace.late { return false }
    // What has gone on meanwhile comes before one that is impatient.
    let earlier = item.call.isImpatient ? items[...] : items[..<index]
    return !item.hasBegun && !earlier.contains { keepsBack($0, item.call) }
  }

  /// Whether an earlier call keeps one back. Only what is about the same memo, waits for all that came, or holds
  /// everything, waits for calls about one that comes late.
  private func keepsBack(_ earlier: Item, _ call: OrderCall) -> Bool {
    let isLate = !hasLateCome && earlier.call.memo == OrderFace.late
    return earlier.isInTheWay && call.waits(for: earlier.call)
      && (!isLate || call.memo == OrderFace.late || call.method == .gather || call.method == .stop)
  }
}

extension OrderCall {
  /// Whether it keeps others back until it is done.
  var holds: Bool {
    switch method {
    case .keep, .compose, .rename, .renameMemo, .stop: true
    case .edit, .drop, .glance, .make, .aside, .survey, .inspect, .gather, .finish: false
    }
  }

  var isAboutTheWhole: Bool { method == .rename || method == .renameMemo }

  /// Whether others don't wait long for its turn.
  var isImpatient: Bool { isAboutTheWhole && memo == OrderFace.impatient }

  /// Whether it is done as soon as it begins.
  var endsAtOnce: Bool {
    switch method {
    case .edit, .drop: true
    case .finish: manner == .refused
    default: manner == .now || manner == .refused
    }
  }

  /// What is seen when it is done.
  var answer: OrderModel.Event {
    isRequest ? .answered(number, isRefused ? .error : .result) : .done(number)
  }

  private var isRefused: Bool {
    switch method {
    case .edit, .drop, .finish: manner == .refused
    default: manner == .refused || manner == .fails
    }
  }

  /// Whether an earlier call keeps this one back while it has not begun, or is held.
  func waits(for earlier: OrderCall) -> Bool {
    switch (earlier.method, method) {
    // They are about nothing.
    case (.aside, _), (.finish, _), (_, .aside), (_, .finish): false
    // The whole waits for all, and all wait for the whole; so does what holds everything.
    case (.rename, _), (.renameMemo, _), (_, .rename), (_, .renameMemo), (.stop, _), (_, .stop): true
    // What reads all sees what came before it, and lets others go on.
    case (.make, _), (_, .make): false
    case (_, .compose): true
    case (.compose, _) where earlier.memo == OrderFace.patient: true
    case (.survey, .survey), (.survey, .inspect), (.inspect, .survey), (.inspect, .inspect): true
    case (.gather, .gather), (.survey, .gather), (.inspect, .gather): true
    case (.survey, _), (.inspect, _), (.gather, _): false
    case (_, .survey), (_, .inspect), (_, .gather): true
    default: earlier.memo == memo
    }
  }
}
