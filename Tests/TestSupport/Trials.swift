import Foundation

/// How often something random is tried: a quarter of what is given, and at least once, unless `MEMO_TEST_LONG` is set,
/// as `make torture` does.
package func trials(_ count: Int) -> Int {
  ProcessInfo.processInfo.environment["MEMO_TEST_LONG"] == nil ? max(1, count / 4) : count
}
