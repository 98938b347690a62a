#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Platform

  @Suite("A file that is watched for its closing", .timeLimit(.minutes(10)))
  struct ClosingWatchTests {
    private let temporary: TemporaryFolder
    private let watch: ClosingWatch
    private let told: AsyncStream<Void>

    private var path: String { temporary.path + "/lock" }

    init() throws {
      temporary = try TemporaryFolder()
      let path = temporary.path + "/lock"
      try Data().write(to: URL(filePath: path))
      let (told, teller) = AsyncStream.makeStream(of: Void.self)
      watch = try #require(ClosingWatch(path: path) { teller.yield() })
      self.told = told
    }

    private func close(_ flags: Int32) { _ = Platform.close(open(path, flags)) }

    @Test("tells once it was closed by whoever could write, each time")
    func closed() async throws {
      var calls = told.makeAsyncIterator()
      for _ in 0..<100 {
        close(O_WRONLY)
        try #require(await calls.next() != nil)
      }
      #expect(!watch.isOver)
    }

    @Test("is over once the file has lost its name, though somebody still has it open")
    func gone() async throws {
      var calls = told.makeAsyncIterator()
      let holder = open(path, O_RDWR)
      defer { _ = Platform.close(holder) }
      unlink(path)
      try #require(await calls.next() != nil)
      #expect(watch.isOver)
    }

    @Test("is over once another file has its name")
    func replaced() async throws {
      var calls = told.makeAsyncIterator()
      rename(path, path + "-old")
      try #require(await calls.next() != nil)
      #expect(watch.isOver)
    }

    @Test("there is none of a file that is not there")
    func missing() { #expect(ClosingWatch(path: path + "-none") {} == nil) }
  }
#endif
