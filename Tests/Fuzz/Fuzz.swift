import Foundation
import FuzzTargets

/// One target at work, as the environment asks for it:
///
/// - `MEMO_FUZZ_TARGET`: its name;
/// - `MEMO_FUZZ_RUNS`: how many inputs it is given; without it, as many as the long form gives it.
@MainActor
struct Fuzz {
  /// What the process does.
  static let current = fromEnvironment()

  let target: FuzzTarget
  let runs: Int
  let seeds: [[UInt8]]
  private let run: FuzzTarget.Run

  private static func fromEnvironment() -> Fuzz {
    let environment = ProcessInfo.processInfo.environment
    guard let target = FuzzTarget.all.first(where: { $0.name == environment["MEMO_FUZZ_TARGET"] }) else {
      fatalError("MEMO_FUZZ_TARGET must be one of \(FuzzTarget.all.map(\.name))")
    }
    let runs = environment["MEMO_FUZZ_RUNS"].flatMap { Int($0) } ?? target.longRuns
    do {
      return Fuzz(target: target, runs: runs, seeds: try target.seeds() + target.corpus, run: try target.start())
    } catch {
      fatalError("\(target.name) can't start: \(error)")
    }
  }

  /// Gives the target one input, and stops the process where it finds a mistake.
  func check(_ input: [UInt8]) {
    do { try run(input) } catch { fatalError("\(error)") }
  }
}
