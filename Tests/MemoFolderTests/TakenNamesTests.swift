import Testing

@testable import MemoFolder

@Suite("The names that are taken in a folder")
struct TakenNamesTests {
  @Test("10,000 names of one title are given without trying all, and a file that has one keeps it")
  func names() {
    var names = TakenNames()
    var given: [String] = []
    for _ in 0..<10_000 {
      let name = names.free(for: "Title", suffix: ".md")
      names.insert(name)
      given.append(name)
    }
    #expect(given.first == "Title.md" && given.last == "Title 10000.md" && Set(given).count == given.count)
    #expect(names.free(for: "Title", suffix: ".md", own: "Title 17.md") == "Title 17.md")
    #expect(names.free(for: "TITLE", suffix: ".md", own: "Title 17.md") == "TITLE 17.md")
    #expect(names.free(for: "title", suffix: ".md", own: "Other.md") == "title 10001.md")
    #expect(names.free(for: "Title 17", suffix: ".md") == "Title 17 2.md" && names.contains("tITLE.MD"))
    #expect(names.free(for: "Title", suffix: ".txt") == "Title.txt" && !names.contains("Title.txt"))
  }

  @Test("a file's own name is not taken for itself, nor is a number given back to another")
  func own() {
    var names = TakenNames()
    for name in ["Title.md", "title 2.md"] { names.insert(name) }
    #expect(names.free(for: "Title", suffix: ".md", own: "title 2.md") == "Title 2.md")
    #expect(names.free(for: "Title", suffix: ".md", own: "Title.md") == "Title.md")
    #expect(names.free(for: "Title", suffix: ".md", own: "x.md") == "Title 3.md")
  }
}
