import MemoFolder

/// Completion of a path: what lies in the folder that was typed, notes or not.
extension Offers {
  /// Adds what the folder holds that a destination names as far as it was typed, with the folders in it. One that is
  /// not below the document's own folder is looked for below the root.
  mutating func addPaths(_ place: CompletionPlace, _ scope: NoteScope) {
    guard let slash = place.query.lastIndex(of: "/") else { return }
    let typed = String(place.query[...slash])
    let rest = TypedName(String(place.query[place.query.index(after: slash)...]).removingPercentEncoding)
    let folder = typed.removingPercentEncoding
    let places = [scope.uri.resolving(folder + "x", from: scope.root), scope.root?.inside(folder)].compactMap(\.self)
    guard let inside = places.first(where: { !DiskFile.names(beside: $0).isEmpty }) else { return }
    let isEncoded = place.typed.contains("%")
    let known = Set(all.map(\.insert))
    for name in DiskFile.names(beside: inside).sorted() where !name.hasPrefix(".") && rest.fits(name) {
      let uri = inside.sibling(name)
      guard uri != scope.uri, let kind = DiskFile.kind(of: uri) else { continue }
      let end = kind == .folder ? "/" : ""
      let isRooted = place.query.hasPrefix("/")
      let rooted = (typed + name.percentEncoded).withParenthesesEncoded
      let insert = (isRooted ? rooted : scope.uri.destination(leadingTo: uri)) + end
      if known.contains(insert) { continue }
      let note = kind == .file && Skipping.isNote(name) ? uri : nil
      append(
        Offer(
          label: folder + name + end, insert: insert, kind: kind == .folder ? .folder : .file, note: note,
          filter: isEncoded ? typed + name.percentEncoded + end : folder + name + end))
    }
  }
}

extension DocumentURI {
  /// A file in the folder that a path leads to below this one, to name others beside it.
  fileprivate func inside(_ path: String) -> DocumentURI? {
    DocumentURI(string + "/").resolving(String(path.drop { $0 == "/" }) + "x", from: nil)
  }
}
