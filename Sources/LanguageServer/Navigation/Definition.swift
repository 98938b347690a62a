import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Tells where what stands at a place is: what a link leads to, the definition of a label, all places of a tag.
enum DefinitionRequest: RequestType {
  static let method: StaticString = "textDocument/definition"
  typealias Params = PositionParams
  typealias Result = [Location]
}

/// The same, for clients that ask for it so.
enum DeclarationRequest: RequestType {
  static let method: StaticString = "textDocument/declaration"
  typealias Params = PositionParams
  typealias Result = [Location]
}

extension LanguageSession {
  func definition(_ params: PositionParams) throws -> Answer<[Location]> {
    let (scope, offset) = try place(params)
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let occurrences = try await Occurrences(scope, .at(offset))
      guard let occurrence = occurrences.occurrence(at: offset) else { return [] }
      let referent = occurrences.goal(of: occurrence)
      switch referent {
      case .nowhere:
        // All that it may mean.
        guard let link = occurrence.link, case .ambiguous(let names)? = occurrences.ends[link]?.fault else { return [] }
        var found: [Location] = []
        for name in names { found += [try await scope.location(of: .note(name.note))].compactMap(\.self) }
        return found
      case .label, .footnote:
        return await scope.labels().filter { $0.referent == referent && $0.role == .definition }
          .map { scope.document.location($0.range, scope.encoding) }
      case .tag(let form): return try await scope.places(ofTag: form)
      case .note, .alias, .heading, .block, .anchor, .missing, .address:
        return [try await scope.location(of: referent)].compactMap(\.self)
      }
    }
  }
}

extension Occurrences {
  /// The place that a link leads to from wherever in it: from the note's name to the part that is named behind that.
  fileprivate func goal(of occurrence: Occurrence) -> Referent {
    guard occurrence.role == .target, let destination = occurrence.destination else { return occurrence.referent }
    return all.first { $0.role == .fragment && $0.destination == destination }?.referent ?? occurrence.referent
  }
}

extension NoteScope {
  /// The place of what is meant; nil if it has none.
  func location(of referent: Referent) async throws -> Location? {
    guard let target = referent.note, let note = try await note(target) else { return nil }
    let outline = await note.state.outline
    switch referent {
    case .heading(_, let index) where outline.headings.indices.contains(index):
      return note.location(outline.headings[index].range, encoding)
    case .block(_, let name):
      return outline.blocks.first { $0.name.nameForm == name }.map { note.location($0.range, encoding) }
    case .anchor(_, let name):
      return await note.state.destinations.anchor(name).map { note.location($0.range, encoding) }
    default: return note.location(0..<0, encoding)
    }
  }
}
