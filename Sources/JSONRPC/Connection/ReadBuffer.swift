/// Room for what is read, of which nothing is written before: so the system gives memory only for what was used once.
final class ReadBuffer {
  /// Where it begins.
  let start: UnsafeMutableRawPointer
  /// How many bytes it has.
  let count: Int

  /// Creates room for so many bytes.
  init(count: Int) {
    self.count = count
    start = .allocate(byteCount: count, alignment: 1)
  }

  deinit { start.deallocate() }
}
