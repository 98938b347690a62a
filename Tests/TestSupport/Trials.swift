import Foundation

/// The number of times that something random is tried: all of `count` if `MEMO_TEST_LONG` is set, as `make torture`
/// does, otherwise a quarter of it, and at least once.
package func trials(_ count: Int) -> Int {
  ProcessInfo.processInfo.environment["MEMO_TEST_LONG"] == nil ? max(1, count / 4) : count
}
