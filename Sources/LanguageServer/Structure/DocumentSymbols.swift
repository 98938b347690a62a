import JSONRPC
import MemoMarkup
import MemoText

/// Tells what stands in a document: its headings, each with what is below it, and the definitions of its links.
enum DocumentSymbols: RequestType {
  static let method: StaticString = "textDocument/documentSymbol"
  typealias Params = DocumentParams

  /// Something that has a name in a text.
  struct Symbol: Sendable {
    let name: String
    let kind: SymbolKind
    let range: TextRange
    /// Its name's own place.
    let selection: TextRange
    var children: [Symbol] = []
  }

  struct Result: JSONWritable, Sendable {
    let symbols: [Symbol]
    /// The document, for a client that knows no symbols within others; nil for one that does.
    let flatIn: DocumentURI?

    func write(to writer: inout JSONWriter) {
      writer.beginArray()
      for symbol in symbols {
        if let flatIn {
          symbol.write(to: &writer, in: flatIn, container: nil)
        } else {
          symbol.write(to: &writer)
        }
      }
      writer.endArray()
    }
  }
}

/// What a symbol is, as LSP 3.17 counts (`SymbolKind`).
enum SymbolKind: Int, Sendable {
  /// A heading: Markdown's have no kind of their own, and this is what other services call them.
  case heading = 15
  /// The definition of links' targets.
  case definition = 14
  /// What a memo is called.
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

  /// Writes a `SymbolInformation`, and those of the symbols within it.
  fileprivate func write(to writer: inout JSONWriter, in uri: DocumentURI, container: String?) {
    writer.beginObject()
    writer.member("name", name)
    writer.member("kind", kind.rawValue)
    writer.name("location")
    writer.beginObject()
    writer.member("uri", uri)
    writer.member("range", range)
    writer.endObject()
    writer.member("containerName", container)
    writer.endObject()
    for child in children { child.write(to: &writer, in: uri, container: name) }
  }
}

extension LanguageSession {
  func documentSymbols(_ params: DocumentParams) throws -> Answer<DocumentSymbols.Result> {
    let state = try text(of: params.document)
    let (encoding, flatIn) = (client.encoding, client.hasSymbolTrees ? nil : params.document.uri)
    return .later(expectedBytes: 0) {
      let outline = await state.outline
      try Task.checkCancellation()
      return DocumentSymbols.Result(symbols: .symbols(of: outline, state.text, encoding), flatIn: flatIn)
    }
  }
}

extension [DocumentSymbols.Symbol] {
  /// What stands in a text, each symbol within the section that it is in.
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
      let symbol = DocumentSymbols.Symbol(
        name: section.heading.text.isEmpty ? marks : "\(marks) \(section.heading.text)", kind: .heading,
        range: places(section.range), selection: places(section.heading.range))
      open.append((section.heading.level, symbol))
    }
    addDefinitions(before: .max)
    close(0)
    return found
  }
}
