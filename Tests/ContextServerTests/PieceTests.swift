import MemoEngine
import TestSupport
import Testing

@testable import ContextServer

@Suite("Pieces of a text")
struct PieceTests {
  @Test(
    "read one after the other they are the text, byte for byte, and none is too long",
    arguments: ["\n", "\r\n", "\r"], [1, 7, 4000, 40_000, 100_000])
  func whole(terminator: String, width: Int) throws {
    let line = String(repeating: "ä€𝄞x", count: width / 4 + 1)
    let text = Rope(String(repeating: line + terminator, count: max(1, 150_000 / width)))
    var (place, read): (Piece.Place?, String) = (Piece.Place(line: 1, character: 0), "")
    while let start = place {
      let piece = try Piece(of: text, from: start, through: nil)
      #expect(piece.text.utf8.count <= Piece.largest && (!piece.text.isEmpty || piece.next == nil))
      #expect(piece.lines.lowerBound == start.line)
      read += piece.text
      place = piece.next
    }
    #expect(Rope(read).utf8Bytes == text.utf8Bytes)
  }

  @Test("lines are counted from 1, with their ends; behind the last there is nothing")
  func lines() throws {
    let text = Rope("one\ntwo\nthree")
    let piece = try Piece(of: text, from: Piece.Place(line: 2, character: 1), through: 2)
    #expect(piece.text == "wo\n" && piece.lines == 2...2 && piece.next == nil)
    #expect(try Piece(of: text, from: Piece.Place(line: 3, character: 99), through: 9).text.isEmpty)
    #expect(throws: ToolFailure.self) { try Piece(of: text, from: Piece.Place(line: 4, character: 0), through: nil) }
    #expect(throws: ToolFailure.self) { try Piece(of: text, from: Piece.Place(line: 2, character: 0), through: 1) }
  }
}
