import CPostgreSQL
import Platform

/// The address of a hub, as a URL says it, and the options for libpq.
package struct HubAddress: Sendable, CustomStringConvertible {
  /// The address without its password.
  package let description: String
  /// The options for libpq.
  let options: [String: String]

  /// Reads `postgres://…` or `postgresql://…`.
  ///
  /// - Throws: ``HubError/insecure(_:)`` for an address whose connection somebody could listen to, or pass for another,
  ///   and for what is no such address. The message never has the password in it.
  package init(_ url: String) throws(HubError) { try self.init(url, defaults: Self.defaults) }

  /// - Parameter defaults: what libpq takes from the environment for what the URL does not say.
  init(_ url: String, defaults: [String: String]) throws(HubError) {
    guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"), let given = Self.parse(url) else {
      throw HubError.insecure(
        "it must be a URL: postgres://LOGIN@HOST/DATABASE, or postgresql:///DATABASE?host=/FOLDER")
    }
    guard given["service"] == nil else {
      throw HubError.insecure("a service's file may say anything; write a whole URL")
    }
    var options = defaults.filter { $0.key != "sslmode" }.merging(given) { $1 }
    if let host = Self.firstHost(options) {
      if let mode = given["sslmode"], mode != "verify-full" {
        throw HubError.insecure(
          "sslmode=\(mode) does not make sure that \(host) is who it says; only sslmode=verify-full does, and that is "
            + "taken where a URL says nothing")
      }
      options["sslmode"] = "verify-full"
      if options["sslrootcert"] == nil { options["sslrootcert"] = Self.certificates }
    }
    // An encryption of another kind would take the place of the one that is checked.
    options["gssencmode"] = "disable"
    options["client_encoding"] = "UTF8"
    let ours = [
      "application_name": "memo-ls", "keepalives_idle": "60", "keepalives_interval": "10", "keepalives_count": "3",
      "tcp_user_timeout": "30000",
    ]
    self.options = options.merging(ours) { given, _ in given }
    let place = (options["host"] ?? options["hostaddr"] ?? "") + (options["port"].map { ":\($0)" } ?? "")
    description = "postgresql://\(options["user"].map { "\($0)@" } ?? "")\(place)/\(options["dbname"] ?? "")"
  }

  /// A message without the password.
  func redacted(_ message: String) -> String {
    guard let password = options["password"], !password.isEmpty else { return message }
    return message.replacing(password, with: "…")
  }

  /// A host that is reached over TCP; nil if there are only sockets. An address goes before a name. This machine is no
  /// exception: whoever else is on it may listen there while the server does not.
  private static func firstHost(_ options: [String: String]) -> String? {
    func hosts(_ name: String) -> [String] {
      (options[name] ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (names, addresses) = (hosts("host"), hosts("hostaddr"))
    return (0..<max(names.count, addresses.count)).lazy.map { index in
      let address = index < addresses.count ? addresses[index] : ""
      return address.isEmpty && index < names.count ? names[index] : address
    }.first { !isSocket($0) }
  }

  private static func isSocket(_ host: String) -> Bool { host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") }

  /// The certificates that the system trusts, where nobody chose others for PostgreSQL.
  private static var certificates: String? {
    if let home = getenv("HOME"), access(String(cString: home) + "/.postgresql/root.crt", R_OK) == 0 { return nil }
    if PQlibVersion() >= 16_00_00 { return "system" }
    let files = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    return files.first { access($0, R_OK) == 0 }
  }

  private static func parse(_ url: String) -> [String: String]? {
    guard let options = PQconninfoParse(url, nil) else { return nil }
    defer { PQconninfoFree(options) }
    return values(options)
  }

  /// The options that the environment sets.
  private static var defaults: [String: String] {
    guard let options = PQconndefaults() else { return [:] }
    defer { PQconninfoFree(options) }
    return values(options)
  }

  private static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return values
  }
}
