import MemoMarkup
import MemoText

extension [Block] {
  /// Whether a link in the place of a stretch would stand where none is read, or take apart what stands around it:
  /// code, HTML, a table's rows, an item that is in another one.
  func areCut(by stretch: Range<Int>, in text: Rope) -> Bool {
    let line = text.offsetOfLine(text.line(of: stretch.lowerBound))
    let margin = LineMargin(of: text.string(in: line..<stretch.lowerBound)[...])
    // With the marks before its words, if there is nothing else.
    let all = (margin.rest.isEmpty ? line : stretch.lowerBound)..<stretch.upperBound
    let items = filter { $0.kind == .item }
    let taken =
      items.filter { $0.range.lowerBound == line }.dropFirst(margin.rest.isEmpty ? margin.items : items.count)
      + items.filter { $0.range.lowerBound > line && all.contains($0.range.lowerBound) }
    let outer = items.map(\.range).filter { $0.overlaps(all) && $0.clamped(to: all) != $0 }
    let isTakenOut = taken.map(\.range).contains { item in
      outer.contains { $0 != item && $0.clamped(to: item) == item }
    }
    if isTakenOut { return true }
    return contains { block in
      let part = block.range.clamped(to: stretch)
      guard block.range.overlaps(stretch), part != block.range else { return false }
      switch block.kind {
      case .fencedCode, .indentedCode, .html: return true
      case .table: return text.string(in: part).contains { $0 == "|" || $0.isNewline }
      case .quotation, .list, .item, .paragraph: return false
      }
    }
  }
}
