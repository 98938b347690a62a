import Foundation
import MemoModel
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("A file that can't be written")
struct UnwritableFileTests {
  @Test(
    "is merged each time that others change it, by this process or the next, and has all once it may be written",
    arguments: [true, false])
  func merged(isReopened: Bool) throws {
    let kept = try KeptFolder()
    let path = "\(kept.path)/a.md"
    try kept.write("# A\n\nbase\n\nend\n", "a.md")
    chmod(path, 0o444)
    try kept.reconcile()
    let id = try #require(kept.memo("a.md")).metadata.id
    try kept.save("# A\n\nbase\n\nend\ninside\n", in: id)
    for number in 1...3 {
      try kept.writeInPlace("# A\n\nbase\noutside \(number)\n\nend\n", "a.md")
      if isReopened { try kept.reopen() }
      try kept.reconcile()
      kept.wait(milliseconds: 60_000)
      try kept.reconcile()
      #expect(kept.texts == ["# A\n\nbase\noutside \(number)\n\nend\ninside\n"])
    }
    chmod(path, 0o644)
    try kept.rest()
    try kept.checkRest()
    #expect(kept.files == ["a.md": "# A\n\nbase\noutside 3\n\nend\ninside\n"])
    kept.wait(milliseconds: 60_000)
    try kept.rest()
    #expect(kept.folder.staged.isEmpty)
  }
}
