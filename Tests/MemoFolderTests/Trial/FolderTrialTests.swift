import Foundation
import TestSupport
import Testing

@Suite("A folder and its memos, beside what is known of who did what")
struct FolderTrialTests {
  /// `make torture` says more.
  private static let steps = ProcessInfo.processInfo.environment["MEMO_TEST_FOLDER"].flatMap(Int.init) ?? 700

  @Test("whatever is done, at rest both are equal, no word is missing, nothing is written twice, and ids stay")
  func trial() throws {
    let trial = try FolderTrial(stream: 0x165)
    try trial.run(Self.steps)
  }
}
