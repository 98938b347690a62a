import TestSupport
import Testing

@testable import Platform

@Suite("Folders that are made with those on the way")
struct MadeFolderTests {
  private let temporary: TemporaryFolder
  private let path: FilePath

  init() throws {
    temporary = try TemporaryFolder()
    path = FilePath("\(temporary.path)/a/b/c")
  }

  private func inode(_ path: FilePath) -> UInt64? {
    OpenFolder(path: path.description).flatMap { FileStatus($0.descriptor) }?.mark.inode
  }

  @Test("the disk has the name of each that is made")
  func synced() throws {
    #expect(mkdir("\(temporary.path)/a", 0o700) == 0)
    var synced: [UInt64?] = []
    for _ in 0..<2 {
      let isMade = makeFolders(path, permissions: 0o700) { folder in
        synced.append(FileStatus(folder)?.mark.inode)
        return true
      }
      #expect(isMade)
    }
    // Those that are there need nothing.
    #expect(synced == [inode(path.folder.folder), inode(path.folder)])
  }

  @Test("a name that may not be on the disk is told with the cause")
  func unsynced() {
    let isMade = makeFolders(path, permissions: 0o700) { _ in
      errno = EIO
      return false
    }
    let code = errno
    #expect(!isMade && code == EIO && inode(path) == nil)
  }
}
