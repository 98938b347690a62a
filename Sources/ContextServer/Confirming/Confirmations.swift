import JSONRPC
import MemoEngine
import Synchronization

/// What clients are given to bring back with a person's answer: it says what was asked about, and counts once.
final class Confirmations: Sendable {
  private let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
  private let clock = ContinuousClock()
  private let begin = ContinuousClock.now
  /// What was brought back, and when it would have ended.
  private let spent = Mutex<[Int: Int]>([:])
  /// How long a person may take.
  private let patience: Duration

  init(patience: Duration = .seconds(600)) { self.patience = patience }

  /// What stands for a question about a memo at a version.
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

  /// Whether it stands for such a question, which was not answered yet and not too long ago. From now on it is.
  func redeem(_ state: String, for id: MemoID, version: Int) -> Bool {
    guard let bytes = Hexadecimal.bytes(state), bytes.count > 32 else { return false }
    let (message, code) = (Array(bytes.dropLast(32)), bytes.suffix(32))
    let expected = SHA256.authentication(of: message, key: key)
    // Takes as long wherever the first difference is.
    guard zip(code, expected).reduce(UInt8(0), { $0 | $1.0 ^ $1.1 }) == 0 else { return false }
    guard let parts = (try? JSONDocument(message)).map({ Array($0.root.elements) }), parts.count == 4,
      let number = parts[0].integer, parts[1].string == id.description, parts[2].integer == version,
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
