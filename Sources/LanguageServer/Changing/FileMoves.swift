import MemoEngine
import MemoMarkup
import MemoText
import Platform

/// Files and folders that are about to be renamed.
struct FileMoves: Sendable {
  private let moves: [Move]

  init(_ moves: [(old: DocumentURI, new: DocumentURI)]) {
    self.moves = moves.map { Move(old: $0.old, new: $0.new) }
  }

  /// The new URI of something, perhaps without its extension; nil if it stays.
  ///
  /// - Parameter isFolder: whether it can only be a folder, as its name ends with `/`.
  func destination(of uri: DocumentURI, isFolder: Bool = false) -> DocumentURI? {
    for move in moves {
      if move.isMeant(by: uri, isFolder: isFolder) { return move.new }
      if uri.scheme == move.old.scheme, uri.path.hasPrefix(move.old.path + "/") {
        return DocumentURI(move.new.string + String(uri.path.dropFirst(move.old.path.count)).percentEncoded)
      }
    }
    return nil
  }

  /// The URI that something had before a move that was made already; nil if it was in none.
  func origin(of uri: DocumentURI) -> DocumentURI? {
    for move in moves where move.isDone {
      if uri == move.new { return move.old }
      if uri.scheme == move.new.scheme, uri.path.hasPrefix(move.new.path + "/") {
        return DocumentURI(move.old.string + String(uri.path.dropFirst(move.new.path.count)).percentEncoded)
      }
    }
    return nil
  }

  /// Whether something else will be called as a file is, in another folder perhaps.
  func hasNamesake(of file: DocumentURI) -> Bool {
    moves.contains { $0.new != file && $0.new.stem.nameForm == file.stem.nameForm }
  }

  /// Whether a path, perhaps without its extension, will lead to what is moved.
  func bring(_ path: DocumentURI) -> Bool { moves.contains { path == $0.new || path == $0.new.withoutExtension } }
}

extension FileMoves {
  /// A file or a folder that is about to be renamed.
  private struct Move {
    let old: DocumentURI, new: DocumentURI
    /// The path that means it without its extension; nil if there is none.
    private let short: DocumentURI?
    /// Whether it is none, and a note beside it has its name: that is what the name means.
    private let hasNote: Bool
    /// Whether it is called so already: some clients tell of a move only then.
    let isDone: Bool

    init(old: DocumentURI, new: DocumentURI) {
      (self.old, self.new) = (old, new)
      let kind = DiskFile.kind(of: old)
      isDone = kind == nil && DiskFile.kind(of: new) != nil
      let stem = old.withoutExtension
      // Of several notes that differ in it a path without an extension means the first.
      let meant = stem.asNotes.first { $0 == old || DiskFile.kind(of: $0) == .file }
      short = kind != .folder && old.isNote ? [nil, old].contains(meant) ? stem : old : nil
      hasNote = kind == .folder && DiskFile.note(old) != nil
    }

    /// Whether a name means it, rather than what is in it.
    func isMeant(by uri: DocumentURI, isFolder: Bool) -> Bool {
      if let short { return !isFolder && (uri == old || uri == short) }
      return uri == old && (isFolder || !hasNote)
    }
  }
}

extension NoteScope {
  /// The replacements that keep the links of this document leading where they do once the files are renamed, each
  /// written as it was: from the root or from the document's folder, with the extension or without. The document may be
  /// one of the files.
  ///
  /// - Parameters:
  ///   - names: the targets that links which lead to memos by paths are to have, by the links' places in the outline.
  ///   - inAttributes: whether only what stands in attributes of HTML is wanted.
  func replacements(
    _ moves: FileMoves, _ occurrences: Occurrences, names: [Int: String] = [:], inAttributes: Bool = false
  ) async throws -> [TextReplacement] {
    let links = occurrences.outline.links
    // A definition is where the links that use it have their target.
    let named = Dictionary(names.keys.map { (links[$0].targetRange.lowerBound, $0) }) { first, _ in first }
    let present = try await base() ?? uri
    let origin = moves.origin(of: present)
    let base = origin ?? present
    let moved = origin == nil ? moves.destination(of: base) ?? base : present
    var found: [TextReplacement] = []
    for occurrence in occurrences.all where occurrence.role == .target {
      if let place = named[occurrence.range.lowerBound] {
        guard let name = names[place], name != links[place].target else { continue }
        found += links[place].replacements(target: name, fragment: nil, in: text)
        continue
      }
      var written = WrittenPath(occurrence, occurrences, text)
      if inAttributes, !written.isAttribute { continue }
      // What may mean any of several memos stays, whichever of them moves.
      if isMemo, let link = occurrence.link, case .ambiguous? = occurrences.ends[link]?.fault { continue }
      written.isRootName = isRootName(written, from: base, moves)
      // What leads somewhere from where it is already may have been seen to.
      if origin != nil, let path = present.resolving(written.target, from: root), DiskFile.isThere(path) { continue }
      guard let target = await target(of: written, occurrence.referent, moves, from: base, to: moved),
        !leads(written, to: target, from: moved, moves)
      else { continue }
      found += [replacement(of: written, leadingTo: target, from: moved, moves)].compactMap(\.self)
    }
    return found
  }

  /// Whether a wiki link's path starts from the root without saying so, rather than from the document's folder.
  private func isRootName(_ written: WrittenPath, from base: DocumentURI, _ moves: FileMoves) -> Bool {
    guard written.isWiki, written.target.contains("/"), !written.isFromFolder, !written.isFromRoot else { return false }
    func leads(_ path: String) -> Bool {
      guard let path = base.resolving(path, from: root) else { return false }
      return DiskFile.isThere(path) || moves.destination(of: path).map(DiskFile.isThere) ?? false
    }
    return !leads(written.target) && leads("/" + written.target)
  }

  /// Whether a wiki link will lead to a note by the end of its path as it is written, which is as good as all of it.
  /// Those of memos are seen to by who keeps their files.
  private func leads(
    _ written: WrittenPath, to note: DocumentURI, from place: DocumentURI, _ moves: FileMoves
  ) -> Bool {
    let name = written.target
    guard written.isWiki, name.contains("/"), !written.isFromFolder, !written.isFromRoot, !isMemo,
      document.comingFile == nil, let named = files.named, !moves.hasNamesake(of: note),
      !["", "/"].contains(where: { isTaken($0 + name, from: place, besides: note, moves) })
    else { return false }
    let called = named.files(called: FilePath(name).name).map { moves.destination(of: $0) ?? $0 }
      .filter { $0.isNote && $0.ends(withPath: name) }
    return !called.isEmpty && called.allSatisfy { $0 == note || $0.withoutExtension == note }
  }

  /// The file that a link is to lead to by a new path; nil if its path stays.
  ///
  /// - Parameters:
  ///   - base: where the document's paths start from now.
  ///   - place: where they will.
  private func target(
    of written: WrittenPath, _ referent: Referent, _ moves: FileMoves, from base: DocumentURI, to place: DocumentURI
  ) async -> DocumentURI? {
    // What moves need not be there any more, nor yet: its path decides; of a name what that leads to.
    let paths = written.names.compactMap { base.resolving(written.isRootName ? "/" + $0 : $0, from: root) }
    let isFolder = written.target.hasSuffix("/")
    if let target = paths.lazy.compactMap({ moves.destination(of: $0, isFolder: isFolder) }).first { return target }
    if written.isWiki {
      if case .note(.file(let file)) = referent, let target = moves.destination(of: file),
        // A note may be meant by what it is called besides, which stays.
        written.names.contains(where: { FilePath($0).name.withoutMarkdownExtension.nameForm == file.stem.nameForm })
      {
        return target
      }
      if case .address(let address) = referent { return moves.destination(of: DocumentURI(address)) }
    }
    if written.isFromRoot { return nil }
    let isElsewhere = place.sibling("") != base.sibling("")
    if !written.isWiki || written.isFromFolder { return isElsewhere ? paths.first : nil }
    // The names of memos' files are seen to by those who keep them.
    guard !isMemo, case .note(let note) = referent, case .file(let file) = note else { return nil }
    if moves.hasNamesake(of: file) { return file }
    guard isElsewhere, await files.end(of: written.target, isName: true, in: place).note != note else { return nil }
    return file
  }

  /// A path written anew, in the style that it has.
  ///
  /// - Parameter moves: what is renamed by then.
  func replacement(
    of written: WrittenPath, leadingTo target: DocumentURI, from place: DocumentURI,
    _ moves: FileMoves = FileMoves([])
  ) -> TextReplacement? {
    var path: String
    if written.isFromRoot || written.isRootName {
      path = "/" + (root.map { DocumentURI($0.string + "/x").path(to: target) } ?? target.segments.encodedPath)
    } else {
      path = place.path(to: target)
      if written.isFromFolder, !path.hasPrefix(".") { path = "./" + path }
    }
    path = path.removingPercentEncoding
    // Unless what is left would be read as a name with an extension.
    let short = path.withoutMarkdownExtension
    if !written.hasExtension, MarkdownExtension.of(short) == nil { path = short }
    if written.target.hasSuffix("/"), !path.hasSuffix("/") { path += "/" }
    if written.isWiki {
      if written.isRootName, !isTaken(String(path.dropFirst()), from: place, besides: target, moves) {
        path.removeFirst()
      }
      // A name alone leads to any file of the folder, if there is one, else to what is beside the document.
      let isKnown = document.memo != nil || files.named != nil
      if isKnown ? !written.target.contains("/") && isAlone(target, moves) : !path.contains("/") {
        path = written.hasExtension ? FilePath(path).name : target.stem
      }
      if written.names.contains(path) { return nil }
      return TextReplacement(range: written.range, text: LinkPath.written(path, isEncoded: false, isWiki: true))
    }
    // It must not begin as an address does.
    if path.hasScheme { path = "./" + path }
    if path == written.target { return nil }
    let words = text.destination(path, at: written.range.lowerBound, isAutolink: written.isAutolink)
    return TextReplacement(range: written.range, text: written.isAttribute ? words.asAttribute : words)
  }

  /// Whether a path that may start from a document's folder leads to something else there than to a file.
  private func isTaken(
    _ path: String, from place: DocumentURI, besides file: DocumentURI, _ moves: FileMoves
  ) -> Bool {
    guard let found = place.resolving(path, from: root), found.withoutExtension != file.withoutExtension else {
      return false
    }
    return DiskFile.isThere(found) && moves.destination(of: found) == nil || moves.bring(found)
  }

  /// Whether no other file will be called as one will be, as far as that is known: so a name alone means it.
  private func isAlone(_ target: DocumentURI, _ moves: FileMoves) -> Bool {
    let others = files.named?.files(called: target.stem) ?? []
    return isMemo
      || !moves.hasNamesake(of: target) && !others.contains { $0 != target && moves.destination(of: $0) == nil }
  }
}

/// The target of a link or a definition as it is written.
struct WrittenPath {
  let range: Range<Int>
  /// The path without the escapes of Markdown.
  let target: String
  /// Whether it stands in a wiki link.
  let isWiki: Bool
  /// Whether it stands alone in pointed brackets.
  let isAutolink: Bool
  /// Whether it stands in an attribute of HTML.
  let isAttribute: Bool
  /// The paths that it may mean; the first one that exists counts.
  var names: [String] { isWiki ? [target, target.removingPercentEncoding] : [target] }
  /// Whether it is a path from the document's folder, and says so.
  var isFromFolder: Bool { target.hasPrefix("./") || target.hasPrefix("../") }
  /// Whether it is a path from the root that does not say so, as wiki links have it.
  var isRootName = false
  /// Whether it ends as the name of a note's file does.
  var hasExtension: Bool { MarkdownExtension.of(target) != nil || target.lowercased().hasSuffix(".txt") }
  /// Whether it is a path from the root, and says so.
  var isFromRoot: Bool { target.hasPrefix("/") }

  init(_ occurrence: Occurrence, _ occurrences: Occurrences, _ text: Rope) {
    let link = occurrence.link.map { occurrences.outline.links[$0] }
    let destination = occurrences.destinations.destination(at: occurrence.range.lowerBound)
    range = occurrence.range
    target = link?.target ?? destination?.target ?? text.string(in: range)
    isAttribute = link == nil && destination?.isAttribute ?? false
    isWiki = link.map { !$0.kind.isAddress } ?? false
    isAutolink = link.map { $0.range.lowerBound + 1 == occurrence.range.lowerBound } ?? false
  }
}

extension DocumentURI {
  /// Whether its path ends with another one, which may leave the extension of a note out.
  fileprivate func ends(withPath path: String) -> Bool {
    let (parts, own) = (path.nameForm.split(separator: "/"), self.path.nameForm.split(separator: "/"))
    guard let last = parts.last, parts.count <= own.count, let name = own.last else { return false }
    return own.dropLast().suffix(parts.count - 1).elementsEqual(parts.dropLast())
      && (last == name || last == name.withoutMarkdownExtension[...])
  }
}

extension [String] {
  /// The segments as the path of a URI.
  fileprivate var encodedPath: String { map(\.percentEncoded).joined(separator: "/") }
}
