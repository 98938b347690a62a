/// The pauses between tries that bring nothing: ever longer ones, from a second to a minute.
package enum BackOff {
  /// The longest pause, before what chance adds to it.
  private static let longest = Duration.seconds(48)
  /// The number of times that a pause is twice the one before.
  private static let mostDoublings = 6

  /// The pause before the next try: 1, 2, 4, 8, 16, 32 and then 48 s, and up to a quarter more, never the same for all
  /// devices.
  ///
  /// - Parameter tries: how many in a row have brought nothing since the first pause; 0 for none.
  package static func pause(after tries: Int) -> Duration {
    min(.seconds(1 << min(max(tries, 0), mostDoublings)), longest) * Double.random(in: 1...1.25)
  }
}
