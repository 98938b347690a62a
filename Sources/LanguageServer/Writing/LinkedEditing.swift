import JSONRPC
import MemoMarkup
import MemoText

/// Tells which places are to be typed into at once: a label and its definition.
enum LinkedEditing: RequestType {
  static let method: StaticString = "textDocument/linkedEditingRange"
  typealias Params = PositionParams
  typealias Result = Nullable<Ranges>

  /// The places, if there are others than the place itself (`LinkedEditingRanges`).
  struct Ranges: JSONObjectWritable, Sendable {
    let ranges: [TextRange]

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("ranges", ranges)
      // What can't stand in a label ends it.
      writer.member("wordPattern", "[^\\[\\]]*")
    }
  }
}

extension LanguageSession {
  func linkedEditing(_ params: PositionParams) throws -> Answer<LinkedEditing.Result> {
    let (state, encoding) = (try text(of: params.document), client.encoding)
    let offset = try offset(of: params.position, in: state)
    return .later(expectedBytes: 0) {
      let outline = await state.outline
      let labels = outline.definitions.map(\.labelRange) + outline.links.compactMap { $0.labelRange(in: state.text) }
      let footnotes = await state.footnotes.map { $0.range.lowerBound + 1..<$0.range.upperBound }
      func isHere(_ range: Range<Int>) -> Bool { range.lowerBound <= offset && offset <= range.upperBound }
      guard let all = [labels, footnotes].first(where: { $0.contains(where: isHere) }),
        let own = all.first(where: isHere)
      else { return Nullable(nil) }
      var places = Places(state.text, in: encoding)
      // What is written otherwise is left as it is.
      let written = state.text.string(in: own)
      let same = all.filter { state.text.string(in: $0) == written }.sorted { $0.lowerBound < $1.lowerBound }
      var distinct: [Range<Int>] = []
      for range in same where distinct.last != range { distinct.append(range) }
      return Nullable(distinct.count > 1 ? LinkedEditing.Ranges(ranges: distinct.map { places($0) }) : nil)
    }
  }
}
