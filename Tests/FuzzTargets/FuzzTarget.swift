/// One part of the service that any bytes are given to.
package struct FuzzTarget: Sendable {
  /// Takes one input.
  ///
  /// - Throws: `Mismatch` if what was promised does not hold.
  package typealias Run = (_ input: [UInt8]) throws -> Void

  /// What it is called on the command line.
  package let name: String
  /// How many inputs the long form gives it, together ten million: the fewer the more each of them does.
  package let longRuns: Int
  /// The longest input that is tried, in bytes.
  package let maximumBytes: Int
  /// Inputs to begin with.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// A change to an input that knows what is inside.
  package let mutate: @Sendable ([UInt8], inout InputMutator) -> [UInt8]
  /// Puts up what inputs are given to, for the calling thread.
  package let start: @Sendable () throws -> Run

  /// All of them.
  package static let all = [frames, json, messages, editors, journals, text, outlines]

  /// The inputs that once failed, and those worth keeping, from `Tests/Fuzz/Corpus`.
  package var corpus: [[UInt8]] {
    get throws { try TestFiles.contents(of: "Fuzz/Corpus/\(name)").map(\.bytes) }
  }
}
