import JSONRPC
import MemoEngine

/// A replacement of exact words.
struct ExactEdit: JSONReadable, Sendable {
  let old: String
  let new: String
  let expectedCount: Int

  init(json: JSONView) throws(JSONTypeError) {
    old = try json.required("old")
    new = try json.required("new")
    expectedCount = try json.optional("expectedCount") ?? 1
  }

  static let shape = Shape.object([
    .required("old", .text(1...(1 << 24)), "The words as they stand there; enough of them to be found once."),
    .required("new", .text(0...(1 << 24)), "What takes their place."),
    .optional("expectedCount", .number(1...1000), "How often old occurs, each of which is replaced; 1 if absent."),
  ])
}

extension [ExactEdit] {
  /// A text with all edits applied, each found in the original text.
  ///
  /// - Throws: ``ToolFailure`` if one is not found, or too often, or two overlap: then none is applied.
  func carriedOut(on text: Rope) throws -> (text: Rope, ranges: [Range<Int>]) {
    let searched = FoldedText(text)
    var places: [(range: Range<Int>, edit: Int)] = []
    for (index, edit) in enumerated() {
      try Task.checkCancellation()
      let found = try searched.places(of: edit.old, expecting: edit.expectedCount)
      guard found.count == edit.expectedCount else {
        throw try failure(of: index, found, in: text)
      }
      places += found.map { ($0, index) }
    }
    places.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (first, second) in zip(places, places.dropFirst()) where first.range.upperBound > second.range.lowerBound {
      let line = text.position(at: second.range.lowerBound, in: .utf8).line + 1
      throw ToolFailure(
        "Nothing was changed: edits[\(first.edit)].old and edits[\(second.edit)].old overlap in line \(line). Make one "
          + "edit of them.")
    }
    var (changed, ranges, shift) = (text, [Range<Int>](), 0)
    for (range, index) in places {
      let new = self[index].new.ended(as: text.terminator(near: range.lowerBound) ?? "\n")
      let place = (range.lowerBound + shift)..<(range.upperBound + shift)
      changed.replaceSubrange(place, with: new)
      ranges.append(place.lowerBound..<(place.lowerBound + new.utf8.count))
      shift += new.utf8.count - range.count
    }
    return (changed, ranges)
  }

  private func failure(of index: Int, _ found: [Range<Int>], in text: Rope) throws -> ToolFailure {
    let (edit, name) = (self[index], "edits[\(index)].old")
    guard !found.isEmpty else {
      let nearest = try NearestLines(to: edit.old, in: text).listed
      return ToolFailure(
        "Nothing was changed: \(name) is not in the memo."
          + (nearest.isEmpty ? " Read the memo again." : " The nearest lines are:\n\(nearest)"))
    }
    let lines = found.prefix(20).map { "\(text.position(at: $0.lowerBound, in: .utf8).line + 1)" }
    let more = found.count > lines.count ? " and more" : ""
    return ToolFailure(
      "Nothing was changed: \(name) is in the memo \(found.count) times, not \(edit.expectedCount): in lines "
        + "\(lines.joined(separator: ", "))\(more). Take in words around it, or say expectedCount.")
  }
}
