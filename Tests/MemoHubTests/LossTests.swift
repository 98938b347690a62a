import MemoModel
import SyncDoubles
import TestSupport
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("A connection to a hub")
struct LossTests {
  private let hub: TestHub
  private let proxy: CuttingProxy
  private let device: PostgresHub
  /// The same device through a proxy of its own.
  private let other: PostgresHub

  init() async throws {
    hub = try await TestHub()
    proxy = try CuttingProxy()
    let (login, membership) = try await hub.memberships()[0]
    device = try PostgresHub(
      url: proxy.url(login, hub), membership: membership, limits: .init(retrying: .seconds(600)))
    other = try PostgresHub(url: try hub.url(login), membership: membership)
  }

  @Test("may be cut with the answer to a push, and again at the next ones: it is written once", arguments: 1...4)
  func cut(times: Int) async throws {
    let cursor = try await device.cursor()
    proxy.change { $0.cuts = times }
    // It was written before the first answer came.
    #expect(try await device.push("m", from: cursor) == .written(before: 1, last: 1))
    #expect(try await other.all().count == 1)
    #expect(proxy.change { $0.connections } == 1 + times)
  }

  @Test("that is cut again and again is given up; the next call tries anew")
  func givenUp() async throws {
    proxy.change { $0.cuts = 5 }
    let error = await #expect(throws: HubError.self) { try await device.all() }
    guard case .unreachable? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(try await device.all().isEmpty)
  }

  @Test(
    "may be told that a push met with another: it is tried again; where that is no use it is not",
    arguments: [("40001", 3), ("40P01", 3), ("55P03", 3), ("25006", 3), ("23514", 1)])
  func refused(state: String, tries: Int) async throws {
    // A sequence counts what is rolled back, too.
    try await hub.sql(
      """
      CREATE SEQUENCE public.tries;
      CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        IF nextval('public.tries') < 3 THEN RAISE EXCEPTION 'not now' USING ERRCODE = '\(state)'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON memo_sync.push FOR EACH ROW EXECUTE FUNCTION public.refuse();
      """)
    let cursor = try await device.cursor()
    let answer = try? await device.push("m", from: cursor)
    #expect(answer == (tries == 3 ? .written(before: 0, last: 1) : nil))
    #expect(try await hub.sql("SELECT last_value FROM public.tries") == [["\(tries)"]])
    #expect(try await other.all().count == (tries == 3 ? 1 : 0))
  }

  @Test("on which no answer comes is given up in time, and not tried again")
  func silent() async throws {
    let (login, membership) = try await hub.memberships("bea")[0]
    let soon = Duration.milliseconds(200)
    let limits = [PostgresConnection.Limits(connecting: soon), PostgresConnection.Limits(statement: soon)]
    for limits in limits {
      let device = try PostgresHub(url: proxy.url(login, hub), membership: membership, limits: limits)
      // Where statements are in question, one may go before, if the machine has the time.
      if limits.statement == soon { _ = try? await device.all() }
      let before = proxy.change { mode in
        mode.holds = true
        return mode.connections
      }
      await #expect(throws: HubError.unreachable("no answer came in time")) { try await device.all() }
      #expect(proxy.change { $0.connections } <= before + 1)
      proxy.change { $0.holds = false }
    }
    #expect(try await device.all().isEmpty)
  }

  @Test(
    "may be cut with the answer to a change of keys, once or until it is given up: the new recovery key holds",
    arguments: [1, 5])
  func keys(times: Int) async throws {
    let (logins, words) = ([try await hub.login(), try await hub.login(), try await hub.login()], "correct horse")
    let url = proxy.url(logins[0], hub)
    let (membership, _) = try await HubAccounts(url: url).begin(name: "bea", passphrase: words, device: "laptop")
    let phone = try await HubAccounts(url: try hub.url(logins[1])).join(name: "bea", secret: words, device: "phone")
    let device = try PostgresHub(url: url, membership: membership, limits: .init(retrying: .seconds(600)))
    proxy.change { ($0.word, $0.cuts) = ("change_keys", times) }
    var recoveryKey: String?
    do {
      recoveryKey = try await device.revoke(phone.device, passphrase: words)
      #expect(times == 1)
    } catch HubError.unanswered(let key, _) {
      recoveryKey = key
      #expect(times == 5)
    }
    let tablet = try await HubAccounts(url: try hub.url(logins[2])).join(
      name: "bea", secret: try #require(recoveryKey), device: "tablet")
    #expect(tablet.keys?.number == 2)
  }

  @Test("may be cut with the answer to leaving: the device has left")
  func leaving() async throws {
    proxy.change { ($0.word, $0.cuts) = ("memo_sync.leave", 2) }
    try await device.leave()
    #expect(try await hub.sql("SELECT device FROM memo_sync.device") == [])
  }

  @Test("that is slow is waited for as long as something goes on, both ways")
  func slow() async throws {
    let (login, membership) = try await hub.memberships("bea")[0]
    let device = try PostgresHub(
      url: proxy.url(login, hub), membership: membership, limits: .init(statement: .seconds(6)))
    let cursor = try await device.cursor()
    proxy.change { $0.pause = 200_000 }
    let words = String(repeating: "word ", count: 400_000)
    let write = HubWrite(
      memo: try #require(MemoID("m")), base: 0, operation: OperationID(7), isDead: false,
      body: Array(#"{"id":"m","operations":[7],"text":"\#(words)"}"#.utf8))
    let push = HubPush(cursor: cursor, mark: HubMark(1), writes: [write])
    guard case .push(.written(before: 0, last: 1)) = try await device.answer(.push(push)) else {
      Issue.record("it was not written")
      return
    }
    #expect(try await device.all().map(\.utf8.count) == [write.body.count])
  }

  @Test("that breaks before a whole page has come brings it in smaller ones")
  func brittle() async throws {
    let cursor = try await device.cursor()
    let words = String(repeating: "word ", count: 200_000)
    let writes = try (1...4).map { number in
      HubWrite(
        memo: try #require(MemoID("m\(number)")), base: 0, operation: OperationID(7), isDead: false,
        body: Array(#"{"id":"m\#(number)","operations":[7],"text":"\#(words)"}"#.utf8))
    }
    for (number, write) in writes.enumerated() {
      let push = HubPush(cursor: number == 0 ? cursor : try await device.cursor(), mark: HubMark(1), writes: [write])
      guard case .push(.written) = try await device.answer(.push(push)) else { throw SyncError.busy }
    }
    proxy.change { $0.most = 2_500_000 }
    #expect(try await device.all().count == 4)
  }

  @Test("ends when its task is cancelled, while it is made and while it waits", arguments: [false, true])
  func cancelled(isConnected: Bool) async throws {
    let (login, membership) = try await hub.memberships("bea")[0]
    let device = try PostgresHub(url: proxy.url(login, hub), membership: membership)
    if isConnected { _ = try await device.all() }
    proxy.change { $0.holds = true }
    let before = proxy.change { $0.connections }
    let call = Task { try await device.all() }
    if !isConnected { #expect(await eventually { proxy.change { $0.connections } > before }) }
    call.cancel()
    await #expect(throws: HubError.cancelled) { try await call.value }
    proxy.change { $0.holds = false }
    #expect(try await device.all().isEmpty)
  }

  @Test("may be cut anywhere while devices exchange: at the end all are equal")
  func exchanges() async throws {
    let world = try await HubWorld(1)
    let (account, keys) = (world.postgres[0].membership, world.postgres[0].membership.keys)
    var hubs: [PostgresHub] = []
    for _ in 0..<2 {
      let (login, id) = (try await world.hub.login(), HubID.random())
      try await world.hub.sql(
        "INSERT INTO memo_sync.device (account, device, login) VALUES ('\(account.account)', '\(id)', '\(login)')")
      let membership = Membership(account: account.account, name: "anna", device: id, keys: keys)
      hubs.append(try PostgresHub(url: proxy.url(login, world.hub), membership: membership))
    }
    let devices = [SimulatedReplica(), SimulatedReplica()]
    var failures = 0
    func exchange(_ device: Int) async throws {
      var run = SyncRun(
        devices[device], chance: SystemRandomNumberGenerator(), now: world.now(), isConfirmed: true)
      do {
        _ = try await run.exchange(with: hubs[device])
      } catch HubError.unreachable {
        failures += 1
      }
    }
    proxy.change { $0.chance = 20 }
    for round in 0..<20 {
      for (number, device) in devices.enumerated() {
        let id = try #require(MemoID("m\(round % 4)"))
        var memo = device.memos[id]?.memo ?? world.memo(id)
        memo.lines += ["\(number) \(round)"]
        device.save(memo)
        try await exchange(number)
      }
    }
    proxy.change { $0.chance = 0 }
    for _ in 0..<4 { for device in devices.indices { try await exchange(device) } }
    let texts = devices.map { $0.memos.mapValues(\.memo.lines) }
    #expect(texts[0] == texts[1])
    let lines = texts[0].values.flatMap { $0 }.sorted()
    #expect(lines == Set(lines).sorted() && lines.count == 40)
    #expect(proxy.change { $0.connections } > 6)
  }
}
