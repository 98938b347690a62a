/// The words of libpq where no connection came about. The server's error code is nowhere but among them, and there only
/// if they are verbose; everything else may be in any language.
struct ConnectionRefusal {
  /// The codes, one for each server that was asked and said no.
  let states: [String]
  /// The words without codes, and without the places in the server's source.
  let message: String

  /// - Parameter text: a verbose message.
  init(_ text: String) {
    let (state, place) = (#/:  ([0-9A-Z]{5}): /#, #/, \w+\.c:\d+$/#)
    states = text.matches(of: state).map { String($0.output.1) }
    message = text.split(whereSeparator: \.isNewline).filter { !$0.contains(place) }.joined(separator: "\n")
      .replacing(state, with: ":  ")
  }

  /// Whether the same may go well a moment later: no server said anything, or one that it is busy, starts or ends.
  var mayPass: Bool {
    states.isEmpty || states.contains { state in ["08", "53", "57P"].contains { state.hasPrefix($0) } }
  }
}
