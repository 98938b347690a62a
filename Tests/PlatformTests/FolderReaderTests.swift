import Testing

@testable import Platform

@Suite("The names in a folder")
struct FolderReaderTests {
  @Test("a descriptor that is none of a folder is closed, and the cause is told")
  func noFolder() throws {
    let pipe = try #require(Pipe(waits: false))
    let writer = fcntl(pipe.writer, F_DUPFD_CLOEXEC, 0)
    pipe.closeWriter()
    let reader = FolderReader(descriptor: writer)
    let code = errno
    #expect(reader == nil && code == ENOTDIR)
    var byte: UInt8 = 0
    // The end of what was written comes once nobody can write any more.
    #expect(read(pipe.reader, &byte, 1) == 0)
  }
}
