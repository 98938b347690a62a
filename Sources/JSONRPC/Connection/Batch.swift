/// The place where the answer to a message goes.
@usableFromInline
enum Destination: Sendable {
  case client
  /// Into the answer to a batch, which has this number.
  case batch(Int, index: Int)
}

/// The messages of a batch, carried out one after the other.
struct Batch {
  let number: Int
  /// The number that has been taken.
  private(set) var count = 0
  private var views: JSONChildren
  private var upcoming: JSONView?

  init(_ views: JSONChildren, number: Int) {
    self.number = number
    self.views = views
    upcoming = self.views.next()
  }

  /// Whether all of them have been taken.
  var isOver: Bool { upcoming == nil }

  /// The next message, and where its answer goes; nil if there is none.
  mutating func next() -> (JSONView, Destination)? {
    guard let view = upcoming else { return nil }
    defer { count += 1 }
    upcoming = views.next()
    return (view, .batch(number, index: count))
  }
}

/// Gathers the answers to a batch in the order of its requests.
struct BatchAnswer {
  /// The size at which a piece of the answers is full.
  private static let pieceSize = 64 << 10

  /// The answers so far, as the array that they become: in pieces, because one array would be copied each time it
  /// grows.
  private var pieces = [[UInt8(ascii: "[")]]
  private var isEmpty = true
  /// The answers that came before the answer to an earlier request.
  private var early: [Int: [UInt8]?] = [:]
  private var next = 0
  /// The number of messages that the batch has; nil while that is not known.
  private var count: Int?
  /// The number of bytes of answers that have gathered.
  private(set) var bytes = 0

  init(count: Int? = nil) { self.count = count }

  /// Whether every request is answered, or wants no answer.
  var isComplete: Bool { next == count }

  /// Notes how many messages the batch has, before the last of them is answered.
  mutating func end(count: Int) { self.count = count }

  /// Records an answer, or nil if none was asked for; returns the whole, in pieces, once it is complete.
  mutating func set(_ answer: [UInt8]?, at index: Int) -> [[UInt8]]? {
    bytes += answer?.count ?? 0
    early[index] = .some(answer)
    while let answer = early.removeValue(forKey: next) {
      next += 1
      if let answer { append(answer) }
    }
    guard isComplete, !isEmpty else { return nil }
    pieces[pieces.count - 1].append(UInt8(ascii: "]"))
    return pieces
  }

  private mutating func append(_ answer: [UInt8]) {
    if !isEmpty { pieces[pieces.count - 1].append(UInt8(ascii: ",")) }
    isEmpty = false
    if answer.count >= Self.pieceSize {
      pieces += [answer, []]
    } else {
      if pieces[pieces.count - 1].count >= Self.pieceSize { pieces.append([]) }
      pieces[pieces.count - 1] += answer
    }
  }
}
