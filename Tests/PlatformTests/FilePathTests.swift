import Testing

@testable import Platform

@Suite("Paths below a folder")
struct FilePathTests {
  @Test(
    "a path's name, its folder, and the folders on the way",
    arguments: [
      ("", "", "", []), ("a", "a", "", []), ("a/b", "b", "a", ["a"]), ("a/b/c.md", "c.md", "a/b", ["a", "a/b"]),
      ("a/\u{301}b", "\u{301}b", "a", ["a"]), ("비/가 나", "가 나", "비", ["비"]),
    ] as [(FilePath, String, FilePath, [FilePath])])
  func parts(path: FilePath, name: String, folder: FilePath, folders: [FilePath]) {
    #expect(path.name.utf8.elementsEqual(name.utf8) && path.folder == folder && path.folders == folders)
    if !path.isEmpty { #expect(FilePath(folder, name) == path) }
    for folder in folders + [""] where !path.isEmpty {
      #expect(path.isBelow(folder))
      #expect(FilePath(folder, path.dropping(folder).description) == path)
    }
    #expect(!path.isBelow(path))
  }

  @Test("a folder that another's name begins with is not above it")
  func above() {
    #expect(!FilePath("ab/c").isBelow("a") && !FilePath("a").isBelow("a/b") && !FilePath("a\u{301}/b").isBelow("a"))
  }

  @Test("a path's own beginning comes before it, and bytes count from 0 to 255")
  func order() {
    let paths: [FilePath] = ["", "a", "a/b", "ab", "b", "\u{E9}"]
    #expect(paths.reversed().sorted() == paths)
    for (index, path) in paths.enumerated() { #expect(paths.map { path < $0 } == paths.indices.map { index < $0 }) }
  }

  @Test("what differs in a byte is another path")
  func same() {
    let spellings: [FilePath] = ["\u{E9}", "e\u{301}", "E\u{301}"]
    #expect(Set(spellings).count == 3 && spellings[0] == "\u{E9}")
    #expect(spellings.sorted() == [spellings[2], spellings[1], spellings[0]])
  }
}
