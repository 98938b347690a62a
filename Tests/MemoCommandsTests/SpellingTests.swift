import Testing

@testable import MemoCommands

@Suite("A mistyped word")
struct SpellingTests {
  private let words = ["new", "list", "show", "search", "history", "--help", "--store"]

  @Test(
    "is answered with the nearest one, if few letters are wrong",
    arguments: [
      ("lst", "list"), ("ls", "list"), ("lsit", "list"), ("LIST", nil), ("serach", "search"), ("sho", "show"),
      ("nwe", "new"),
      ("histories", "history"), ("help", "--help"), ("---help", "--help"), ("-stor", "--store"), ("frob", nil),
      ("x", nil),
      ("", nil), ("-", nil), ("한글", nil), (String(repeating: "list", count: 100_000), nil),
    ])
  func nearest(typed: String, meant: String?) { #expect(Spelling.nearest(to: typed, among: words) == meant) }
}
