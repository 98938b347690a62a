import JSONRPC
import TestSupport

extension FuzzTarget {
  /// Every request of a session is answered exactly once, whatever comes beside it; and the journal alone holds all
  /// that the session saved. An input is all that a client sends.
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
        let answers = try host.serve(input)
        var missing = ExpectedAnswers(to: input, limit: SessionHost.maximumMessageBytes).all
        for answer in answers {
          let place = missing.firstIndex(of: answer)
          try require(place != nil, "\(answer) was not asked for, or not twice")
          if let place { missing.remove(at: place) }
        }
        try require(missing.isEmpty, "not answered: \(missing)")
      }
    }
  )
}
