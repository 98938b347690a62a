import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite("What is done to names")
struct FolderEntryTests {
  private let temporary: TemporaryFolder
  private let folder: OpenFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = try #require(OpenFolder(path: temporary.path))
  }

  private func place(_ name: String) -> FolderEntry { FolderEntry(folder: folder, name: name) }

  private func write(_ words: String, _ name: String) throws {
    try Data(words.utf8).write(to: URL(filePath: "\(temporary.path)/\(name)"))
  }

  private func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: "\(temporary.path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("two files change places")
  func exchange() throws {
    try write("one", "a")
    try write("two", "b")
    #expect(place("a").exchange(with: place("b")) == .done)
    #expect(read("a") == "two" && read("b") == "one")
    #expect(place("a").exchange(with: place("none")) == .failed(ENOENT))
    #expect(read("a") == "two")
  }

  @Test("a name that is taken stays what it is, unless it is to go")
  func move() throws {
    try write("one", "a")
    try write("two", "b")
    #expect(place("a").move(toNew: place("b")) == .failed(EEXIST))
    #expect(place("a").move(toNew: place("c")) == .done)
    #expect(read("a") == nil && read("b") == "two" && read("c") == "one")
    #expect(place("c").move(over: place("b")) == .done && read("b") == "one")
    #expect(place("b").remove() == .done && place("b").remove() == .failed(ENOENT))
  }

  #if canImport(Glibc)
    @Test("a file system that can't exchange refuses, and nothing was done")
    func refused() throws {
      // /proc knows no renaming: it stands for those that know no exchanging.
      let proc = try #require(OpenFolder(path: "/proc/self"))
      #expect(
        FolderEntry(folder: proc, name: "comm").exchange(with: FolderEntry(folder: proc, name: "maps")) != .done)
    }
  #endif
}
