/// The address of a hub, taken apart as far as is needed to show it, and to make another one of it.
package struct HubURL: Sendable {
  /// The beginning, up to and with `://`.
  private let scheme: Substring
  /// The login with its password; nil if there is none.
  private let login: Substring?
  private let hosts: Substring
  /// The path, from the slash on.
  private let path: Substring
  /// The parts behind the question mark, one `name=value` each.
  private let options: [Substring]

  /// The options that lead to the database, and say nothing of who comes or how it gets in.
  private static let places: Set = ["host", "hostaddr", "port", "dbname"]
  /// The options that make sure that it is the right database.
  private static let checks: Set = ["sslmode", "sslrootcert"]
  private static let usualPort = "5432"

  /// Takes an address apart; nil if it is none.
  package init?(_ url: String) {
    guard let scheme = url.firstRange(of: "://") else { return nil }
    let rest = url[scheme.upperBound...]
    let authority = rest.prefix { !"/?".contains($0) }
    let behind = rest[authority.endIndex...]
    let at = authority.lastIndex(of: "@")
    self.scheme = url[..<scheme.upperBound]
    login = at.map { authority[..<$0] }
    hosts = at.map { authority[authority.index(after: $0)...] } ?? authority
    path = behind.prefix { $0 != "?" }
    options = behind.dropFirst(path.count + 1).split(separator: "&")
  }

  /// The address for people: without a password, and without options that may have one.
  package var shown: String {
    let shown = login.map { login in login.firstIndex(of: ":").map { login[..<$0] + ":…" } ?? login }
    return text(shown.map(String.init), Self.places)
  }

  /// The address for another login, on whatever machine it is used.
  ///
  /// - Parameter reached: where a connection to this address has led: this machine may have said what it leaves out.
  package func with(
    login: String, password: String, reached: (host: String, port: String, database: String)
  ) -> String {
    var missing: [(String, String)] = []
    if hosts.first ?? ":" == ":", !has("host"), !has("hostaddr") { missing.append(("host", reached.host)) }
    let behindAddress = hosts.split(separator: "]", omittingEmptySubsequences: false).last ?? ""
    if reached.port != Self.usualPort, !behindAddress.contains(":"), !has("port") {
      missing.append(("port", reached.port))
    }
    if path.count <= 1, !has("dbname") { missing.append(("dbname", reached.database)) }
    return text("\(login):\(password)", Self.places.union(Self.checks), missing)
  }

  private func has(_ option: String) -> Bool { options.contains { $0.hasPrefix("\(option)=") } }

  private func text(_ login: String?, _ kept: Set<String>, _ missing: [(name: String, value: String)] = []) -> String {
    let options = options.filter { option in kept.contains(String(option.prefix { $0 != "=" })) }.map(String.init)
    let all = options + missing.map { "\($0.name)=\(Self.encoded($0.value))" }
    let query = all.isEmpty ? "" : "?" + all.joined(separator: "&")
    return "\(scheme)\(login.map { $0 + "@" } ?? "")\(hosts)\(path)\(query)"
  }

  /// A text as an option has it: what could be taken for something else as its bytes' numbers.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let letter = Character(UnicodeScalar(byte))
      if letter.isASCII, letter.isLetter || letter.isNumber || "/.-_:".contains(letter) { return String(letter) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// A message about an address, without what may be its password: what stands behind the first colon of its login,
  /// also where the address is none since the password has a slash in it.
  package static func redacted(_ message: String, _ url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return message }
    let rest = url[scheme.upperBound...]
    guard let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") else { return message }
    let password = rest[rest.index(after: colon)..<at]
    return ([password] + password.split(separator: "/")).reduce(message) { message, part in
      part.count < Self.leastSecret ? message : message.replacing(part, with: "…")
    }
  }

  /// The fewest letters of a secret part: shorter ones are no secret, and stand in too many words.
  private static let leastSecret = 4
}
