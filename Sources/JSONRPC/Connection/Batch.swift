/// Where the answer to a message goes.
@usableFromInline
enum Destination: Sendable {
  case client
  /// Into the answer to a batch, which is known by a number.
  case batch(Int, index: Int)
}

/// The messages of a batch, carried out one after the other.
struct Batch {
  private let views: [JSONView]
  private let number: Int
  private var index = 0

  init(_ views: [JSONView], number: Int) {
    self.views = views
    self.number = number
  }

  /// The next message, and where its answer goes; nil if there is none.
  mutating func next() -> (JSONView, Destination)? {
    guard index < views.count else { return nil }
    defer { index += 1 }
    return (views[index], .batch(number, index: index))
  }
}

/// Gathers the answers to a batch in the order of its requests.
struct BatchAnswer {
  /// The answers so far in their order, as the array that they become.
  private var gathered = JSONWriter()
  private var isEmpty = true
  /// What was noted before the answer to an earlier request.
  private var early: [Int: [UInt8]?] = [:]
  private var next = 0
  private let count: Int
  /// How many bytes of answers have gathered.
  private(set) var bytes = 0

  init(count: Int) {
    self.count = count
    gathered.beginArray()
  }

  /// Whether every request is answered, or wants no answer.
  var isComplete: Bool { next == count }

  /// Notes an answer, or that there is none because none was asked for; gives the whole once it is complete.
  mutating func set(_ answer: [UInt8]?, at index: Int) -> [UInt8]? {
    bytes += answer?.count ?? 0
    early[index] = .some(answer)
    while let answer = early.removeValue(forKey: next) {
      next += 1
      guard let answer else { continue }
      gathered.raw(answer)
      isEmpty = false
    }
    guard isComplete, !isEmpty else { return nil }
    gathered.endArray()
    return gathered.bytes
  }
}
