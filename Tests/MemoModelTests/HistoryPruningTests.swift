import MemoModel
import TestSupport
import Testing

private let hour = 3_600_000

@Suite("Which states of a memo are kept")
struct HistoryPruningTests {
  @Test(
    "an hour, a day and a month begin at their first millisecond, before 1970 too",
    arguments: [
      // Of one hour, which goes an hour after its end.
      (-2, -1, hour), (-hour, -1, hour), (0, hour - 1, 2 * hour),
      // Of two hours of one day.
      (-hour - 1, -hour, 24 * hour), (-24 * hour, -1, 24 * hour),
      // Of two days of one month.
      (-24 * hour - 1, -24 * hour, 720 * hour), (-720 * hour, -1, 720 * hour),
      // Of two months, on both sides of 1970.
      (-1, 0, nil), (-720 * hour - 1, -720 * hour, nil),
    ] as [(Int, Int, Int?)])
  func limits(time: Int, next: Int, end: Int?) {
    let found = RetentionPolicy.end(
      of: Timestamp(millisecondsSince1970: time), followedBy: Timestamp(millisecondsSince1970: next))
    #expect(found?.millisecondsSince1970 == end)
  }

  @Test("of any history those stay that the rule names, one leads to the next, and links lead to them alone")
  func model() throws {
    var random = SeededGenerator(stream: 43)
    for round in 0..<500 {
      var history = PrunedHistory(keepsBases: random.chance(30))
      // No more rows than one save takes away.
      for _ in 0..<30 {
        let longest = [1, 2000, hour, 30 * hour, 1000 * hour].randomElement(using: &random) ?? 1
        let steps = history.shown.map(\.revision) + [0]
        let links = UndoLinks(
          undoTo: steps.randomElement(using: &random) ?? 0, redoTo: steps.randomElement(using: &random) ?? 0)
        history.save(at: history.time + Int.random(in: 0...longest, using: &random), links)
        try require(history.shown.map(\.revision) == history.expected, "round \(round): \(history)")
        try require(history.isChain && history.linksAreShown, "round \(round): \(history)")
        try require(history.keepsBases || history.rows.allSatisfy { $0.use == .history }, "round \(round): \(history)")
      }
    }
  }

  @Test("the oldest go where they take more room than there is, but for the one that goes over it")
  func budget() {
    let rows = (1...10).map { number in
      HistoryPruning.Row(
        key: number, revision: number, next: number + 1, modifiedAt: Timestamp(millisecondsSince1970: number),
        use: .history, links: UndoLinks(undoTo: number - 1), size: 4 << 20)
    }
    let now = Timestamp(millisecondsSince1970: 20)
    let pruning = HistoryPruning(rows, before: 11, now, now: now, keepsBases: true, bytes: 1 << 20)
    // 16 MiB and four times 1 MiB are five; then the one that goes over.
    #expect(pruning.kept.map(\.revision) == [10, 9, 8, 7, 6, 5])
    #expect(pruning.runs.flatMap(\.rows).map(\.revision) == [4, 3, 2, 1] && pruning.runs.first?.older == nil)
    #expect(pruning.following(UndoLinks(undoTo: 4)) == UndoLinks(undoTo: 0))
  }

  @Test(
    "steps that become one are an agent's if all of them are its",
    arguments: [
      (["A", "A", "A"], "A"), (["A", "A", nil], nil), (["A", nil, "A"], nil), ([nil, "A", "A"], nil),
      (["A", "B", "A"], nil), ([nil, nil, nil], nil),
    ] as [([String?], String?)])
  func authors(of steps: [String?], together: String?) {
    // The first hour's last state stays, the ones between it and what is stored in the second hour go.
    let times = [0, hour, hour + 1, hour + 2]
    let rows = (1...3).map { number in
      HistoryPruning.Row(
        key: number, revision: number, next: number + 1,
        modifiedAt: Timestamp(millisecondsSince1970: times[number - 1]), use: .history,
        links: UndoLinks(undoTo: number - 1, by: number == 1 ? "C" : steps[number - 2]), size: 1)
    }
    let pruning = HistoryPruning(
      rows, before: 4, Timestamp(millisecondsSince1970: times[3]), now: Timestamp(millisecondsSince1970: 4 * hour),
      keepsBases: false, bytes: 0)
    #expect(pruning.kept.map(\.revision) == [1])
    #expect(pruning.following(UndoLinks(undoTo: 3, by: steps[2])) == UndoLinks(undoTo: 1, by: together))
    #expect(pruning.following(rows[0].links) == rows[0].links)
  }

  @Test("damaged rows that lead in a circle do not go on for ever")
  func rings() {
    let rows = [(1, 2), (2, 1), (3, 3)].map { revision, next in
      HistoryPruning.Row(
        key: revision, revision: revision, next: next, modifiedAt: Timestamp(millisecondsSince1970: .min),
        use: .history, links: UndoLinks(undoTo: next, redoTo: next), size: 1)
    }
    for before in 0...4 {
      let now = Timestamp(millisecondsSince1970: .max)
      let pruning = HistoryPruning(rows, before: before, now, now: now, keepsBases: false, bytes: 0)
      _ = pruning.following(UndoLinks(undoTo: 1, redoTo: 2))
      #expect(pruning.kept.count + pruning.runs.reduce(0) { $0 + $1.rows.count } <= rows.count)
    }
  }
}

/// A memo's rows as a store has them, and what of them should be there.
private struct PrunedHistory {
  let keepsBases: Bool
  /// Oldest first.
  var rows: [HistoryPruning.Row] = []
  /// What is stored.
  var revision = 1
  var time = 951_827_654_321
  var links = UndoLinks()
  /// What the rule leaves, said as simply as can be: revisions and times, what is stored among them.
  private var states: [(revision: Int, time: Int)] = [(1, 951_827_654_321)]

  init(keepsBases: Bool) { self.keepsBases = keepsBases }

  var shown: [(revision: Int, time: Int)] {
    rows.filter { $0.use == .history }.map { ($0.revision, $0.modifiedAt.millisecondsSince1970) } + [(revision, time)]
  }

  var expected: [Int] { states.map(\.revision) }

  var isChain: Bool { zip(rows, rows.dropFirst().map(\.revision) + [revision]).allSatisfy { $0.next == $1 } }

  var linksAreShown: Bool {
    let places = Set(shown.map(\.revision) + [0])
    let all = rows.filter { $0.use == .history }.map(\.links) + [links]
    return all.allSatisfy { places.contains($0.undoTo) && places.contains($0.redoTo) }
  }

  /// Saves another state over what is stored.
  mutating func save(at now: Int, _ links: UndoLinks) {
    let pruning = HistoryPruning(
      rows, before: revision, Timestamp(millisecondsSince1970: time), now: Timestamp(millisecondsSince1970: now),
      keepsBases: keepsBases, bytes: 0)
    let gone = Set(pruning.runs.flatMap(\.rows).map(\.key))
    let hidden = Set(pruning.hidden.map(\.key))
    rows = rows.filter { !gone.contains($0.key) }.map { row in
      let run = pruning.runs.first { $0.older?.key == row.key }
      return HistoryPruning.Row(
        key: row.key, revision: row.revision, next: run?.rows.first?.next ?? row.next, modifiedAt: row.modifiedAt,
        use: hidden.contains(row.key) ? .base : row.use, links: pruning.following(row.links), size: row.size)
    }
    rows.append(
      HistoryPruning.Row(
        key: revision, revision: revision, next: revision + 1, modifiedAt: Timestamp(millisecondsSince1970: time),
        use: .history, links: pruning.following(self.links), size: 1))
    for length in [hour, 24 * hour, 720 * hour] {
      let periods = states.map { $0.time / length }
      states = states.indices.filter { index in
        let isLast = index == states.count - 1 || periods[index + 1] != periods[index]
        return isLast || (periods[index] + 2) * length > now
      }.map { states[$0] }
    }
    revision += 1
    (time, self.links) = (now, pruning.following(links))
    states.append((revision, now))
  }
}
