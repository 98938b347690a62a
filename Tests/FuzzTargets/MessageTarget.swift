import JSON
import JSONRPC
import MemoEngine
import SessionSupport
import TestDoubles
import TestSupport

extension FuzzTarget {
  private static let maximumMessageBytes = 2048

  /// Every request of a session is answered exactly once, whatever comes beside it; and the journal alone holds all
  /// that the session saved of the memos that `rename` and `daily` did not save at once. An input is all that a client
  /// sends.
  package static let messages = FuzzTarget(
    name: "messages", longRuns: 200_000, maximumBytes: 4096,
    seeds: {
      try TestFiles.conversations().flatMap { lines in
        [Framing.jsonLines, .contentLength].map { framing in Array(lines.flatMap(framing.frame).prefix(4000)) }
      }
    },
    mutate: { input, mutator in mutator.changeMessages(input) },
    start: {
      let host = try SessionHost()
      return { input in
        let answers = try answers(to: input, in: host)
        var missing = ExpectedAnswers(to: input, limit: maximumMessageBytes).all
        for answer in answers {
          let place = missing.firstIndex(of: answer)
          try require(place != nil, "\(answer) was not asked for, or not twice")
          if let place { missing.remove(at: place) }
        }
        try require(missing.isEmpty, "not answered: \(missing)")
      }
    }
  )

  private static func answers(to input: [UInt8], in host: SessionHost) throws -> [ExpectedAnswer] {
    // A save that fails is reported and tried again; it must not cost an answer.
    let store = TestStore(failureInterval: 3)
    let journal = TestJournal(forgets: false)
    var settings = SessionSettings(.memory(store, journal))
    settings.engine = EngineConfiguration(maximumMemoBytes: 1024, cacheBytes: 4096)
    settings.maximumMessageBytes = maximumMessageBytes
    let (messages, status) = try host.serve(input, settings)
    if status == 0 { try compare(store, with: journal) }
    return try messages.compactMap(ExpectedAnswer.init)
  }

  /// Checks that the journal's changes alone make what the session saved, for all memos of which nothing was saved at
  /// once.
  private static func compare(_ store: TestStore, with journal: TestJournal) throws {
    let savedAtOnce = store.besideJournals
    let records = journal.records.filter { !savedAtOnce.contains($0.record.id) }
    let replayed = TestStore()
    let report = try Recovery.run([KeptOrphan(id: journal.id, records: records)], into: replayed)
    try require(report.journalsSetAside == 0, "\(report)")
    let saved = store.contents.filter { memo in !savedAtOnce.contains { $0.description == memo.id } }
    try require(saved == replayed.contents, "saved \(saved), in the journal \(replayed.contents)")
  }
}
