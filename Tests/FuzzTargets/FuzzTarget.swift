/// A part of the service that takes whatever bytes it is given.
package struct FuzzTarget: Sendable {
  /// Takes one input.
  ///
  /// - Throws: `Mismatch` if what was promised does not hold.
  package typealias Run = (_ input: [UInt8]) throws -> Void

  /// The target's name on the command line.
  package let name: String
  /// The number of inputs that the long run gives it, ten million for all targets together: the more each input does,
  /// the fewer there are.
  package let longRuns: Int
  /// The longest input that is tried, in bytes.
  package let maximumBytes: Int
  /// Inputs to begin with.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// A change to an input that respects the input's structure.
  package let mutate: @Sendable ([UInt8], inout InputMutator) -> [UInt8]
  /// Sets up, for the calling thread, what inputs are given to.
  package let start: @Sendable () throws -> Run

  /// All of them.
  package static let all = [frames, json, messages, editors, journals, text, outlines]

  /// The inputs from `Tests/Fuzz/Corpus`: those that once failed, and others worth keeping.
  package var corpus: [[UInt8]] {
    get throws { try TestFiles.contents(of: "Fuzz/Corpus/\(name)").map(\.bytes) }
  }
}
