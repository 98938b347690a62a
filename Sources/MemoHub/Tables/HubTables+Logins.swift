import MemoSync

extension HubTables {
  /// The letters of a login's name.
  private static let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789_-")
  /// The longest name that PostgreSQL takes whole (NAMEDATALEN, less one).
  private static let mostLetters = 63

  /// Makes a login for a device, and lets it in.
  ///
  /// - Parameters:
  ///   - name: of lower-case letters, digits, `_` and `-`.
  ///   - url: of the database, with the login of its owner, who may make others.
  /// - Returns: the URL for the device, with a password that was drawn.
  package static func makeLogin(_ name: String, url: String) async throws(HubError) -> String {
    guard !name.isEmpty, name.count <= mostLetters, name.allSatisfy(letters.contains) else {
      throw HubError.unusableLogin("a login's name is at most \(mostLetters) lower-case letters, digits, - and _")
    }
    let password = HubID.random().description.filter { $0 != "-" }
    let session = try PostgresSession(try HubAddress(url))
    guard let address = HubURL(url) else { throw HubError.insecure("it must be a URL") }
    let reached = try await session.hub { connection in
      try connection.script("BEGIN")
      do {
        let create = try connection.run(
          "SELECT format('CREATE ROLE %I LOGIN PASSWORD %L', $1, $2)", [.text(name), .text(password)]
        ).text(0, 0)
        try connection.script(create)
        let role = try connection.run("SELECT quote_ident($1)", [.text(name)]).text(0, 0)
        // What belonged to a login of this name that was dropped is not the new one's.
        _ = try connection.run("DELETE FROM \(schema).device WHERE login = $1", [.text(name)])
        for grant in grants { try connection.script(grant.replacing(" TO role;", with: " TO \(role)")) }
      } catch {
        if !connection.isLost { try connection.script("ROLLBACK") }
        if case .refused("42501", _)? = error as? PostgresFailure {
          throw HubError.refusedLogin("it may make no others; name the URL of the database's owner")
        }
        if case .refused("42710", _)? = error as? PostgresFailure {
          throw HubError.unusableLogin(
            "there is a login \(name) already; choose another name, or drop that one in the hub's database, with: "
              + "GRANT \"\(name)\" TO CURRENT_USER; DROP OWNED BY \"\(name)\"; DROP ROLE \"\(name)\"")
        }
        throw error
      }
      try connection.script("COMMIT")
      return connection.place
    }
    return address.with(login: name, password: password, reached: reached)
  }
}
