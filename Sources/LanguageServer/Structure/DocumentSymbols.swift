import JSONRPC
import MemoMarkup
import MemoText

/// Tells what stands in a document: its headings, each with what is below it, and the definitions of its links.
enum DocumentSymbols: RequestType {
  static let method: StaticString = "textDocument/documentSymbol"

  struct Params: JSONReadable, AboutDocument {
    let document: DocumentIdentifier
    /// The token under which the symbols are told before the answer; nil if all are wanted at once.
    let partialResult: ProgressToken?

    init(json: JSONView) throws(JSONTypeError) {
      document = try json.required("textDocument")
      partialResult = try json.optional("partialResultToken")
    }
  }

  /// Something that has a name in a text.
  struct Symbol: Sendable {
    let name: String
    let kind: SymbolKind
    let range: TextRange
    /// What is selected once it is chosen: of a heading all that it is above, as others have it, too.
    let selection: TextRange
    var children: [Symbol] = []
  }

  /// A symbol as it is told.
  enum Told: Sendable {
    /// A symbol with those within it.
    case tree(Symbol)
    /// A symbol by itself, for a client that knows no symbols within others: with its document, and the name of what it
    /// is in.
    case flat(Symbol, DocumentURI, container: String?)
  }

  typealias Result = [Told]
}

/// The kinds of symbols, as LSP 3.17 counts them (`SymbolKind`).
enum SymbolKind: Int, Sendable {
  /// A heading: Markdown's have no kind of their own, and this is what other services call them.
  case heading = 15
  /// The definition of links' targets.
  case definition = 14
  /// The title of a memo.
  case title = 1
  /// A tag.
  case tag = 20
}

extension DocumentSymbols.Symbol: JSONObjectWritable {
  /// Writes a `DocumentSymbol`. Symbols are no deeper within each other than there are levels of headings.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("name", name)
    writer.member("kind", kind.rawValue)
    writer.member("range", range)
    writer.member("selectionRange", selection)
    writer.member("children", children)
  }

  /// The symbol and those within it, each told by itself.
  fileprivate func flat(in uri: DocumentURI, container: String? = nil) -> [DocumentSymbols.Told] {
    [.flat(self, uri, container: container)] + children.flatMap { $0.flat(in: uri, container: name) }
  }
}

extension DocumentSymbols.Told: JSONObjectWritable {
  /// Writes a `DocumentSymbol`, or a `SymbolInformation`.
  func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .tree(let symbol): symbol.writeMembers(to: &writer)
    case .flat(let symbol, let uri, let container):
      writer.member("name", symbol.name)
      writer.member("kind", symbol.kind.rawValue)
      writer.member("location", Location(uri: uri, range: symbol.range))
      writer.member("containerName", container)
    }
  }
}

extension LanguageSession {
  /// The most symbols told at once to a client that wants some before the answer.
  private static let mostSymbolsAtOnce = 200

  func documentSymbols(_ params: DocumentSymbols.Params) throws -> Answer<[DocumentSymbols.Told]> {
    let state = try text(of: params.document)
    let (encoding, uri, hasTrees) = (client.encoding, params.document.uri, client.hasSymbolTrees)
    return .later(expectedBytes: 0) {
      let outline = await state.outline
      try Task.checkCancellation()
      let symbols = [DocumentSymbols.Symbol].symbols(of: outline, state.text, encoding)
      let told = hasTrees ? symbols.map(DocumentSymbols.Told.tree) : symbols.flatMap { $0.flat(in: uri) }
      guard let token = params.partialResult else { return told }
      for start in stride(from: 0, to: told.count, by: Self.mostSymbolsAtOnce) {
        try Task.checkCancellation()
        let end = min(start + Self.mostSymbolsAtOnce, told.count)
        _ = await self.pass(Array(told[start..<end]), under: token)
      }
      return []
    }
  }
}

extension [DocumentSymbols.Symbol] {
  /// The symbols of a text, each within the section that it is in. Definitions at its end, with nothing behind them,
  /// are those of the whole text.
  fileprivate static func symbols(of outline: Outline, _ text: Rope, _ encoding: PositionEncoding) -> Self {
    var places = Places(text, in: encoding)
    var definitions = outline.definitions[...]
    var open: [(level: Int, symbol: DocumentSymbols.Symbol)] = []
    var found: Self = []
    func add(_ symbol: DocumentSymbols.Symbol) {
      if open.isEmpty { found.append(symbol) } else { open[open.count - 1].symbol.children.append(symbol) }
    }
    func addDefinitions(before end: Int) {
      while let definition = definitions.first, definition.range.lowerBound < end {
        definitions.removeFirst()
        add(
          DocumentSymbols.Symbol(
            name: "[\(definition.label)]", kind: .definition, range: places(definition.range),
            selection: places(definition.labelRange)))
      }
    }
    func close(_ level: Int) {
      while let last = open.last, last.level >= level {
        open.removeLast()
        add(last.symbol)
      }
    }
    for section in Section.all(of: outline, text) {
      addDefinitions(before: section.range.lowerBound)
      close(section.heading.level)
      let marks = String(repeating: "#", count: section.heading.level)
      let range = places(section.range)
      let symbol = DocumentSymbols.Symbol(
        name: section.heading.text.isEmpty ? marks : "\(marks) \(section.heading.text)", kind: .heading,
        range: range, selection: range)
      open.append((section.heading.level, symbol))
    }
    addDefinitions(before: outline.startOfLastDefinitions(in: text))
    close(0)
    addDefinitions(before: .max)
    return found
  }
}

extension Outline {
  /// The place from which on a text has nothing but definitions.
  fileprivate func startOfLastDefinitions(in text: Rope) -> Int {
    definitions.reversed().reduce((start: text.summary.utf8, isLast: true)) { tail, definition in
      let isLast =
        tail.isLast && text.string(in: definition.range.upperBound..<tail.start).allSatisfy(\.isWhitespace)
      return isLast ? (definition.range.lowerBound, true) : (tail.start, false)
    }.start
  }
}
