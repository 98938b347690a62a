public import MemoModel

/// Whoever knows the weather: the engine asks it about the places of memos that have none.
public protocol WeatherSource: Sendable {
  /// The weather at a place now. Must come to an end by itself.
  ///
  /// - Throws: ``WeatherFailure`` if it can't be known.
  func weather(at place: Place) async throws(WeatherFailure) -> Weather
}

/// Why the weather at a place is not known.
public struct WeatherFailure: Error, Sendable, CustomStringConvertible {
  /// What went wrong and what to do about it, as a sentence. Never a memo's words, nor its place.
  public let description: String

  /// Creates a failure.
  public init(_ description: String) { self.description = description }
}
