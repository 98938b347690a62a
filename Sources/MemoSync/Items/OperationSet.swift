package import JSON

/// Writes that a memo comes from, of which nothing but their names is known any more: runs of numbers, of which each
/// process makes one (``OperationNames``). Only what is certain is in it.
package struct OperationSet: Hashable, Sendable {
  /// The most runs that are remembered, the newest ones: each is another process's writing of the memo.
  package static let mostRuns = 256
  /// The longest run; no process makes as many.
  private static let mostNumbers = 1 << 32

  /// The runs, the one that grew last at the end; none touches another, unless both are too long to be one.
  private var runs: [ClosedRange<Int64>] = []

  /// Creates an empty one.
  package init() {}

  /// Creates one of some writes, oldest first.
  init(_ operations: some Sequence<OperationID>) { for operation in operations { insert(operation) } }

  var isEmpty: Bool { runs.isEmpty }

  /// Whether a write is in it.
  package func contains(_ operation: OperationID) -> Bool { runs.contains { $0.contains(operation.value) } }

  /// The newest of those that have certain numbers.
  func last(in numbers: ClosedRange<Int64>) -> OperationID? {
    runs.last { $0.overlaps(numbers) }.map { OperationID($0.clamped(to: numbers).upperBound) }
  }

  /// Adds a write.
  mutating func insert(_ operation: OperationID) { insert(operation.value...operation.value) }

  /// Adds those of another.
  mutating func formUnion(_ other: OperationSet) { for run in other.runs { insert(run) } }

  private mutating func insert(_ run: ClosedRange<Int64>) {
    if runs.contains(where: { $0.contains(run.lowerBound) && $0.contains(run.upperBound) }) { return }
    let whole = runs.filter { Self.touch($0, run) }.reduce(run) {
      min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
    }
    // A longer one could not be read again.
    let isOne = UInt64(bitPattern: whole.upperBound &- whole.lowerBound) < Self.mostNumbers
    if isOne { runs.removeAll { Self.touch($0, run) } }
    runs.append(isOne ? whole : run)
    runs.removeFirst(max(0, runs.count - Self.mostRuns))
  }

  private static func touch(_ one: ClosedRange<Int64>, _ other: ClosedRange<Int64>) -> Bool {
    let (low, high) = one.lowerBound <= other.lowerBound ? (one, other) : (other, one)
    return low.upperBound >= high.lowerBound || low.upperBound + 1 == high.lowerBound
  }
}

extension OperationSet: JSONWritable {
  /// Reads what ``write(to:)`` wrote; nil if it is none.
  init?(_ view: JSONView) {
    let numbers = view.elements.map(\.integer)
    guard view.kind == .array, numbers.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: numbers.count, by: 2) {
      guard let first = numbers[index], let count = numbers[index + 1], (1...Self.mostNumbers).contains(count) else {
        return nil
      }
      let (last, isBeyond) = Int64(first).addingReportingOverflow(Int64(count - 1))
      guard !isBeyond else { return nil }
      insert(Int64(first)...last)
    }
  }

  /// Writes the first number of each run, and how many they are.
  package func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for run in runs {
      writer.value(Int(run.lowerBound))
      writer.value(Int(run.upperBound - run.lowerBound) + 1)
    }
    writer.endArray()
  }
}
