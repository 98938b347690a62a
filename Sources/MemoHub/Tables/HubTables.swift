/// The hub's tables.
package enum HubTables {
  /// Grows with every change of them.
  package static let version = 1
  /// The schema that they are in.
  static let schema = "memo_sync"

  /// Makes the tables, or brings them up to this version; what is up to date stays as it is.
  ///
  /// - Parameter url: of the database, with the login of its owner.
  /// - Returns: what the owner runs for the login of each device, with its name for `role`.
  package static func create(url: String) async throws(HubError) -> [String] {
    let session = try PostgresSession(try HubAddress(url))
    try await session.hub { connection in
      try connection.script("SET client_min_messages = warning")
      try connection.script("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('memo_sync', 0))")
      do {
        try checkOwner(connection)
        for statements in try pending(connection) + functions(connection) { try connection.script(statements) }
      } catch {
        if !connection.isLost { try connection.script("ROLLBACK") }
        throw error
      }
      try connection.script("COMMIT")
    }
    return grants
  }

  /// The rights of each device's login: to see its account's rows, and to call functions that look at what they are
  /// given.
  static let grants = [
    "GRANT USAGE ON SCHEMA \(schema) TO role;",
    "GRANT SELECT ON \(names(["account", "push", "item", "device"])) TO role;",
    "GRANT EXECUTE ON FUNCTION \(names(TableFunctions.callable)) TO role;",
  ]

  private static func names(_ names: [String]) -> String { names.map { "\(schema).\($0)" }.joined(separator: ", ") }

  /// A schema of somebody else's could have anything in it.
  private static func checkOwner(_ connection: PostgresConnection) throws {
    let owner = try connection.run(
      """
      SELECT pg_get_userbyid(nspowner)::text FROM pg_namespace
      WHERE nspname = '\(schema)' AND nspowner <> current_user::regrole
      """
    )
    guard owner.count == 0 else {
      throw HubError.refusedLogin("the schema \(schema) is \(try owner.text(0, 0))'s; only that login changes it")
    }
  }

  /// The statements that lead from the version that is there to this one.
  private static func pending(_ connection: PostgresConnection) throws -> [String] {
    let isThere = try connection.run("SELECT 1 WHERE to_regprocedure('\(schema).version()') IS NOT NULL").count > 0
    guard isThere else {
      try checkEncoding(connection)
      return TableStatements.versions
    }
    let found = try connection.run("SELECT \(schema).version()").int(0, 0)
    guard found <= version else { throw HubError.newerProtocol(found) }
    guard found > 0 else { throw HubError.unfitDatabase("its tables say that they are of version \(found)") }
    return Array(TableStatements.versions[found...])
  }

  /// In another encoding names of accounts can't be stored, or only some, or shorter ones.
  private static func checkEncoding(_ connection: PostgresConnection) throws {
    let encoding = try connection.run("SELECT current_setting('server_encoding')").text(0, 0)
    guard encoding == "UTF8" else {
      throw HubError.unfitDatabase(
        "its encoding is \(encoding), and has to be UTF8; make another with: CREATE DATABASE notes TEMPLATE template0 "
          + "ENCODING 'UTF8'")
    }
  }

  /// Functions are made anew each time: they hold nothing.
  private static func functions(_ connection: PostgresConnection) throws -> [String] {
    // Databases that have none of PostgreSQL's notifications are asked again and again instead.
    let notifies = try connection.run("SELECT 1 FROM pg_proc WHERE proname = 'pg_notify'").count > 0
    return try renaming(connection) + TableFunctions.statements(notifies: notifies)
  }

  /// A function that was called otherwise before keeps, under its new name, the rights of the logins that had them.
  private static func renaming(_ connection: PostgresConnection) throws -> [String] {
    func isThere(_ function: String) throws -> Bool {
      try connection.run("SELECT 1 FROM pg_proc WHERE oid = to_regprocedure('\(function)') AND prokind = 'f'").count > 0
    }
    let former = "\(schema).\(TableFunctions.formerBeginning)\(TableFunctions.beginningTypes)"
    guard try isThere(former) else { return [] }
    // An earlier version may have been run again on these tables.
    if try isThere("\(schema).\(TableFunctions.beginning)\(TableFunctions.beginningTypes)") {
      return ["DROP FUNCTION \(former)"]
    }
    return ["ALTER FUNCTION \(former) RENAME TO \(TableFunctions.beginning)"]
  }
}
