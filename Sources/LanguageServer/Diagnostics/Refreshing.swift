import JSONRPC
import MemoMarkup

/// The views of documents that a client asks for again when it is told to.
struct Views: OptionSet, Sendable {
  let rawValue: Int

  static let diagnostics = Views(rawValue: 1)
  static let codeLenses = Views(rawValue: 2)
  static let inlayHints = Views(rawValue: 4)
  static let all: Views = [.diagnostics, .codeLenses, .inlayHints]
}

extension LanguageSession {
  /// Has the client ask again for what it shows, once for all that changes within a moment. Whether it does is its
  /// affair.
  func refreshSoon(_ views: Views) {
    let views = views.intersection(client.refreshes)
    guard phase == .running, !views.isEmpty else { return }
    let isDue = !examinations.stale.isEmpty
    examinations.stale.formUnion(views)
    if isDue { return }
    Task {
      try? await Task.sleep(for: Self.diagnosticDelay)
      self.refresh()
    }
  }

  private func refresh() {
    let stale = examinations.stale
    examinations.stale = []
    guard phase == .running else { return }
    if stale.contains(.diagnostics) { ask(RefreshDiagnostics.self) }
    if stale.contains(.codeLenses) { ask(RefreshCodeLens.self) }
    if stale.contains(.inlayHints) { ask(RefreshInlayHints.self) }
  }

  private func ask<Type: ServerRequestType & SendableMetatype>(_ type: Type.Type) where Type.Params == NoParams {
    Task { [connection] in _ = try? await connection.request(type, NoParams()) }
  }
}

/// The parts of a text that other documents may show.
struct OutwardSigns: Sendable, Equatable {
  /// The names by which links can lead into the text.
  let names: [String]
  /// The targets of its links.
  let targets: Set<String>

  init(_ outline: Outline) {
    names =
      [outline.title] + outline.aliases + outline.headings.map(\.text) + outline.blocks.map { "^\($0.name)" }
    targets = Set(outline.links.map(\.target))
  }
}

/// An answer of the client, whatever it is.
struct AnyResult: JSONReadable, Sendable {
  init(json: JSONView) throws(JSONTypeError) {}
}

/// Has the client ask anew for what it shows.
enum RefreshDiagnostics: ServerRequestType {
  static let method: StaticString = "workspace/diagnostic/refresh"
  typealias Params = NoParams
  typealias Result = AnyResult
}

/// The same of inlay hints.
enum RefreshInlayHints: ServerRequestType {
  static let method: StaticString = "workspace/inlayHint/refresh"
  typealias Params = NoParams
  typealias Result = AnyResult
}

/// The same of code lenses.
enum RefreshCodeLens: ServerRequestType {
  static let method: StaticString = "workspace/codeLens/refresh"
  typealias Params = NoParams
  typealias Result = AnyResult
}
