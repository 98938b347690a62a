import MemoEngine
import TestSupport
import Testing

@testable import MemoCommands

@Suite("Tables")
struct TableTests {
  private func terminal(_ columns: Int?) -> Terminal {
    Terminal(readsPerson: false, columns: columns, progressColumns: nil, hasColours: false)
  }

  @Test("columns stand two apart, empty ones take no room, and no line ends with a space")
  func columns() {
    var table = Table([Table.Column(), Table.Column(isNumber: true), Table.Column(), Table.Column()])
    table.add(["a", "1", "", "한"])
    table.add(["long", "20", "", ""])
    #expect(table.lines(for: terminal(nil)) == "a      1  한\nlong  20\n")
    #expect(Table([Table.Column()]).lines(for: terminal(nil)) == "")
  }

  @Test("what a column does not need the other has")
  func shares() {
    var table = Table([Table.Column(share: 0.7), Table.Column(share: 0.3)])
    table.add([String(repeating: "t", count: 30), "tag"])
    #expect(table.lines(for: terminal(20)) == String(repeating: "t", count: 14) + "…  tag\n")
    table.add(["t", String(repeating: "g", count: 30)])
    #expect(table.lines(for: terminal(22)).split(separator: "\n").map { DisplayWidth.of(String($0)) } == [19, 22])
  }

  @Test("a line fits every terminal that has room for what is never cut")
  func fits() {
    var random = SeededGenerator(stream: 1)
    for _ in 0..<300 {
      var table = Table([Table.Column(), Table.Column(share: 0.7), Table.Column(share: 0.3)])
      let columns = Int.random(in: 12...120, using: &random)
      for _ in 0..<5 {
        let word = ["a", "한", "🥛", "e\u{301}"].randomElement(using: &random) ?? ""
        table.add([
          "id", String(repeating: word, count: .random(in: 0...100, using: &random)),
          String(repeating: word, count: .random(in: 0...100, using: &random)),
        ])
      }
      for line in table.lines(for: terminal(columns)).split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= columns, "\(random)")
      }
    }
  }

  @Test(
    "sizes are told in units that people read",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1049, "1.0 kB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (Int.max, "9.2 EB"),
    ])
  func sizes(bytes: Int, text: String) { #expect(Sizes.bytes(bytes) == text) }

  @Test("short names are as long as they must be")
  func shortNames() {
    #expect(ShortNames(["aaaaaaaaaaaa", "aaaaaaaaaaab"], least: 3).short("aaaaaaaaaaab") == "aab")
    #expect(ShortNames(["xaaaaaaaaa", "yaaaaaaaaa"], least: 3).short("xaaaaaaaaa") == "xaaaaaaaaa")
    #expect(ShortNames(["ab", "cd"], least: 3).short("ab") == "ab")
    #expect(ShortNames([], least: 3).short("") == "")
  }
}
