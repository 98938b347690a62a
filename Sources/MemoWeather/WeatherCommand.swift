import Dispatch

/// The weather as a command of the user's own tells it, `curl` for instance: so the service itself opens no connection.
package final class WeatherCommand: WeatherSource {
  /// How long the command may take.
  static let timeout = Duration.seconds(10)
  /// The most bytes that it may write; OpenWeather's answer has about 500.
  static let mostBytes = 64 << 10

  private let command: String
  private let note: @Sendable (String) -> Void
  private let children = ChildProcesses()
  private let queue = DispatchQueue(label: "weather-command", attributes: .concurrent)

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - command: for `/bin/sh`; `{latitude}` and `{longitude}` stand for decimal degrees.
  ///   - note: takes what is of use to whoever looks for a mistake in the command.
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

  /// Ends the commands that run; no other is started any more.
  package func stop() { children.stop() }

  private func run(_ place: Place) throws(WeatherFailure) -> Weather {
    // Numbers of our own making: no client's words come before a shell.
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
