import MemoFolder
import MemoMarkup

/// Completion of a path: what lies in the folder that was typed, notes or not.
extension Offers {
  /// Adds what the folder holds that a destination names as far as it was typed, with the folders in it. One that is
  /// not below the document's own folder is looked for below the root.
  mutating func addPaths(_ place: CompletionPlace, _ scope: NoteScope) {
    let typed = place.query.lastIndex(of: "/").map { String(place.query[...$0]) } ?? ""
    let rest = TypedName(String(place.query.dropFirst(typed.count)).removingPercentEncoding)
    let folder = typed.removingPercentEncoding
    let places = [scope.uri.resolving(folder + "x", from: scope.root), scope.root?.inside(folder)].compactMap(\.self)
    let listed = places.lazy.map { (inside: $0, names: DiskFile.names(beside: $0)) }.first { !$0.names.isEmpty }
    guard let (inside, names) = listed else { return }
    let isEncoded = place.typed.contains("%")
    let known = Set(all.map(\.insert))
    for name in names.sorted() where !isFull && !name.hasPrefix(".") && rest.fits(name) {
      let uri = inside.sibling(name)
      // The notes beside the document are among the offers already, by whatever they are called.
      if typed.isEmpty, !place.isPicture, Skipping.isNote(name), uri != scope.uri { continue }
      guard let kind = DiskFile.kind(of: uri) else { continue }
      let end = kind == .folder ? "/" : ""
      let isRooted = place.query.hasPrefix("/")
      let rooted = (typed + name.percentEncoded).withParenthesesEncoded
      let plain = scope.uri.destination(leadingTo: uri)
      let path = place.query.hasPrefix("./") && !plain.hasPrefix(".") ? "./\(plain)" : plain
      let insert = (isRooted ? rooted : path) + end
      if known.contains(insert) { continue }
      let note = kind == .file && Skipping.isNote(name) ? uri : nil
      append(
        Offer(
          label: name + end, insert: insert, kind: kind == .folder ? .folder : .file, note: note,
          filter: isEncoded ? typed + name.percentEncoded + end : folder + name + end))
    }
  }
}

/// Completion of what a fragment names, beside headings and blocks.
extension Offers {
  /// Adds the headings of the document itself, where nothing of a destination is typed yet.
  mutating func addOwnHeadings(_ place: CompletionPlace, _ outline: Outline) {
    guard place.query.isEmpty, !place.isPicture else { return }
    for heading in outline.headings where !heading.slug.isEmpty {
      let insert = "#\(heading.slug.percentEncoded)"
      let marks = String(repeating: "#", count: heading.level)
      append(
        Offer(
          label: "#\(heading.slug)", insert: insert, kind: .reference, detail: "\(marks) \(heading.text)",
          filter: insert))
    }
  }

  /// Adds the elements of HTML that have a name, in the document or in what a path before the `#` leads to.
  mutating func addAnchors(_ place: CompletionPlace, _ scope: NoteScope) async throws {
    let path = String(place.query.prefix { $0 != "#" }).removingPercentEncoding
    guard let target = try await scope.end(ofPath: path).note, let note = try await scope.note(target) else { return }
    let (outline, typed) = (await note.state.outline, TypedName(place.typed))
    var known = Set(outline.headings.map(\.slug))
    for anchor in await note.state.destinations.anchors
    where typed.fits(anchor.value) && known.insert(anchor.value).inserted {
      append(
        Offer(
          label: "#\(anchor.value)", insert: anchor.value.percentEncoded, kind: .value, note: note.uri,
          words: anchor.value))
    }
  }
}

extension CompletionPlace {
  /// A path without the folder that was typed already.
  func behindFolder(_ path: String) -> String {
    let folder = query.lastIndex(of: "/").map { String(query[...$0]).removingPercentEncoding } ?? ""
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }
}

extension DocumentURI {
  /// A file in the folder that a path leads to below this one, to name others beside it.
  func inside(_ path: String) -> DocumentURI? {
    DocumentURI(string + "/").resolving(String(path.drop { $0 == "/" }) + "x", from: nil)
  }
}
