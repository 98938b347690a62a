import Dispatch

/// The weather from a command of the user's, such as `curl`: so the service itself opens no connection.
package final class WeatherCommand: WeatherSource {
  /// The time limit of the command.
  static let timeout = Duration.seconds(10)
  /// The most bytes of its output; OpenWeather's answer takes about 500.
  static let mostBytes = 64 << 10

  private let command: String
  private let note: @Sendable (String) -> Void
  private let children = ChildProcesses()
  private let queue = DispatchQueue(label: "weather-command", attributes: .concurrent)

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - command: for `/bin/sh`; `{latitude}` and `{longitude}` stand for decimal degrees.
  ///   - note: receives details that help to find a mistake in the command.
  package init(_ command: String, note: @escaping @Sendable (String) -> Void) {
    self.command = command
    self.note = note
  }

  /// Runs the command for a place.
  package func weather(at place: Place) async throws(WeatherFailure) -> Weather {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { () throws(WeatherFailure) in try self.run(place) }) }
    }
    return try result.get()
  }

  /// Kills running commands; none can be started afterwards.
  package func stop() { children.stop() }

  private func run(_ place: Place) throws(WeatherFailure) -> Weather {
    // Only numbers made here: no client's words reach a shell.
    let line = command.replacing("{latitude}", with: place.latitudeText)
      .replacing("{longitude}", with: place.longitudeText)
    let output: ChildProcesses.Output
    do throws(ChildProcesses.Failure) {
      output = try children.run(line, timeout: Self.timeout, mostBytes: Self.mostBytes)
    } catch {
      throw Self.failure(error.description)
    }
    if output.complaintBytes > 0 {
      note("the weather command wrote \(output.complaintBytes) bytes to stderr")
    }
    guard output.status == 0 else { throw Self.failure("ended with status \(output.status)") }
    guard let weather = Weather(answer: output.bytes) else {
      throw Self.failure("wrote no weather that can be read, neither OpenWeather's JSON nor a memo's property")
    }
    return weather
  }

  private static func failure(_ problem: String) -> WeatherFailure {
    WeatherFailure("the weather command \(problem); try it in a terminal with numbers in the place of the braces")
  }
}
