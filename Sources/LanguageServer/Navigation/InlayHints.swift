import JSONRPC
import MemoEngine
import MemoMarkup
import MemoText

/// Tells what an ambiguous link may mean, behind it.
enum InlayHints: RequestType {
  static let method: StaticString = "textDocument/inlayHint"
  typealias Params = RangeParams

  /// Words that are shown at a place (`InlayHint`).
  struct Hint: JSONObjectWritable, Sendable {
    let position: TextPosition
    let label: String

    func writeMembers(to writer: inout JSONWriter) {
      writer.member("position", position)
      writer.member("label", label)
      writer.member("paddingLeft", true)
    }
  }

  typealias Result = [Hint]
}

extension LanguageSession {
  func inlayHints(_ params: RangeParams) throws -> Answer<[InlayHints.Hint]> {
    let scope = try scope(of: params.document)
    let range = try range(of: params.range, in: scope.state)
    guard settings.hasInlayHints else { return .now([]) }
    return .later(expectedBytes: 0) {
      let scope = await self.settled(scope)
      let links = await scope.state.outline.links.filter { $0.range.overlaps(range) }
      var places = Places(scope.text, in: scope.encoding)
      return zip(links, try await scope.ends(of: links)).compactMap { link, end in
        guard case .ambiguous(let names)? = end.fault else { return nil }
        let label = names.prefix(3).map(\.description).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        return InlayHints.Hint(position: places(link.range).end, label: label)
      }
    }
  }
}
