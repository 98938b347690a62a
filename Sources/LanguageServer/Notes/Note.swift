import MemoEngine
import MemoText

/// Something that links lead to: a memo of the store, or a Markdown file.
enum Note: Hashable, Sendable {
  case memo(MemoID)
  /// A file, by its URI, though links may leave the extension out.
  case file(DocumentURI)

  /// The note that a document is.
  init(_ uri: DocumentURI) { self = MemoURI.id(of: uri).map(Note.memo) ?? .file(uri) }

  /// The memo; nil if it is none.
  var memo: MemoID? { if case .memo(let id) = self { id } else { nil } }
}

/// A note and what to call it when a person is told of it.
struct NoteName: Hashable, Sendable {
  let note: Note
  let title: String
  /// The path of its file below the folder, which tells it from others of its title; nil if it has none, or if that was
  /// not looked up.
  var path: String?
}

/// A fault of a link.
enum LinkFault: Hashable, Sendable {
  /// It leads to nothing.
  case broken
  /// It may mean any of these.
  case ambiguous([NoteName])
  /// It leads only to what is in the trash: this, if it is one memo.
  case trashed(MemoID?)
  /// It leads to nothing, but this was once called so.
  case renamed(NoteName)
  /// It leads to something that has no such heading or block.
  case fragment
}

/// The target of a link.
struct LinkEnd: Sendable {
  /// The note; nil if it is none, or none alone.
  var note: Note?
  /// A URL, or a file that is no note.
  var address: String?
  var fault: LinkFault?

  /// Whether nothing was found that it leads to, be that wrong or not: links to pictures may lead to no note.
  var isNowhere: Bool { note == nil && address == nil && (fault == nil || fault == .broken) }
}

/// A document that the client has open, as it was at one moment.
struct OpenNote: Sendable {
  let uri: DocumentURI
  let version: Int?
  let state: TextState
  let memo: MemoID?
  /// The file in the notebook's folder of which a memo is still to come; nil if it is a memo, or in no folder.
  var comingFile: MemoFile?

  /// Whether it is a file, and no document of ours.
  var isFile: Bool { uri.scheme == "file" }

  init(
    uri: DocumentURI, version: Int?, state: TextState, memo: MemoID?, comingFile: MemoFile? = nil
  ) {
    (self.uri, self.version, self.state, self.memo, self.comingFile) = (uri, version, state, memo, comingFile)
  }

  /// A memo that the client does not have open, as it would have that: editors show no byte order mark of a file.
  init(_ uri: DocumentURI, saying text: Rope, memo: MemoID) {
    let shown = uri.scheme == "file" ? text.withoutMark : text
    self.init(uri: uri, version: nil, state: TextState(shown), memo: memo)
  }

  /// The title: the file's name for a memo that is a file, unless it says otherwise.
  var title: String {
    get async { memo != nil && isFile ? Excerpts(of: state.text, inFile: uri.stem).title : await state.outline.title }
  }

  /// The place among the headings of the one that is the title; nil if none is.
  var titleHeading: Int? {
    get async { await state.outline.titleHeading(inFile: memo != nil && isFile) }
  }

  var note: Note { memo.map(Note.memo) ?? .file(uri) }
}
