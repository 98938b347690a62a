import JSONRPC

/// The messages of a batch, carried out one after the other.
struct Batch {
  private let views: [JSONView]
  private let answer: BatchAnswer
  private var index = 0

  init(_ views: [JSONView]) {
    self.views = views
    answer = BatchAnswer(count: views.count)
  }

  /// The next message, and where its answer goes; nil if there is none.
  mutating func next() -> (JSONView, Destination)? {
    guard index < views.count else { return nil }
    defer { index += 1 }
    return (views[index], .batch(answer, index: index))
  }
}

/// Gathers the answers to a batch in the order of its requests.
final class BatchAnswer {
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

  /// Notes an answer, or that there is none because none was asked for; gives the whole once it is complete.
  func set(_ answer: [UInt8]?, at index: Int) -> [UInt8]? {
    bytes += answer?.count ?? 0
    early[index] = .some(answer)
    while let answer = early.removeValue(forKey: next) {
      next += 1
      guard let answer else { continue }
      gathered.raw(answer)
      isEmpty = false
    }
    guard next == count, !isEmpty else { return nil }
    gathered.endArray()
    return gathered.bytes
  }
}

/// Where the answer to a message goes.
enum Destination {
  case client
  case batch(BatchAnswer, index: Int)
}
