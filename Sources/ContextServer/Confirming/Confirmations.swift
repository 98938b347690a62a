import JSONRPC
import MemoEngine
import Platform
import Synchronization

/// States that clients send back with a person's answer: each names its question, and counts once.
final class Confirmations: Sendable {
  private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  private let clock = ContinuousClock()
  private let begin = ContinuousClock.now
  /// The states that were sent back, and when each would have expired.
  private let spent = Mutex<[Int: Int]>([:])
  /// The time that a person may take to answer.
  private let patience: Duration

  init(patience: Duration = .seconds(600)) { self.patience = patience }

  /// The state of a question about a memo at a version.
  func state(for id: MemoID, version: Int) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    writer.value(Int.random(in: 0...(1 << 53)))
    writer.value(id.description)
    writer.value(version)
    writer.value(seconds(after: patience))
    writer.endArray()
    return Hexadecimal.text(of: writer.bytes + SHA256.authentication(of: writer.bytes, key: key))
  }

  /// Whether a state is of such a question, unanswered and not expired. It counts as answered afterwards.
  func redeem(_ state: String, for id: MemoID, version: Int) -> Bool {
    guard let bytes = Hexadecimal.bytes(state), bytes.count > 32 else { return false }
    let (message, code) = (Array(bytes.dropLast(32)), bytes.suffix(32))
    let expected = SHA256.authentication(of: message, key: key)
    // Takes the same time wherever the first difference is.
    guard zip(code, expected).reduce(UInt8(0), { $0 | $1.0 ^ $1.1 }) == 0 else { return false }
    guard let parts = (try? JSONDocument(message)).map({ Array($0.root.elements) }), parts.count == 4,
      let number = parts[0].integer, parts[1].says(id.description), parts[2].integer == version,
      let end = parts[3].integer
    else { return false }
    let now = seconds(after: .zero)
    guard now < end else { return false }
    return spent.withLock { spent in
      spent = spent.filter { $0.value > now }
      return spent.updateValue(end, forKey: number) == nil
    }
  }

  private func seconds(after time: Duration) -> Int {
    Int((begin.duration(to: clock.now) + time).components.seconds)
  }
}
