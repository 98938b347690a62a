import JSONRPC

/// The settings that the person has made in the editor, section `memo`. One that is written wrongly counts as not made.
struct Settings: Sendable {
  /// The severity of each kind of diagnostic; nil where the kind is not told at all.
  private(set) var severities: [DiagnosticCode: DiagnosticSeverity?] = [:]
  private(set) var hasCodeLens = true
  private(set) var hasInlayHints = true

  init() {}

  /// Takes what stands beside other programs' settings, over what is set already. Names may be written in one, with
  /// dots between them: `{"memo.diagnostics.broken": "error"}`.
  init(amongAll json: JSONView?, over others: Settings = Settings()) {
    self = others
    for member in json?.members.map(\.self) ?? [] {
      if member.name == "memo" { take(member.value) }
      if member.name.hasPrefix("memo.") { take(member.value, as: String(member.name.dropFirst(5))) }
    }
  }

  /// Takes what stands in the section.
  init(json: JSONView?, over others: Settings = Settings()) {
    self = others
    if let json { take(json) }
  }

  private mutating func take(_ section: JSONView) {
    for member in section.members { take(member.value, as: member.name) }
  }

  private mutating func take(_ value: JSONView, as name: String) {
    switch name {
    case "codeLens": hasCodeLens = value.bool ?? hasCodeLens
    case "inlayHints": hasInlayHints = value.bool ?? hasInlayHints
    case "diagnostics": for member in value.members { take(member.value, as: "diagnostics.\(member.name)") }
    default:
      guard name.hasPrefix("diagnostics."), let word = value.string,
        let code = DiagnosticCode(rawValue: String(name.dropFirst("diagnostics.".count)))
      else { return }
      if word == "ignore" { severities[code] = .some(nil) }
      if let severity = DiagnosticSeverity.allCases.first(where: { $0.name == word }) { severities[code] = severity }
    }
  }

  /// The severity of a kind of diagnostic; nil if it is not told.
  func severity(of code: DiagnosticCode) -> DiagnosticSeverity? { severities[code] ?? code.severity }
}

/// The kinds of faults that a document can have.
enum DiagnosticCode: String, Sendable, CaseIterable {
  case broken, ambiguous, trashed, renamed, fragment
  case duplicateTitle = "duplicate-title"
  case duplicateHeading = "duplicate-heading"
  case unusedDefinition = "unused-definition"

  /// Whether it is a fault of a link.
  var isOfLink: Bool {
    switch self {
    case .broken, .ambiguous, .trashed, .renamed, .fragment: true
    case .duplicateTitle, .duplicateHeading, .unusedDefinition: false
    }
  }

  /// The severity unless settings say otherwise.
  var severity: DiagnosticSeverity {
    switch self {
    case .broken, .ambiguous, .trashed, .renamed, .fragment: .warning
    case .duplicateTitle, .duplicateHeading: .information
    case .unusedDefinition: .hint
    }
  }
}

/// The severity of a diagnostic; the numbers are LSP's.
enum DiagnosticSeverity: Int, Sendable, CaseIterable {
  case error = 1
  case warning, information, hint

  /// The word for it in settings.
  var name: String { String(describing: self) }
}

/// Asks the client for settings.
enum ConfigurationRequest: ServerRequestType {
  static let method: StaticString = "workspace/configuration"

  struct Params: JSONObjectWritable, Sendable {
    func writeMembers(to writer: inout JSONWriter) {
      writer.name("items")
      writer.beginArray()
      writer.beginObject()
      writer.member("section", "memo" as StaticString)
      writer.endObject()
      writer.endArray()
    }
  }

  struct Result: JSONReadable, Sendable {
    /// The section; nil if the client has none.
    let section: JSONView?

    init(json: JSONView) throws(JSONTypeError) { section = json.elements.first { _ in true } }
  }
}

/// Settings have changed. Clients that can be asked for them are; others send them along.
enum DidChangeConfiguration: ClientNotificationType {
  static let method: StaticString = "workspace/didChangeConfiguration"

  /// The registration for the section.
  static let registration = Registration(
    id: "settings", method: "\(method)", options: ServerCapability("section", .string("memo")).members)

  struct Params: JSONReadable, Sendable {
    let settings: JSONView?

    init(json: JSONView) throws(JSONTypeError) { settings = json["settings"] }
  }
}

extension LanguageSession {
  /// Looks for the folders and the settings, once the client says that it has begun.
  func initialized() {
    hasBegun = true
    tellEarlyNews()
    findWorkspaceFolders()
    if client.registersConfiguration { register(DidChangeConfiguration.registration) }
    askForSettings()
    askForWatches()
  }

  func didChangeConfiguration(_ params: DidChangeConfiguration.Params) {
    if client.hasConfiguration { return askForSettings() }
    take(Settings(amongAll: params.settings, over: firstSettings))
  }

  private func askForSettings() {
    guard client.hasConfiguration else { return }
    Task { [connection] in
      if let found = try? await connection.request(ConfigurationRequest.self, ConfigurationRequest.Params()) {
        self.take(Settings(json: found.section, over: self.firstSettings))
      }
    }
  }

  private func take(_ settings: Settings) {
    self.settings = settings
    memosChanged()
  }
}
