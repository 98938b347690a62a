import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("A folder and its memos, beside what is known of who did what")
struct FolderTrialTests {
  /// `make torture` says more.
  private static let steps = ProcessInfo.processInfo.environment["MEMO_TEST_FOLDER"].flatMap(Int.init) ?? 700

  @Test("whatever is done, at rest both are equal, no word is missing, nothing is written twice, and ids stay")
  func trial() throws {
    let temporary = try TemporaryFolder()
    let path = temporary.path
    let outcome = Mutex<Result<(steps: Int, undone: Int), any Error>?>(nil)
    let ended = DispatchSemaphore(value: 0)
    // The disk is there for one thread alone.
    let thread = Thread {
      let disk = SmallDisk(at: path)
      if disk == nil { print("no disk can be made full here") }
      let result = Result { try Self.run(disk) }
      outcome.withLock { $0 = result }
      ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    ended.wait()
    let (steps, undone) = try outcome.withLock { $0 }?.get() ?? (0, 0)
    print("\(steps) steps in a folder and its memos, \(undone) words undone")
  }

  private static func run(_ disk: SmallDisk?) throws -> (steps: Int, undone: Int) {
    let trial = try FolderTrial(stream: 0x165, disk: disk)
    try trial.run(steps)
    return (trial.steps, trial.undone)
  }
}
