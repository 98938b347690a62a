import MemoEngine
import MemoMarkup
import MemoText

/// The notes and names that a document's diagnostics depend on, by which it is decided whose changes it is looked at
/// for again. In doubt it is.
struct LinkInterests: Sendable {
  /// The notes that its links lead to, or may.
  private var notes: Set<Note> = []
  /// What the links call them, and what the document is called itself: nobody else should be.
  private var names: Set<String> = []
  /// Whether some lead to nothing, or to several notes in the trash: then anything new may be what they mean.
  private(set) var hasLooseEnds = false

  /// - Parameter title: the document's own title.
  init(_ outline: Outline, _ ends: [LinkEnd], title: String) {
    names = NoteNames.keys(title)
    for target in Set(outline.links.map(\.target)) {
      names.formUnion(NoteNames.keys(target))
      names.formUnion(NoteNames.keys(target.removingPercentEncoding))
    }
    for end in ends {
      if let note = end.note { notes.insert(note) }
      switch end.fault {
      case .ambiguous(let others): notes.formUnion(others.map(\.note))
      case .trashed(let id?): notes.insert(.memo(id))
      case .renamed(let other): notes.insert(other.note)
      case .trashed(nil), .broken: hasLooseEnds = true
      case .fragment, nil: break
      }
    }
  }

  /// Whether a note is, or would be, the end of one of the links, or has the document's title.
  func include(_ note: NoteNames) -> Bool {
    !notes.isDisjoint(with: note.notes) || !names.isDisjoint(with: note.keys)
  }
}

/// A note that was changed, and what links may call it now.
struct NoteNames: Sendable {
  /// The note, as a memo and as a file.
  let notes: Set<Note>
  /// The ends of its names, in the form in which names are compared.
  let keys: Set<String>

  /// - Parameter uri: its file; nil if it has none.
  init(_ notes: Set<Note>, called names: [String], in uri: DocumentURI?) {
    self.notes = uri.map { notes.union([.file($0)]) } ?? notes
    keys = (names + [uri?.stem].compactMap(\.self)).reduce(into: []) { $0.formUnion(Self.keys($1)) }
  }

  /// The names of an open document.
  init(_ document: OpenNote) async {
    let (title, outline) = (await document.title, await document.state.outline)
    let names = [title, Slug.ofMemo(titled: title)].compactMap(\.self) + outline.aliases
    self.init([document.note], called: names, in: document.isFile ? document.uri : nil)
  }

  /// The names of a memo; of one that is gone, none.
  init(_ id: MemoID, _ memo: MemoSnapshot?, in notebook: Notebook) {
    let said = memo.map { MemoReferences(namesOf: $0.text, in: $0.file) }
    let names = said.map { [$0.title, $0.slug].compactMap(\.self) + $0.aliases } ?? []
    let file = memo?.file.map { notebook.uri(of: id, title: "", in: $0) }
    self.init([.memo(id)], called: names + [id.description], in: file)
  }

  /// The last part of a name that may be a path, with and without an extension: what all ways to write it share.
  fileprivate static func keys(_ name: String) -> Set<String> {
    guard let last = name.split(separator: "/").last.map(String.init) else { return [] }
    return [last.nameForm, last.withoutMarkdownExtension.nameForm]
  }
}
