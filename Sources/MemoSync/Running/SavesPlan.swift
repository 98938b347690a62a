/// The plan of a watch for what is saved here: it is exchanged soon, and not again and again.
package struct SavesPlan: Sendable {
  /// The pause after a save: another one may follow.
  static let gathering = Duration.milliseconds(300)
  /// The least time from one exchange that saves have caused to the next.
  static let spacing = Duration.seconds(2)

  private var last: ContinuousClock.Instant?

  /// A plan before the first save.
  package init() {}

  /// The time at which what was saved is exchanged, if there is no time for that already.
  package func time(afterSaveAt save: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let soon = save + Self.gathering
    return last.map { max(soon, $0 + Self.spacing) } ?? soon
  }

  /// Notes the time of an exchange that is set now.
  package mutating func note(exchangeAt time: ContinuousClock.Instant) { last = time }
}
