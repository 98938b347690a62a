import MemoText
import Platform

/// The bytes of a text as one run, of which only the parts in use take memory: so a long text is read without a full
/// copy. For one owner on one thread.
final class SparseText {
  /// The bytes. Call ``require(_:)`` before reading some of them.
  let bytes: UnsafeBufferPointer<UInt8>

  private let text: Rope
  private let memory: UnsafeMutableRawBufferPointer
  /// Whether all bytes are in memory at once, and stay.
  private let isWhole: Bool
  /// Which windows are in memory.
  private(set) var isThere: [Bool]

  /// The longest text that is kept whole.
  private static let longestWhole = 256 << 10
  /// The size of a window of a longer one, a multiple of any system's page.
  static let window = 64 << 10
  /// The bytes around a required range that are in memory, too: the characters before and after a word decide what it
  /// is.
  private static let margin = 8

  /// Takes a text; nothing of a long one is in memory yet.
  init(_ text: Rope) {
    self.text = text
    let count = text.summary.utf8
    let room = count > Self.longestWhole ? Memory.reserve(count) : nil
    memory = room ?? .allocate(byteCount: max(1, count), alignment: 1)
    isWhole = room == nil
    bytes = UnsafeBufferPointer(start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: count)
    isThere = isWhole ? [] : Array(repeating: false, count: (count + Self.window - 1) / Self.window)
    if isWhole { fill(0..<count) }
  }

  deinit { if isWhole { memory.deallocate() } else { Memory.unreserve(memory) } }

  /// Makes sure that a range is in memory.
  func require(_ range: Range<Int>) {
    guard !isWhole else { return }
    let first = max(0, range.lowerBound - Self.margin) / Self.window
    let last = min(bytes.count, range.upperBound + Self.margin) - 1
    guard first * Self.window <= last else { return }
    for window in first...last / Self.window where !isThere[window] {
      isThere[window] = true
      fill(window * Self.window..<min(bytes.count, (window + 1) * Self.window))
    }
  }

  /// Makes sure that the next bytes are in memory, for a walk through the text.
  ///
  /// - Returns: the end of what is.
  func requireMore(behind end: Int) -> Int {
    let next = isWhole ? bytes.count : min(bytes.count, end + Self.window)
    require(end..<next)
    return next
  }

  /// Releases the windows that lie within a range. They can be required again.
  ///
  /// - Returns: the end of what was released; the start of the range if nothing was.
  @discardableResult
  func release(_ range: Range<Int>) -> Int {
    guard !isWhole else { return range.lowerBound }
    let first = (range.lowerBound + Self.window - 1) / Self.window
    let windows = first..<max(first, range.upperBound / Self.window)
    guard !windows.isEmpty else { return range.lowerBound }
    for window in windows { isThere[window] = false }
    let (start, end) = (windows.lowerBound * Self.window, windows.upperBound * Self.window)
    Memory.giveBack(UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]))
    return end
  }

  private func fill(_ range: Range<Int>) {
    var place = range.lowerBound
    text.forEachChunk(in: range) { chunk in
      UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + chunk.count])
        .copyMemory(from: UnsafeRawBufferPointer(chunk))
      place += chunk.count
    }
  }
}
