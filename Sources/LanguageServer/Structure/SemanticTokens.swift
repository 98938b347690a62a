import JSONRPC
import MemoMarkup
import MemoText

/// Tells which places of a document are links, tags and tasks.
enum SemanticTokens: RequestType {
  static let method: StaticString = "textDocument/semanticTokens/full"
  typealias Params = DocumentParams

  /// The types of tokens: names of LSP's that every colour scheme has.
  static let legend = ["class", "decorator", "keyword"]

  /// Tokens, five numbers each (LSP 3.17, Semantic Tokens).
  struct Result: JSONObjectWritable, Sendable {
    /// The id by which the client names them; nil where it can't.
    let id: String?
    let data: [Int]

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("resultId", id)
      writer.member("data", data)
    }
  }
}

/// The same of a part of it.
enum SemanticTokensRange: RequestType {
  static let method: StaticString = "textDocument/semanticTokens/range"
  typealias Params = RangeParams
  typealias Result = SemanticTokens.Result
}

/// The differences from the answer before.
enum SemanticTokensDelta: RequestType {
  static let method: StaticString = "textDocument/semanticTokens/full/delta"

  struct Params: JSONReadable, AboutDocument {
    let document: DocumentIdentifier
    let previous: String

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      previous = try json.required("previousResultId")
    }
  }

  /// The edit that makes the numbers of the answer before those of this one; all of them if that is not known any more.
  struct Result: JSONObjectWritable, Sendable {
    let id: String
    let start: Int
    let deleted: Int?
    let data: [Int]

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("resultId", id)
      guard let deleted else { return writer.member("data", data) }
      writer.name("edits")
      writer.beginArray()
      if deleted > 0 || !data.isEmpty {
        writer.beginObject()
        writer.member("start", start)
        writer.member("deleteCount", deleted)
        writer.member("data", data)
        writer.endObject()
      }
      writer.endArray()
    }
  }
}

/// The tokens that the client was last told of its documents.
struct ToldTokens: Sendable {
  private var told: [DocumentURI: (id: String, data: [Int])] = [:]
  private var last = 0

  /// The tokens told under an id; nil if the last ones had another.
  func data(_ id: String, of uri: DocumentURI) -> [Int]? { told[uri].flatMap { $0.id == id ? $0.data : nil } }

  mutating func tell(_ data: [Int], of uri: DocumentURI) -> String {
    last += 1
    told[uri] = ("\(last)", data)
    return "\(last)"
  }

  mutating func forget(_ uri: DocumentURI) { told[uri] = nil }
}

extension LanguageSession {
  func semanticTokens(_ params: DocumentParams) throws -> Answer<SemanticTokens.Result> {
    let (state, encoding, uri) = (try text(of: params.document), client.encoding, params.document.uri)
    return .later(expectedBytes: 0) {
      let data = await state.tokens(in: 0..<state.text.summary.utf8, encoding)
      return SemanticTokens.Result(id: await self.tell(data, of: uri), data: data)
    }
  }

  func semanticTokens(_ params: RangeParams) throws -> Answer<SemanticTokens.Result> {
    let (state, encoding) = (try text(of: params.document), client.encoding)
    let range = try range(of: params.range, in: state)
    return .later(expectedBytes: 0) { SemanticTokens.Result(id: nil, data: await state.tokens(in: range, encoding)) }
  }

  func semanticTokens(_ params: SemanticTokensDelta.Params) throws -> Answer<SemanticTokensDelta.Result> {
    let (state, encoding, uri) = (try text(of: params.document), client.encoding, params.document.uri)
    let before = toldTokens.data(params.previous, of: uri)
    return .later(expectedBytes: 0) {
      let data = await state.tokens(in: 0..<state.text.summary.utf8, encoding)
      let id = await self.tell(data, of: uri)
      guard let before else { return SemanticTokensDelta.Result(id: id, start: 0, deleted: nil, data: data) }
      let start = zip(before, data).prefix { $0 == $1 }.count
      let most = min(before.count, data.count) - start
      let end = zip(before.reversed(), data.reversed()).prefix(most).prefix { $0 == $1 }.count
      return SemanticTokensDelta.Result(
        id: id, start: start, deleted: before.count - start - end, data: Array(data[start..<data.count - end]))
    }
  }

  private func tell(_ data: [Int], of uri: DocumentURI) -> String {
    documents[uri] == nil ? "" : toldTokens.tell(data, of: uri)
  }
}

extension TextState {
  /// The tokens of a stretch, as numbers. None goes over the end of a line.
  fileprivate func tokens(in range: Range<Int>, _ encoding: PositionEncoding) async -> [Int] {
    let outline = await outline
    var found: [(range: Range<Int>, type: Int)] = outline.links.map { ($0.range, 0) }
    found += await tags.map { ($0.range, 1) } + outline.tasks.map { ($0.range, 2) }
    found = found.filter { $0.range.overlaps(range) }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var places = Places(text, in: encoding)
    var (data, last, end) = ([Int](), TextPosition(line: 0, character: 0), 0)
    for token in found where token.range.lowerBound >= end {
      end = token.range.upperBound
      var start = token.range.lowerBound
      while start < end {
        let line = places.line(of: start)
        let stop = min(end, max(start, places.end(ofLine: line)))
        let (from, to) = (places(start..<start).start, places(stop..<stop).start)
        if to.character > from.character {
          let isSame = from.line == last.line
          data += [
            from.line - last.line, from.character - (isSame ? last.character : 0), to.character - from.character,
            token.type, 0,
          ]
          last = from
        }
        start = stop < end ? text.offsetOfLine(line + 1) : end
      }
    }
    return data
  }
}
