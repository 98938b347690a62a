import MemoText
import TestSupport
import Testing

@Suite("Random edits")
struct RandomEditTests {
  /// 24 scripts of 12,000 steps, of which 97 in 100 are edits: 279,000.
  private static let scripts = (0..<8).flatMap { script in PositionEncoding.allCases.map { (script, $0) } }
  private static let steps = trials(12_000)

  @Test("agree with a plain array of scalars", arguments: scripts)
  func agree(script: Int, encoding: PositionEncoding) throws {
    let stream = UInt64(script * 3) + UInt64(encoding.rawValue.utf8.last ?? 0) * 1_000
    var run = EditScript(stream: stream, encoding: encoding)
    for _ in 0..<Self.steps { try run.step() }
    #expect(run.edited > Self.steps / 2)
    #expect(run.refused > Self.steps / 20)
  }
}

/// One rope and its model, edited side by side.
private struct EditScript {
  private var random: SeededGenerator
  private let encoding: PositionEncoding
  private var rope = Rope()
  private var model = TextModel()
  private var snapshot = (rope: Rope(), text: "")
  private var steps = 0
  private(set) var edited = 0
  private(set) var refused = 0

  init(stream: UInt64, encoding: PositionEncoding) {
    random = SeededGenerator(stream: stream)
    self.encoding = encoding
  }

  mutating func step() throws {
    steps += 1
    switch Int.random(in: 0..<100, using: &random) {
    case 0: try checkAll()
    case 1: try cutAndJoin()
    case 2: snapshot = (rope, model.string)
    default: try edit()
    }
    try checkSome()
  }

  private mutating func edit() throws {
    let change = anyChange()
    let before = rope
    var theirs: Result<Bool, PositionError>
    do throws(PositionError) {
      theirs = .success(try model.apply(change, in: encoding))
    } catch {
      theirs = .failure(error)
    }
    var mine: Result<Bool, PositionError>
    do throws(PositionError) {
      mine = .success(try rope.apply(change, in: encoding))
    } catch {
      mine = .failure(error)
    }
    try require(mine == theirs, "\(change) gave \(mine), not \(theirs)")
    switch mine {
    case .success(let changed):
      edited += changed ? 1 : 0
      try require(before.isIdentical(to: rope) != changed, "isIdentical after \(change)")
    case .failure:
      refused += 1
      try require(before.isIdentical(to: rope), "applied although refused: \(change)")
    }
  }

  private mutating func anyChange() -> TextChange {
    let count = model.scalars.count
    if count > 900 || random.chance(1) {
      return TextChange(range: random.chance(50) ? nil : range(of: 0..<count / 2), text: random.text(pieces: 60))
    }
    let text = random.text(pieces: random.chance(90) ? 3 : 80)
    if random.chance(20) {
      return TextChange(range: TextRange(start: anyPosition(), end: anyPosition()), text: text)
    }
    let start = Int.random(in: 0...count, using: &random)
    let length = random.chance(50) ? 0 : Int.random(in: 0...(random.chance(90) ? 6 : count), using: &random)
    let end = min(start + length, count)
    let same = random.chance(5) ? TextModel(scalars: model.scalars[start..<end]).string : text
    return TextChange(range: range(of: start..<end), text: same)
  }

  private func range(of indices: Range<Int>) -> TextRange {
    TextRange(
      start: model.position(of: indices.lowerBound, in: encoding),
      end: model.position(of: indices.upperBound, in: encoding))
  }

  /// A position that the text mostly has, and sometimes not.
  private mutating func anyPosition() -> TextPosition {
    let extremes = [Int.min, -1, Int.max, Int.max - 1, 0]
    let lines = rope.lineCount
    var position = TextPosition(
      line: Int.random(in: 0...(lines + 1), using: &random), character: Int.random(in: 0...30, using: &random))
    if random.chance(3) { position.line = extremes.randomElement(using: &random) ?? 0 }
    if random.chance(3) { position.character = extremes.randomElement(using: &random) ?? 0 }
    return position
  }

  private mutating func cutAndJoin() throws {
    let middle = model.byteOffset(of: Int.random(in: 0...model.scalars.count, using: &random))
    let before = rope
    var joined = rope.slice(0..<middle)
    joined.append(rope.slice(middle..<rope.summary.utf8))
    rope = joined
    try require(rope.violation == nil, "\(rope.violation ?? "") after a join at \(middle)")
    try require(rope.isIdentical(to: before), "another text after a join at \(middle)")
  }

  private mutating func checkSome() throws {
    for each in PositionEncoding.allCases {
      try require(rope.length(in: each) == model.length(in: each), "length in \(each)")
    }
    try require(rope.lineCount == model.lines.count, "\(rope.lineCount) lines, not \(model.lines.count)")
    try checkPosition(of: Int.random(in: 0...model.scalars.count, using: &random))
    let position = anyPosition()
    let theirs = try? model.byteOffset(of: model.index(of: position, in: encoding))
    let mine = try? rope.offset(of: position, in: encoding)
    try require(mine == theirs, "\(position) is \(String(describing: mine)), not \(String(describing: theirs))")
  }

  private func checkPosition(of index: Int) throws {
    let mine = rope.position(at: model.byteOffset(of: index), in: encoding)
    let theirs = model.position(of: index, in: encoding)
    try require(mine == theirs, "scalar \(index) is at \(mine), not \(theirs)")
  }

  private func checkAll() throws {
    try require(rope.violation == nil, rope.violation ?? "")
    let text = model.string
    try require(rope.string.utf8.elementsEqual(text.utf8), "another text")
    try require(rope.summary == plainSummary(of: text), "another summary: \(rope.summary)")
    try require(rope.isIdentical(to: Rope(text)), "not the same as the text built anew")
    try require(snapshot.rope.string.utf8.elementsEqual(snapshot.text.utf8), "a snapshot has changed")
    try require(snapshot.rope.violation == nil, "a snapshot: \(snapshot.rope.violation ?? "")")
    let split = rope.titleBodySplit
    try require((split.title + split.separator + split.body).utf8.elementsEqual(text.utf8), "\(split)")
    let line = model.lines[0]
    try require(
      split.title.utf8.elementsEqual(TextModel(scalars: model.scalars[line.content]).string.utf8), "\(split.title)")
    for index in stride(from: 0, through: model.scalars.count, by: 7) { try checkPosition(of: index) }
  }

  private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    if !condition { throw Mismatch("step \(steps), \(encoding.rawValue): \(message())") }
  }
}
