import MemoFolder
import MemoMarkup
import MemoText
import Platform

/// Completion of paths in `[[`, and in `![[` of files that are no notes.
extension Offers {
  /// Adds the notes below the folder that was typed; where something is to be shown, other files, too, and those
  /// wherever they lie if no folder was typed.
  mutating func addNamedPaths(_ place: CompletionPlace, _ scope: NoteScope) async {
    let typed = place.query.lastIndex(of: "/").map { String(place.query[...$0]) } ?? ""
    guard !isFull, place.isEmbedded || !typed.isEmpty, let paths = await scope.folderPaths() else { return }
    let rest = TypedName(String(place.query.dropFirst(typed.count)))
    if typed.isEmpty { return addOthers(rest, paths, scope) }
    let known = Set(all.map(\.insert))
    let places = [scope.uri.resolving(typed + "x", from: scope.root), paths.folder.inside(typed)]
    for folder in places.compactMap({ $0.flatMap(paths.path) }).map({ $0.dropLast() }) {
      let below = (paths.notes + (place.isEmbedded ? paths.others : [])).filter { $0.hasPrefix(folder) }
      if below.isEmpty { continue }
      for path in rest.fitting(below.sorted(), names: { [String($0.dropFirst(folder.count))] }) where !isFull {
        let uri = paths.uri(of: path)
        let isNote = Skipping.isNote(path)
        let name = typed + path.dropFirst(folder.count)
        // The extension stays where without it the path would mean another note.
        let label = isNote && uri.shortest != uri ? name.withoutMarkdownExtension : name
        let insert = LinkPath.written(label, isEncoded: false, isWiki: true)
        if uri == scope.uri || known.contains(insert) { continue }
        append(Offer(label: label, insert: insert, kind: .file, note: isNote ? uri : nil))
      }
      return
    }
  }

  /// Adds files that are no notes: by their names, or by their paths if several are called the same.
  private mutating func addOthers(_ typed: TypedName, _ paths: FolderPaths, _ scope: NoteScope) {
    let found = typed.fitting(paths.others.sorted()) { [FilePath($0).name] }
    let twins = Dictionary(grouping: found) { FilePath($0).name.nameForm }
    for path in found where !isFull {
      let name = FilePath(path).name
      let isAlone = twins[name.nameForm, default: []].count == 1
      let words = isAlone ? name : path
      append(
        Offer(
          label: words, insert: LinkPath.written(words, isEncoded: false, isWiki: true), kind: .file,
          detail: isAlone && path != name ? path : nil, filter: name))
    }
  }
}
