import MemoModel
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("A login that belongs to nobody or to another account")
struct ForeignLoginTests {
  /// An account with something in it, and logins: one without an account, one of another.
  private func hub() async throws -> (hub: TestHub, victim: PostgresHub, logins: [String]) {
    let hub = try await TestHub()
    let victim = try await hub.account(devices: 2)[0]
    _ = try await victim.put("m")
    let (foreign, own) = (try await hub.login(), try await hub.memberships("bea")[0])
    return (hub, victim, [foreign, own.login])
  }

  /// All that is there, and who may do what.
  private func state(_ hub: TestHub, _ account: HubID) async throws -> [String] {
    var all = try await hub.sql(
      """
      SELECT relname, relacl FROM pg_class WHERE relnamespace = 'memo_sync'::regnamespace
      UNION ALL SELECT proname, proacl FROM pg_proc WHERE pronamespace = 'memo_sync'::regnamespace
      UNION ALL SELECT nspname, nspacl FROM pg_namespace WHERE nspname NOT LIKE 'pg_%temp%'
      """)
    for table in Attacks.tables {
      all += try await hub.sql("SELECT t::text FROM memo_sync.\(table) t WHERE account = '\(account)' ORDER BY 1")
    }
    return all.map { $0.joined(separator: " ") }.sorted()
  }

  @Test("sees no row of an account, and not its own proof")
  func reading() async throws {
    let (hub, victim, logins) = try await hub()
    let account = victim.membership.account
    for login in logins {
      let session = try hub.session(login)
      for table in Attacks.tables where table != "proof" {
        for condition in ["", "WHERE account = '\(account)'"] {
          let found = try await rows(session, "SELECT account::text FROM memo_sync.\(table) \(condition)")
          #expect(!found.contains(["\(account)"]), "\(login) \(table)")
        }
      }
      await #expect(throws: PostgresFailure.self) { try await rows(session, "SELECT * FROM memo_sync.proof") }
      let looked = try await rows(session, "SELECT * FROM memo_sync.lookup('anna')")
      #expect(looked.count == 1 && looked[0].count == 4)
      // A function of its own sees no row that it may not see, whatever the planner does.
      try await rows(
        session,
        "CREATE FUNCTION pg_temp.look(bytea) RETURNS bool COST 0.0001 LANGUAGE plpgsql AS "
          + "$$ BEGIN RAISE NOTICE '%', $1; RETURN true; END $$")
      #expect(
        try await rows(session, "SELECT 1 FROM memo_sync.item WHERE pg_temp.look(body) AND account = '\(account)'")
          .isEmpty)
      #expect(try await rows(session, "SELECT * FROM pg_stats WHERE schemaname = 'memo_sync'").isEmpty)
    }
  }

  /// The codes for no right, no member, no free login, and nothing to be seen: an attempt must fail with one of these,
  /// and not for a slip of its own.
  private static let refusals = ["42501", "MS001", "MS003", "22012"]

  private func refuse(_ session: PostgresSession, _ statement: String) async throws {
    let error = await #expect(throws: PostgresFailure.self, "\(statement)") { try await rows(session, statement) }
    guard case .refused(let state, _)? = error, Self.refusals.contains(state) else {
      Issue.record("\(statement): \(error as Any)")
      return
    }
  }

  @Test("changes nothing of an account, whatever it tries")
  func writing() async throws {
    let (hub, victim, logins) = try await hub()
    let (account, device) = (victim.membership.account, victim.membership.device)
    let epoch = HubID(try await victim.cursor().epoch.value)
    let before = try await state(hub, account)
    for login in logins {
      let session = try hub.session(login)
      for attack in Attacks.all {
        let statement = attack.replacing("ACCOUNT", with: "\(account)").replacing("DEVICE", with: "\(device)")
          .replacing("EPOCH", with: "\(epoch)").replacing("OWNER", with: "keeperhub\(hub.number)")
        try await refuse(session, statement)
      }
    }
    #expect(try await state(hub, account) == before)
    #expect(try await victim.all().count == 1)
  }

  @Test("of the account itself, too, changes rows only as the functions do")
  func member() async throws {
    let hub = try await TestHub()
    let members = try await hub.memberships(devices: 2)
    let victim = try PostgresHub(url: try hub.url(members[0].login), membership: members[0].membership)
    _ = try await victim.put("m")
    let (account, device) = (victim.membership.account, victim.membership.device)
    let before = try await state(hub, account)
    let session = try hub.session(members[1].login)
    // It is no foreign login, so what only looks at its rows is allowed.
    let looks = ["search_path", "SELECT 1 / (SELECT count(*)", "SELECT * FROM memo_sync.device FOR"]
    for attack in Attacks.all where !looks.contains(where: attack.contains) {
      let statement = attack.replacing("ACCOUNT", with: "\(account)").replacing("DEVICE", with: "\(device)")
        .replacing("EPOCH", with: "\(HubID(try await victim.cursor().epoch.value))")
        .replacing("OWNER", with: "keeperhub\(hub.number)")
      try await refuse(session, statement)
    }
    // Its own keys it changes only with the secret.
    let change = """
      SELECT memo_sync.change_keys('\(account)', '\(members[1].membership.device)', 'guess', 1, 2,
        decode(repeat('00', 16), 'hex'), 1, 1, decode(repeat('00', 72), 'hex'), NULL, 'x', NULL, '\(device)')
      """
    #expect(try await rows(session, change) == [["1"]])
    #expect(try await state(hub, account) == before)
  }

  /// Puts operators of the login's own where a hub's statements would find them, and counts who runs them.
  private static let traps: String = {
    let operators = [
      ("=", "oid, regprocedure", "boolean"), ("=", "oid, regrole", "boolean"), ("<>", "oid, regrole", "boolean"),
      ("*", "numeric, integer", "numeric"),
    ]
    let made = operators.enumerated().map { number, each in
      let sides = each.1.split(separator: ", ")
      return """
        CREATE FUNCTION public.trap\(number)(\(each.1)) RETURNS \(each.2) LANGUAGE plpgsql VOLATILE AS $$
        BEGIN INSERT INTO public.caught VALUES (session_user); RETURN NULL; END $$;
        CREATE OPERATOR public.\(each.0) (
          LEFTARG = \(sides[0]), RIGHTARG = \(sides[1]), FUNCTION = public.trap\(number));
        """
    }
    return "CREATE TABLE public.caught (login name); GRANT INSERT ON public.caught TO PUBLIC;" + made.joined()
  }()

  @Test("runs nothing in the place of a device or of the owner, though it may make what it likes in the schema public")
  func traps() async throws {
    let (hub, victim, logins) = try await hub()
    try await hub.sql("GRANT CREATE ON SCHEMA public TO PUBLIC; ALTER ROLE keeperhub\(hub.number) CREATEROLE")
    try await rows(hub.session(logins[0]), Self.traps)
    let text = try await victim.put("m")
    #expect(try await victim.all() == [text])
    #expect(try await victim.devices().count == 2)
    #expect(try await HubAccounts(url: try hub.url(logins[1])).exists("anna"))
    try await victim.acknowledge(1)
    _ = try await victim.waitForNews(atMost: .milliseconds(1))
    try await victim.leave()
    _ = try await HubTables.create(url: try hub.owner)
    _ = try await HubTables.makeLogin("later\(hub.number)", url: try hub.owner)
    #expect(try await hub.sql("SELECT DISTINCT login FROM public.caught") == [])
  }

  @Test("guesses a passphrase once a second at most, also where it breaks off or guesses on many connections")
  func guessing() async throws {
    let (hub, victim, logins) = try await hub()
    let guess = "SELECT memo_sync.join('\(victim.membership.account)', 'x', '\(HubID.random())')"
    let began = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        let session = try hub.session(logins[0])
        group.addTask {
          let answer = try await rows(session, guess)
          #expect(answer == [["f"]])
        }
      }
      try await group.waitForAll()
    }
    #expect(ContinuousClock.now - began > .seconds(2.9))
    // Whoever doesn't wait for the answer doesn't get one.
    let session = try hub.session(logins[0])
    await #expect(throws: PostgresFailure.self) {
      try await rows(session, "SET statement_timeout = 900; \(guess)")
    }
  }

  @Test("keeps no device from changing the account's keys by joining without an end")
  func joiningForLong() async throws {
    let hub = try await TestHub()
    let members = try await hub.memberships(devices: 2)
    let (account, device) = (members[0].membership.account, members[0].membership.device)
    let foreign = try hub.session(try await hub.login())
    try await rows(foreign, "BEGIN; SELECT memo_sync.join('\(account)', 'x', '\(HubID.random())')")
    let change = """
      SELECT memo_sync.change_keys('\(account)', '\(device)', 'a', 1, 2, decode(repeat('00', 16), 'hex'), 268435456, 3,
        decode(repeat('00', 72), 'hex'), NULL, 'x', NULL, '\(members[1].membership.device)')
      """
    let session = try hub.session(members[0].login)
    #expect(try await rows(session, "SET statement_timeout = 5000; \(change)") == [["0"]])
    // Whoever else wants to join is told after a while.
    #expect(HubError(PostgresFailure.refused(state: "55P03", "")).description.contains("another login"))
    let waiting = try hub.session(try await hub.login())
    let join = "SELECT memo_sync.join('\(account)', 'x', '\(HubID.random())')"
    let refusal = await #expect(throws: PostgresFailure.self) { try await rows(waiting, join) }
    guard case .refused(PostgresFailure.locked, _)? = refusal else {
      Issue.record("\(refusal as Any)")
      return
    }
  }

  @Test("of the owner may come without being a superuser's: no row is shown by mistake, and tables are made again")
  func owner() async throws {
    let (hub, victim, _) = try await hub()
    let before = try await state(hub, victim.membership.account)
    #expect(try await HubTables.create(url: try hub.owner) == HubTables.grants)
    #expect(try await state(hub, victim.membership.account) == before)
    let found = try await hub.sql(
      "SELECT relname FROM pg_class WHERE relnamespace = 'memo_sync'::regnamespace AND relkind = 'r' "
        + "AND relrowsecurity AND relforcerowsecurity")
    #expect(found.count == Attacks.tables.count)
    let definers = try await hub.sql(
      "SELECT proname FROM pg_proc WHERE pronamespace = 'memo_sync'::regnamespace AND prosecdef "
        + "AND proconfig IS DISTINCT FROM '{\"search_path=pg_catalog, pg_temp\"}'")
    #expect(definers.isEmpty)
    await #expect(throws: HubError.self) { _ = try await HubTables.create(url: try hub.url(try await hub.login())) }
    let replacing = "CREATE OR REPLACE FUNCTION memo_sync.version() RETURNS int LANGUAGE sql AS"
    for version in [0, -1, Int(Int32.min)] {
      try await hub.sql("\(replacing) 'SELECT \(version)'")
      let refusal = HubError.unfitDatabase("its tables say that they are of version \(version)")
      await #expect(throws: refusal) { try await HubTables.create(url: try hub.owner) }
    }
    try await hub.sql("\(replacing) 'SELECT 9'")
    await #expect(throws: HubError.newerProtocol(9)) { try await HubTables.create(url: try hub.owner) }
    let (login, membership) = (try await hub.login(), victim.membership)
    await #expect(throws: HubError.newerProtocol(9)) {
      _ = try await PostgresHub(url: try hub.url(login), membership: membership).all()
    }
    await #expect(throws: HubError.newerProtocol(9)) {
      try await HubAccounts(url: try hub.url(try await hub.login())).exists("anna")
    }
  }

  @Test("of the owner makes no hub of a database whose encoding does not have all names")
  func encoding() async throws {
    let hub = try await TestHub()
    let server = try PostgresSession(HubAddress(HubServer.url("owner", database: "postgres")))
    let name = "latin\(hub.number)"
    try await rows(
      server, "CREATE DATABASE \(name) OWNER keeperhub\(hub.number) TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    let url = try HubServer.url("keeperhub\(hub.number)", database: name)
    let error = await #expect(throws: HubError.self) { try await HubTables.create(url: url) }
    #expect(error?.description.contains("its encoding is LATIN1") == true)
  }

  @Test("without the owner's GRANT, or in a database without tables, is told what is to be done")
  func noHub() async throws {
    let hub = try await TestHub()
    try await hub.sql("CREATE ROLE stranger\(hub.number) LOGIN")
    for url in [try hub.url("stranger\(hub.number)"), try HubServer.url("owner", database: "postgres")] {
      await #expect(throws: HubError.notAHub) { try await HubAccounts(url: url).exists("anna") }
    }
    let refused = await #expect(throws: HubError.self) {
      try await HubAccounts(url: try hub.url("nobody\(hub.number)")).exists("anna")
    }
    guard case .refusedLogin? = refused else {
      Issue.record("\(refused as Any)")
      return
    }
  }
}
