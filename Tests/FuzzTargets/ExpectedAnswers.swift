import JSON
import JSONRPC
import TestSupport

/// An answer as far as it can be foreseen: the ids under which it comes.
enum ExpectedAnswer: Equatable {
  case single(RequestID)
  case batch([RequestID])

  /// The ids that a message answers; nil if it is a request or a notification.
  init?(_ message: [UInt8]) throws {
    let root = try JSONDocument(message).root
    if root.kind == .array {
      self = .batch(try root.elements.map(Self.id))
    } else if root["method"] == nil {
      self = .single(try Self.id(root))
    } else {
      return nil
    }
  }

  private static func id(_ answer: JSONView) throws -> RequestID {
    let isAnswer = (answer["result"] == nil) != (answer["error"] == nil) && answer["jsonrpc"]?.string == "2.0"
    guard isAnswer, let id = answer["id"].flatMap(RequestID.init) else {
      throw Mismatch("no answer: \(JSONValue(answer))")
    }
    return id
  }
}

/// The answers that a stream of messages asks for, whatever is in them.
struct ExpectedAnswers {
  private(set) var all: [ExpectedAnswer] = []
  private var hasEnded = false

  init(to input: [UInt8], limit: Int) {
    var decoder = FrameDecoder(maximumMessageBytes: limit)
    input.withUnsafeBytes { decoder.append($0) }
    do throws(FramingError) {
      while !hasEnded, let frame = try decoder.next() { take(frame) }
      while !hasEnded, let frame = decoder.last() { take(frame) }
    } catch {
      all.append(.single(.null))
    }
  }

  private mutating func take(_ frame: Frame) {
    guard case .message(let bytes) = frame, let envelope = try? Envelope(bytes) else {
      all.append(.single(.null))
      return
    }
    switch envelope {
    case .single(let message): if let id = answered(message) { all.append(.single(id)) }
    case .batch(let views):
      // What follows an `exit` is refused, but answered.
      let ids = views.compactMap { view in answered(Message(view)) }
      if !ids.isEmpty { all.append(.batch(ids)) }
    }
  }

  /// The id under which a message is answered, if at all.
  private mutating func answered(_ message: Message) -> RequestID? {
    switch message {
    case .call(let id, _, _): return id
    case .invalid(let id, _): return id
    case .response: return nil
    case .notification(let method, let params):
      if method == "exit", params == nil || params?.kind == .object { hasEnded = true }
      return nil
    }
  }
}
