import JSONRPC
import MemoEngine
import MemoText

/// A document that the client has open.
struct OpenDocument: Sendable {
  /// The client's name for the document.
  let uri: DocumentURI
  /// Tells it from others that were, or will be, open under this name.
  let opening: Int
  /// The client's number of its text; nil if it gave none that is one.
  private(set) var version: Int?
  /// Its text, and what is known of that.
  private(set) var state: TextState
  /// The texts that the client has read or written: the last one; while it is not known which memo it shows, the one
  /// that it began with, too, before that.
  private(set) var filed: [Rope]
  /// The last of these that its file is known to have had: what the file says later others have made of it. Nil as long
  /// as none is.
  private(set) var written: Rope?
  /// The texts that it had until now, the last ones: a client that saves in the background writes one of them, perhaps.
  private(set) var former: [Rope] = []
  /// Whether the client has changed it in a way that could not be followed: what it has is not known any more.
  var isLost = false
  /// The memo that it shows; nil if it shows none, or none yet.
  var memo: MemoBinding?
  /// The notebook whose file it is, or may become; nil if it is in no folder.
  var notebook: Notebook?
  /// The file in the notebook's folder that it is, or will be once it is saved, and of which a memo is to come; nil if
  /// it is none.
  var comingFile: MemoFile?
  /// Whether it is being looked up which memo it is.
  var isLookedUp = false
  /// The number of lookups that found nothing.
  var lookups = 0

  /// Whether it was typed in while it is being looked up which memo it is, or what it has in common with that.
  var hasUnkeptWords: Bool { !former.isEmpty && (isLookedUp || memo.map { $0.base == nil } ?? false) }

  /// The most former texts that are kept, and the most bytes of all, which may share nothing.
  private static let (mostFormer, mostFormerBytes) = (32, 8 << 20)

  init(_ params: DidOpen.Params, opening: Int) {
    (uri, version, state, filed) = (params.uri, params.version, TextState(params.text), [params.text])
    self.opening = opening
  }

  /// Takes changes, each of the text that the one before it left.
  ///
  /// - Throws: ``PositionError``; then none of them was taken.
  mutating func change(_ changes: [DidChange.Change], version: Int?, _ encoding: PositionEncoding) throws(PositionError)
  {
    var text = state.text
    for change in changes {
      switch change {
      case .whole(let whole): text = whole
      case .part(let range, let part):
        _ = try text.apply(TextChange(range: range.clamped(to: text), text: part), in: encoding)
      }
    }
    become(TextState(text), version: version)
    memo?.versionInStep = nil
  }

  /// Takes another text.
  mutating func become(_ state: TextState, version: Int?) {
    former.append(self.state.text)
    let most = min(Self.mostFormer, Self.mostFormerBytes / max(1, state.text.summary.utf8))
    if former.count > most { former.removeFirst(former.count - most) }
    (self.version, self.state) = (version ?? self.version, state)
  }

  /// Notes that the client has written its text.
  mutating func wasSaved() {
    filed = (memo == nil ? filed.prefix(1) : []) + [state.text]
    if !isLost { written = state.text }
  }

  /// Notes that its file had the text that it began with, unless the client has written it since.
  mutating func wasFound() { written = written ?? filed.first }

  /// Takes a text that says the same and shares its storage with others, so that they are known to be equal.
  mutating func share(_ text: Rope) { state = TextState(text, likeThat: state) }
}

extension TextRange {
  /// The same in a text that has fewer lines: what is behind its end counts as that (LSP 3.17, Position).
  func clamped(to text: Rope) -> TextRange {
    TextRange(start: start.clamped(to: text), end: end.clamped(to: text))
  }
}

extension TextPosition {
  /// The same in a text that has fewer lines.
  func clamped(to text: Rope) -> TextPosition {
    line > text.lineCount ? TextPosition(line: text.lineCount, character: 0) : self
  }
}

/// The documents that the client has open.
struct OpenDocuments: Sendable {
  private var documents: [DocumentURI: OpenDocument] = [:]
  private var lastOpening = 0

  /// A document; nil if it is not open.
  subscript(uri: DocumentURI) -> OpenDocument? {
    get { documents[uri] }
    set { documents[uri] = newValue }
  }

  /// A number that no opening had before.
  mutating func nextOpening() -> Int {
    lastOpening += 1
    return lastOpening
  }

  /// All of them, the one that was opened first as the first.
  var all: [OpenDocument] { documents.values.sorted { $0.opening < $1.opening } }

  /// The client's names for the documents that show a memo.
  func showing(_ id: MemoID, in notebook: Notebook) -> [DocumentURI] {
    all.filter { $0.memo?.id == id && $0.memo?.notebook === notebook }.map(\.uri)
  }
}
