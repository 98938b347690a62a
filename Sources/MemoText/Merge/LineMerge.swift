/// A merge in progress: walks through the lines of the base from change to change.
struct LineMerge {
  private(set) var writer: LineWriter
  /// The lines of theirs that both sides changed differently, in order; empty ranges where theirs removed lines.
  private(set) var conflicts: [Range<Int>] = []

  private let base: Rope
  private var ours: MergeSide
  private var theirs: MergeSide

  /// Lines of the base, and the connected changes of either side that touch them.
  private struct Stretch {
    var old: Range<Int>
    var ours: ArraySlice<LineHunk>
    var theirs: ArraySlice<LineHunk>
  }

  init(base: Rope, ours: Rope, theirs: Rope) {
    self.base = base
    self.ours = MergeSide(LineDifference(from: base, to: ours))
    self.theirs = MergeSide(LineDifference(from: base, to: theirs))
    let ended = [base, ours, theirs].first { $0.lineCount > 1 }
    writer = LineWriter(fill: ended?.terminator(ofLine: 0) ?? .lf)
  }

  mutating func run() {
    var line = 0
    while let stretch = takeStretch() {
      copy(line..<stretch.old.lowerBound)
      write(stretch)
      line = stretch.old.upperBound
    }
    copy(line..<base.filledLineCount)
  }

  private mutating func takeStretch() -> Stretch? {
    // An insertion before a line precedes a change of the line, and theirs precedes ours.
    let first = [theirs.next, ours.next].compactMap { $0?.old }
      .min { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    guard let first else { return nil }
    let (ourFirst, theirFirst) = (ours.taken, theirs.taken)
    if let hunk = theirs.next, hunk.old == first {
      theirs.take()
      if let mine = ours.next, first.isEmpty, mine.old == first, isContained(mine, hunk) { ours.take() }
    } else {
      ours.take()
    }
    var end = first.upperBound
    while true {
      if let hunk = ours.next, hunk.old.lowerBound < end {
        end = max(end, hunk.old.upperBound)
        ours.take()
      } else if let hunk = theirs.next, hunk.old.lowerBound < end {
        end = max(end, hunk.old.upperBound)
        theirs.take()
      } else {
        break
      }
    }
    return Stretch(
      old: first.lowerBound..<end,
      ours: ours.difference.hunks[ourFirst..<ours.taken],
      theirs: theirs.difference.hunks[theirFirst..<theirs.taken])
  }

  private mutating func write(_ stretch: Stretch) {
    let isInsertion = stretch.old.isEmpty
    guard !stretch.ours.isEmpty, !isInsertion || lines(stretch.ours) >= lines(stretch.theirs) else {
      write(stretch.theirs, of: theirs, besides: ours, in: stretch.old)
      return
    }
    if !stretch.theirs.isEmpty && !isInsertion && !isSame(stretch) { conflicts.append(theirLines(of: stretch)) }
    write(stretch.ours, of: ours, besides: theirs, in: stretch.old)
  }

  /// Writes `lines` of the base with the changes of one side.
  private mutating func write(
    _ hunks: ArraySlice<LineHunk>, of side: MergeSide, besides other: MergeSide, in lines: Range<Int>
  ) {
    var line = lines.lowerBound
    for hunk in hunks {
      copy(line..<hunk.old.lowerBound)
      for new in hunk.new {
        let terminator = other.terminator(insteadOf: side.difference.new.terminator(of: new), at: hunk)
        writer.append(side.difference.new.content(of: new), terminator)
      }
      line = hunk.old.upperBound
    }
    copy(line..<lines.upperBound)
  }

  /// Writes `lines` of the base as they are, except for terminators that a side changed.
  private mutating func copy(_ lines: Range<Int>) {
    var rest = lines
    while true {
      let (mine, other) = (ours.nextEnding(in: rest), theirs.nextEnding(in: rest))
      guard let line = [mine, other].compactMap({ $0?.old }).min() else { break }
      writer.append(base, rest.lowerBound..<line)
      if let mine, mine.old == line {
        writer.append(ours.difference.old.content(of: line), mine.to)
      } else if let other {
        writer.append(theirs.difference.old.content(of: line), other.to)
      }
      rest = (line + 1)..<rest.upperBound
    }
    writer.append(base, rest)
  }
}

extension LineMerge {
  /// The lines of theirs that a stretch became.
  private func theirLines(of stretch: Stretch) -> Range<Int> {
    guard let first = stretch.theirs.first, let last = stretch.theirs.last else { return 0..<0 }
    let start = first.new.lowerBound - (first.old.lowerBound - stretch.old.lowerBound)
    return start..<max(start, last.new.upperBound + (stretch.old.upperBound - last.old.upperBound))
  }

  /// Whether one of two insertions begins or ends with the other, or is the same.
  private func isContained(_ mine: LineHunk, _ other: LineHunk) -> Bool {
    func isSame(_ line: Int, _ otherLine: Int) -> Bool {
      ours.difference.new.content(of: line) == theirs.difference.new.content(of: otherLine)
    }
    return zip(mine.new, other.new).allSatisfy(isSame)
      || zip(mine.new.reversed(), other.new.reversed()).allSatisfy(isSame)
  }

  /// The number of lines that are new.
  private func lines(_ hunks: ArraySlice<LineHunk>) -> Int { hunks.reduce(0) { $0 + $1.new.count } }

  /// Whether both sides turned the stretch into the same lines, perhaps by different changes.
  private func isSame(_ stretch: Stretch) -> Bool {
    contents(stretch.ours, of: ours, in: stretch.old) == contents(stretch.theirs, of: theirs, in: stretch.old)
  }

  private func contents(
    _ hunks: ArraySlice<LineHunk>, of side: MergeSide, in lines: Range<Int>
  ) -> [ArraySlice<UInt8>] {
    var contents: [ArraySlice<UInt8>] = []
    var line = lines.lowerBound
    for hunk in hunks {
      contents += (line..<hunk.old.lowerBound).map(content(ofBase:))
      contents += hunk.new.map(side.difference.new.content(of:))
      line = hunk.old.upperBound
    }
    return contents + (line..<lines.upperBound).map(content(ofBase:))
  }

  /// A line of the base that a side changed.
  private func content(ofBase line: Int) -> ArraySlice<UInt8> {
    let lines = ours.difference.old
    return lines.numbers.contains(line) ? lines.content(of: line) : theirs.difference.old.content(of: line)
  }
}
