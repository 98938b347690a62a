/// A source of the weather at the places of memos.
package protocol WeatherSource: Sendable {
  /// The present weather at a place. Must end by itself.
  ///
  /// - Throws: ``WeatherFailure`` if it is unknown.
  func weather(at place: Place) async throws(WeatherFailure) -> Weather
}

/// The reason why the weather at a place is unknown.
package struct WeatherFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong and what to do about it, as a sentence. Never a memo's words, nor its place.
  package let description: String

  /// Creates a failure.
  package init(_ description: String) { self.description = description }
}
