import Foundation

/// Random numbers that the printed seed reproduces (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  /// The value of `MEMO_TEST_SEED`, or else a new one in every run.
  package static let seed: UInt64 = {
    let given = ProcessInfo.processInfo.environment["MEMO_TEST_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("MEMO_TEST_SEED=\(seed)")
    return seed
  }()

  private var state: UInt64

  /// A sequence of its own for each `stream`.
  package init(stream: UInt64) {
    state = SeededGenerator.seed &+ stream &* 0xD1B5_4A32_D192_ED03
  }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// True in so many cases out of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// A disagreement, with the seed that reproduces it.
package struct Mismatch: Error, CustomStringConvertible {
  /// What disagrees, and how to see it again.
  package let description: String

  /// Creates one from what disagrees.
  package init(_ description: String) {
    self.description = "\(description); repeat with MEMO_TEST_SEED=\(SeededGenerator.seed)"
  }
}

/// Throws a ``Mismatch`` unless the condition holds.
package func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
  if !condition { throw Mismatch(message()) }
}
