import JSONRPC

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
