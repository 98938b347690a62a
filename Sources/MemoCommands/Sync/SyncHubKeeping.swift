import JSON
import MemoSync

/// Makes a hub's tables, or a login for a device.
struct SyncHubKeeping: Sendable {
  /// What to do, the URL, and perhaps a name.
  let words: ArraySlice<String>
  let asJSON: Bool

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
    let shown = TerminalSanitizer.line(HubURL(url)?.shown ?? url)
    environment.complain(
      "\(shown) is a hub. Each device needs a login there of its own, which memo-ls sync hub login URL NAME makes; or "
        + "make it yourself, with its name for role in these lines:\n")
    for line in grants { environment.print(line + "\n") }
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
