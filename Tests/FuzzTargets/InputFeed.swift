/// Random inputs, one after another.
package struct InputFeed {
  private let target: FuzzTarget
  private let seeds: [[UInt8]]
  private var mutator: InputMutator
  private var input: [UInt8] = []
  private var count = 0

  /// A feed of inputs that begin with these.
  package init(_ target: FuzzTarget, seeds: [[UInt8]]) {
    self.target = target
    self.seeds = seeds
    mutator = InputMutator(stream: UInt64(target.longRuns))
  }

  /// The next input. Changes pile up for a while, then the feed starts again from another seed.
  package mutating func next() -> [UInt8] {
    if count.isMultiple(of: 8) { input = seeds.randomElement(using: &mutator.random) ?? [] }
    count += 1
    input = Array(target.mutate(input, &mutator).prefix(target.maximumBytes))
    return input
  }
}
