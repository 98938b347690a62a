import Foundation
import JSON
import TestSupport
import Testing

@Suite("Trees of values")
struct RoundTripTests {
  @Test("come back the same: digits, order, strings byte for byte", arguments: 0..<4)
  func roundTrip(stream: Int) throws {
    var random = SeededGenerator(stream: 600 + UInt64(stream))
    for _ in 0..<500 {
      let tree = random.value()
      let bytes = written(tree)
      let back = JSONValue(try JSONDocument(bytes).root)
      try require(same(back, tree), "\(String(decoding: bytes, as: UTF8.self)) came back another")
      try require(written(back) == bytes, "\(String(decoding: bytes, as: UTF8.self)) was written differently")
    }
  }

  @Test("mean the same in whatever way they are written", arguments: 0..<4)
  func spellings(stream: Int) throws {
    var random = SeededGenerator(stream: 700 + UInt64(stream))
    for _ in 0..<500 {
      let tree = random.value()
      let text = random.spelling(of: tree)
      try require(same(JSONValue(try JSONDocument(Array(text.utf8)).root), tree), "\(text) was read as something else")
    }
  }

  @Test("as this writer writes them are read by Foundation as the same", arguments: 0..<4)
  func readByFoundation(stream: Int) throws {
    var random = SeededGenerator(stream: 800 + UInt64(stream))
    for _ in 0..<250 {
      let tree = random.value()
      let bytes = written(tree)
      // Foundation takes one behind an escape for a byte order mark, and drops it.
      if String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{FEFF}") { continue }
      let theirs = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      try require(agree(tree, theirs), "\(String(decoding: bytes, as: UTF8.self)) was read as \(theirs)")
    }
  }

  @Test("as Foundation writes them are read by this reader as the same", arguments: 0..<4)
  func writtenByFoundation(stream: Int) throws {
    var random = SeededGenerator(stream: 900 + UInt64(stream))
    for round in 0..<250 {
      let tree = foundationValue(random.value())
      let style: JSONSerialization.WritingOptions =
        round % 2 == 0 ? [.fragmentsAllowed] : [.fragmentsAllowed, .prettyPrinted]
      let data = try JSONSerialization.data(withJSONObject: tree, options: style)
      let mine = JSONValue(try JSONDocument(Array(data)).root)
      try require(agree(mine, tree), "\(String(decoding: data, as: UTF8.self)) was read as something else")
    }
  }
}

/// Whether Foundation holds the same value; numbers as near as `Double` gets, members in any order.
private func agree(_ mine: JSONValue, _ theirs: Any) -> Bool {
  switch mine {
  case .null: return theirs is NSNull
  case .bool(let value): return theirs as? Bool == value
  case .number(let literal):
    guard let number = (theirs as? NSNumber)?.doubleValue, let value = Double(literal) else { return false }
    return abs(number - value) <= abs(value) * 1e-14
  case .string(let value): return (theirs as? String)?.utf8.elementsEqual(value.utf8) == true
  case .array(let elements):
    guard let others = theirs as? [Any], others.count == elements.count else { return false }
    return zip(elements, others).allSatisfy(agree)
  case .object(let object):
    guard let others = theirs as? [String: Any], others.count == object.members.count else { return false }
    return object.members.allSatisfy { name, value in
      guard let found = others.first(where: { $0.key.utf8.elementsEqual(name.utf8) }) else { return false }
      return agree(value, found.value)
    }
  }
}

private func foundationValue(_ value: JSONValue) -> Any {
  switch value {
  case .null: NSNull()
  case .bool(let value): value
  case .number(let literal): Int(literal).map { $0 as Any } ?? (Double(literal) ?? 0) as Any
  case .string(let value): value
  case .array(let elements): elements.map(foundationValue)
  case .object(let object):
    Dictionary(object.members.map { ($0.name, foundationValue($0.value)) }, uniquingKeysWith: { first, _ in first })
  }
}
