/// Puts a text together from lines. In the end every line but the last has a terminator, and no two terminators merge
/// into one: a lone `\r` that would meet the `\n` of an empty line becomes a `\n`.
struct LineWriter {
  private var text = Rope()
  /// The bytes to append to `text`.
  private var bytes: [UInt8] = []
  /// The terminator of the line written last, which is needed only if another line comes; nil before the first.
  private var pending: LineTerminator?
  /// The terminator for a line that came without one: that of the line before it.
  private var fill: LineTerminator

  /// From this length on, a stretch of another text is shared rather than copied.
  private static let worthSharing = NodeLimits.leaf.upperBound * 4

  /// Creates a writer; `fill` is for the first line.
  init(fill: LineTerminator) {
    self.fill = fill
  }

  /// Adds a line.
  mutating func append(_ content: ArraySlice<UInt8>, _ terminator: LineTerminator) {
    endLine(beforeLF: content.isEmpty && terminator == .lf)
    bytes.append(contentsOf: content)
    pending = terminator
  }

  /// Adds lines of a text as they are.
  mutating func append(_ other: Rope, _ lines: Range<Int>) {
    guard !lines.isEmpty else { return }
    let start = other.offsetOfLine(lines.lowerBound)
    let last = lines.upperBound - 1
    endLine(beforeLF: start < other.summary.utf8 && other.root.byte(at: start) == LineByte.lf)
    append(other, bytes: start..<other.endOfLine(last))
    if last > lines.lowerBound { fill = other.terminator(ofLine: last - 1) }
    pending = other.terminator(ofLine: last)
  }

  /// The text, whose last line has a terminator if `isLastLineEnded`.
  consuming func finish(isLastLineEnded: Bool) -> Rope {
    if isLastLineEnded { endLine(beforeLF: false) }
    flush()
    return text
  }

  private mutating func endLine(beforeLF: Bool) {
    guard var terminator = pending else { return }
    if terminator == .none { terminator = fill }
    if terminator == .cr && beforeLF { terminator = .lf }
    bytes.append(contentsOf: terminator.bytes)
    fill = terminator
    pending = nil
  }

  private mutating func append(_ other: Rope, bytes range: Range<Int>) {
    guard range.count >= LineWriter.worthSharing else {
      other.forEachChunk(in: range) { bytes.append(contentsOf: $0) }
      return
    }
    flush()
    text.append(other.slice(range))
  }

  private mutating func flush() {
    text.append(Rope(root: bytes.withUnsafeBufferPointer { Node(text: $0) }))
    bytes.removeAll(keepingCapacity: true)
  }
}
