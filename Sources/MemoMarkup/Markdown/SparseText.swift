import MemoText
import Platform

/// The bytes of a text as one run, of which only those take memory that somebody looks at: so a long text is read
/// without a copy of all of it. Belongs to who made it, and to one thread.
final class SparseText {
  /// The bytes. Before some are looked at they are asked for with ``require(_:)``.
  let bytes: UnsafeBufferPointer<UInt8>

  private let text: Rope
  private let memory: UnsafeMutableRawBufferPointer
  /// Whether all bytes are there at once, and stay.
  private let isWhole: Bool
  /// Which windows are there.
  private var isThere: [Bool]
  /// How many bytes take memory now, at most.
  var bytesThere: Int { isWhole ? bytes.count : isThere.count(where: \.self) * Self.window }

  /// A text of more bytes than this is read by windows of so many bytes, each a multiple of any system's pages.
  private static let longestWhole = 256 << 10, window = 64 << 10
  /// How many bytes around those that are asked for are there, too: what stands before and behind a word says what it
  /// is.
  private static let margin = 8

  /// Takes a text, of which nothing is there yet if it is long.
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

  /// Sees to it that a range is there.
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

  /// Sees to it that what follows is there, for who goes through the text.
  ///
  /// - Returns: up to where it is.
  func requireMore(behind end: Int) -> Int {
    let next = isWhole ? bytes.count : min(bytes.count, end + Self.window)
    require(end..<next)
    return next
  }

  /// Gives back what of a range no window needs that reaches out of it. It may be asked for again.
  ///
  /// - Returns: where what was given back ends; where the range begins if that is nothing.
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
