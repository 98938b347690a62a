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

  private func read(_ files: ReadFiles) -> TextState? {
    files.text(of: DocumentURI("file://\(path)"), atMost: 100)
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
}
