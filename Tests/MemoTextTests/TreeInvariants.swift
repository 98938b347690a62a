@testable import MemoText

extension Rope {
  /// The first rule of `Node` that this tree breaks, or nil.
  var violation: String? { root.violation(isRoot: true) }

  /// Whether some two leaves are really cut between `\r` and `\n`.
  var cutsAPair: Bool {
    var endsWithCR = false
    var found = false
    forEachChunk { chunk in
      if endsWithCR && chunk.first == 0x0A { found = true }
      endsWithCR = chunk.last == 0x0D
    }
    return found
  }
}

extension Node {
  fileprivate func violation(isRoot: Bool) -> String? {
    if isLeaf {
      if !children.isEmpty { return "a leaf has children" }
      if bytes.count > NodeLimits.leaf.upperBound { return "a leaf of \(bytes.count) bytes" }
      if !isRoot && bytes.count < NodeLimits.leaf.lowerBound { return "a leaf of only \(bytes.count) bytes" }
      guard let text = String(validating: bytes, as: UTF8.self) else { return "a leaf cut inside a scalar" }
      if summary != plainSummary(of: text) { return "a leaf's summary \(summary) of \(text.debugDescription)" }
      return nil
    }
    if !bytes.isEmpty { return "an inner node has bytes" }
    let least = isRoot ? 2 : NodeLimits.fanOut.lowerBound
    if children.count < least || children.count > NodeLimits.fanOut.upperBound {
      return "\(children.count) children at height \(height)"
    }
    for child in children {
      if child.height + 1 != height { return "a child of height \(child.height) at height \(height)" }
      if let violation = child.violation(isRoot: false) { return violation }
    }
    let sum = children.reduce(TextSummary.empty) { $0 + $1.summary }
    return sum == summary ? nil : "a summary \(summary), the children's sum \(sum)"
  }
}

/// What `text` measures, counted one scalar at a time.
func plainSummary(of text: String) -> TextSummary {
  var summary = TextSummary()
  var previous: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    summary.utf8 += String(scalar).utf8.count
    summary.utf16 += String(scalar).utf16.count
    summary.scalars += 1
    if scalar == "\r" || (scalar == "\n" && previous != "\r") { summary.lineEnds += 1 }
    if previous == nil { summary.startsWithLF = scalar == "\n" }
    previous = scalar
  }
  summary.endsWithCR = previous == "\r"
  return summary
}
