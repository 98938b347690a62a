/// Checks a condition again and again until it holds, where nobody tells when it does.
///
/// - Returns: false if it does not hold within 60 s, a limit that only bounds a failure. Of the time between two checks
///   at most 20 ms count: all suites begin at once, and a job may wait long for a thread.
package func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  var waited = Duration.zero
  while waited < .seconds(60) {
    if try await condition() { return true }
    let began = ContinuousClock.now
    try? await Task.sleep(for: .milliseconds(5))
    waited += min(began.duration(to: .now), .milliseconds(20))
  }
  return false
}
