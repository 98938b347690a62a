import JSON
import MemoSync

/// Makes a hub's tables, or a login for a device.
struct SyncHubKeeping: Sendable {
  /// What to do, the URL, and perhaps a name.
  private let words: ArraySlice<String>
  private let asJSON: Bool
  private let printsGrants: Bool

  init(_ arguments: Arguments) {
    words = arguments.operands.dropFirst()
    (asJSON, printsGrants) = (arguments.has(.json), arguments.has(SyncCommand.grants))
  }

  func run(_ access: any HubAccess, in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let (word, url) = (words.first ?? "", words.dropFirst().first ?? "")
    if word == "login", let name = words.last {
      let device = try await CommandError.converting(of: url) { try await access.makeLogin(name, at: url) }
      if asJSON { environment.print(json: Login(url: device)) } else { environment.print(device + "\n") }
      return 0
    }
    let grants = try await CommandError.converting(of: url) { try await access.create(at: url) }
    if asJSON {
      environment.print(json: Grants(statements: grants))
      return 0
    }
    if printsGrants {
      for line in grants { environment.print(line + "\n") }
      return 0
    }
    let shown = TerminalSanitizer.line(HubURL(url)?.shown ?? url)
    environment.print(
      """
      made, or brought up to date: the hub \(shown)
      Each device needs a login of its own:
      - here, with the same URL: memo-ls sync hub login URL NAME
      - on the device, with the URL that this prints: memo-ls sync join URL
      A login that you make yourself, called role here, is let in by:

      """ + grants.map { "  \($0)\n" }.joined())
    return 0
  }
}

/// The login of a device, as JSON.
private struct Login: JSONObjectWritable {
  let url: String

  func writeMembers(to writer: inout JSONWriter) { writer.member("url", url) }
}

/// What lets a login in, as JSON.
private struct Grants: JSONObjectWritable {
  let statements: [String]

  func writeMembers(to writer: inout JSONWriter) { writer.member("grants", statements) }
}
