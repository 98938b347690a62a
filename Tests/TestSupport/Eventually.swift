/// Looks again and again until a condition holds, of which nobody tells.
///
/// - Returns: false if it does not hold within 60 s, which only bounds a failure. Of the time between two looks no more
///   than 20 ms counts: all suites begin at once, and a job may wait long for a thread.
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
