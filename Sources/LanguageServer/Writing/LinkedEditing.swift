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
      var labels: [(form: [UInt8], range: Range<Int>)] = outline.definitions.map {
        (Array($0.label.nameForm.utf8), $0.labelRange)
      }
      for link in outline.links {
        guard let label = link.labelRange(in: state.text) else { continue }
        labels.append((Array(state.text.string(in: label).nameForm.utf8), label))
      }
      labels += Footnote.all(in: state.text, outline).map { ($0.form, $0.range.lowerBound + 1..<$0.range.upperBound) }
      guard let own = labels.first(where: { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }) else {
        return Nullable(nil)
      }
      var places = Places(state.text, in: encoding)
      // What is written otherwise is left as it is.
      let written = state.text.string(in: own.range)
      let same = labels.filter { $0.form == own.form && state.text.string(in: $0.range) == written }
        .map(\.range).sorted { $0.lowerBound < $1.lowerBound }
      var distinct: [Range<Int>] = []
      for range in same where distinct.last != range { distinct.append(range) }
      return Nullable(distinct.count > 1 ? LinkedEditing.Ranges(ranges: distinct.map { places($0) }) : nil)
    }
  }
}
