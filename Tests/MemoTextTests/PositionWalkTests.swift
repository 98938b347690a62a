import MemoText
import TestSupport
import Testing

@Suite("Positions of many offsets")
struct PositionWalkTests {
  @Test("are those that each has by itself, wherever they follow each other", arguments: PositionEncoding.allCases)
  func random(encoding: PositionEncoding) throws {
    var generator = SeededGenerator(stream: 143)
    let pieces = ["a", "bc", "\n", "\r", "\r\n", "é", "한", "😀", "\r\r\n", " words that are longer "]
    for _ in 0..<200 {
      let count = Int.random(in: 0...60, using: &generator)
      let string = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let text = Rope(string)
      let borders = string.unicodeScalars.indices.map { string.utf8.distance(from: string.startIndex, to: $0) }
      let offsets = borders + [string.utf8.count]
      var walk = PositionWalk(text, in: encoding)
      var place = 0
      for _ in 0..<200 {
        // Mostly near, at times anywhere.
        if Int.random(in: 0..<8, using: &generator) == 0 {
          place = Int.random(in: offsets.indices, using: &generator)
        } else {
          place = min(max(0, place + Int.random(in: -3...6, using: &generator)), offsets.count - 1)
        }
        let (found, expected) = (walk.position(at: offsets[place]), text.position(at: offsets[place], in: encoding))
        try require(found == expected, "\(offsets[place]) of \(string.debugDescription) is \(found), not \(expected)")
      }
    }
  }
}
