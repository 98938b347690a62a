import Foundation
import MemoEngine
import TestSupport
import Testing

@testable import LanguageServer

@Suite("A file beside a document")
struct ReadFilesTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/a.md" }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
  }

  private func read(_ files: ReadFiles, atMost limit: Int = 100) -> TextState? {
    files.text(of: DocumentURI("file://\(path)"), atMost: limit)
  }

  @Test("is read once until it changes, though its size and its time stay")
  func changed() throws {
    let later = Timestamp(millisecondsSince1970: Timestamp.now.millisecondsSince1970 + 60_000)
    let files = ReadFiles { later }
    try write("one")
    let first = try #require(read(files))
    #expect(read(files) === first)
    try write("two")
    #expect(read(files)?.text.string == "two")
  }

  @Test("is read again while another write might leave the same mark")
  func settling() throws {
    let files = ReadFiles()
    try write("one")
    let first = try #require(read(files))
    #expect(read(files) !== first)
  }

  @Test("is read each time if it has more than may be kept of all")
  func large() throws {
    let later = Timestamp(millisecondsSince1970: Timestamp.now.millisecondsSince1970 + 60_000)
    let files = ReadFiles { later }
    try write(String(repeating: "x", count: 17 << 20))
    let first = try #require(read(files, atMost: 32 << 20))
    // A text of this length takes minutes to be told.
    let isKept = read(files, atMost: 32 << 20) === first
    #expect(!isKept)
  }
}
