import JSONRPC
import MemoMarkup
import MemoText

/// Aligns the tables of a document. Nothing else is touched.
enum FormattingRequest: RequestType {
  static let method: StaticString = "textDocument/formatting"
  typealias Params = DocumentParams
  typealias Result = [TextEdit]
}

/// The same of a part of it.
enum RangeFormatting: RequestType {
  static let method: StaticString = "textDocument/rangeFormatting"
  typealias Params = RangeParams
  typealias Result = [TextEdit]
}

/// Parameters that name a stretch of a document.
struct RangeParams: JSONReadable, AboutDocument {
  let document: DocumentIdentifier
  let range: TextRange

  init(json: JSONView) throws(JSONTypeError) {
    document = try json.required("textDocument")
    range = try json.required("range")
  }
}

extension LanguageSession {
  func formatting(_ params: DocumentParams) throws -> Answer<[TextEdit]> {
    let state = try text(of: params.document)
    return params.document.uri.isPast ? .now([]) : format(state, 0..<state.text.summary.utf8)
  }

  func rangeFormatting(_ params: RangeParams) throws -> Answer<[TextEdit]> {
    let state = try text(of: params.document)
    let range = try range(of: params.range, in: state)
    return params.document.uri.isPast ? .now([]) : format(state, range)
  }

  private func format(_ state: TextState, _ range: Range<Int>) -> Answer<[TextEdit]> {
    .later(expectedBytes: 0) { [encoding = client.encoding] in
      var edits: [TextReplacement] = []
      let blocks = await state.blocks
      let items = Dictionary(grouping: blocks.filter { $0.kind == .item }, by: \.range.lowerBound)
      for block in blocks where block.kind == .table && block.range.overlaps(range) {
        try Task.checkCancellation()
        let old = state.text.string(in: block.range)
        let new = TableText(old, beginning: items[block.range.lowerBound, default: []].count)?.aligned
        if let new, new != old { edits.append(TextReplacement(range: block.range, text: new)) }
      }
      return state.text.edits(edits, in: encoding)
    }
  }

  /// A stretch of a text that a client names.
  ///
  /// - Throws: `invalidParams` if the text has no such stretch.
  func range(of range: TextRange, in state: TextState) throws -> Range<Int> {
    do throws(PositionError) {
      return try state.text.offsets(of: range.clamped(to: state.text), in: client.encoding)
    } catch {
      throw ResponseError(.invalidParams, "the document has no such range: \(error.reason)")
    }
  }
}
