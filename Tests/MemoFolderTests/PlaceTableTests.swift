import TestSupport
import Testing

@testable import MemoFolder

@Suite("A table of places")
struct PlaceTableTests {
  @Test("finds what was added, moved and removed, though few hashes are all that there are")
  func random() throws {
    var chance = SeededGenerator(stream: 0x182)
    // Those at the end go on at the beginning, whatever room there is.
    let hashes: [UInt32] = [0, 1, 2, 3, .max - 1, .max, 0x1_0000, 0x1_0001]
    var table = PlaceTable()
    var places: [Int: UInt32] = [:]
    var next = 0
    for step in 0..<2000 {
      let context: Comment = "step \(step), seed \(SeededGenerator.seed)"
      // It grows for a while, and shrinks for a while.
      let grows = step % 500 < 250
      if chance.chance(grows ? 60 : 30) {
        let hash = try #require(hashes.randomElement(using: &chance))
        table.add(next, hash)
        places[next] = hash
        next += 1
      } else if let (place, hash) = places.randomElement(using: &chance) {
        if chance.chance(70) {
          table.remove(place, hash)
          places[place] = nil
        } else {
          table.move(place, to: next, hash)
          (places[place], places[next]) = (nil, hash)
          next += 1
        }
      }
      if step % 50 != 0 { continue }
      for hash in hashes {
        var found: Set<Int> = []
        #expect(table.place(hash) { found.insert($0).inserted && false } == nil)
        try #require(found == Set(places.filter { $0.value == hash }.keys), context)
        if let place = found.randomElement(using: &chance) { #expect(table.place(hash) { $0 == place } == place) }
      }
    }
  }
}
