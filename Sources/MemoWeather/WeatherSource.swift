/// Whoever knows the weather: it is asked about the places of memos that have none.
package protocol WeatherSource: Sendable {
  /// The weather at a place now. Must come to an end by itself.
  ///
  /// - Throws: ``WeatherFailure`` if it can't be known.
  func weather(at place: Place) async throws(WeatherFailure) -> Weather
}

/// Why the weather at a place is not known.
package struct WeatherFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong and what to do about it, as a sentence. Never a memo's words, nor its place.
  package let description: String

  /// Creates a failure.
  package init(_ description: String) { self.description = description }
}
