import JSONRPC

/// Gathers the answers to a batch in the order of its requests.
final class BatchAnswer {
  private var answers: [[UInt8]?]
  private var missing: Int
  /// How many bytes of answers have gathered.
  private(set) var bytes = 0

  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  /// Notes an answer, or that there is none because none was asked for; gives the whole once it is complete.
  func set(_ answer: [UInt8]?, at index: Int) -> [UInt8]? {
    answers[index] = answer
    bytes += answer?.count ?? 0
    missing -= 1
    guard missing == 0 else { return nil }
    let given = answers.compactMap(\.self)
    return given.isEmpty ? nil : OutgoingMessage.batch(given)
  }
}

/// Where the answer to a message goes.
enum Destination {
  case client
  case batch(BatchAnswer, index: Int)
}
