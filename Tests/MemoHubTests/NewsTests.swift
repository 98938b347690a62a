import MemoModel
import TestSupport
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("News of other devices")
struct NewsTests {
  private let hub: TestHub
  private let devices: [PostgresHub]
  private let long = Duration.seconds(120)
  private let short = Duration.milliseconds(300)

  init() async throws {
    hub = try await TestHub()
    devices = try await hub.account(devices: 2)
  }

  /// Starts to wait, and returns once the hub knows.
  private func waiting(_ device: PostgresHub, atMost time: Duration) async throws -> Task<Bool, any Error> {
    let task = Task { () async throws -> Bool in try await device.waitForNews(atMost: time) }
    let isWaiting = await eventually { (try? await listeners()) == 1 }
    try require(isWaiting, "it does not listen")
    return task
  }

  private func listeners() async throws -> Int {
    try await hub.sql(
      """
      SELECT 1 FROM pg_stat_activity
      WHERE datname = 'hub\(hub.number)' AND usename LIKE 'device%' AND state = 'idle'
        AND query LIKE 'SELECT head, replace%'
      """
    ).count
  }

  @Test("end the wait for them at once")
  func told() async throws {
    let wait = try await waiting(devices[0], atMost: long)
    _ = try await devices[1].put("m")
    #expect(try await wait.value)
  }

  @Test("from before the wait began end it, too; what was heard of does not")
  func missed() async throws {
    _ = try await devices[1].put("m")
    #expect(try await devices[0].waitForNews(atMost: long))
    _ = try await devices[0].all()
    #expect(try await !devices[0].waitForNews(atMost: short))
  }

  @Test("are not what the device pushes itself; its calls don't wait for the end of the wait")
  func own() async throws {
    let wait = try await waiting(devices[0], atMost: long)
    for _ in 0..<9 { _ = try await devices[0].put("m") }
    _ = try await devices[1].put("m")
    #expect(try await wait.value)
    _ = try await devices[0].put("m")
    let began = ContinuousClock.now
    #expect(try await !devices[0].waitForNews(atMost: short))
    #expect(ContinuousClock.now - began >= short)
  }

  @Test("are not waited for any more when the task is cancelled")
  func cancelled() async throws {
    let wait = try await waiting(devices[0], atMost: long)
    wait.cancel()
    await #expect(throws: HubError.cancelled) { try await wait.value }
    _ = try await devices[0].put("m")
  }

  @Test("are asked for where the hub lets devices listen, and tells them nothing")
  func silent() async throws {
    try await hub.sql(TableFunctions.statements(notifies: false).joined(separator: ";"))
    let wait = try await waiting(devices[0], atMost: long)
    _ = try await devices[1].put("m")
    #expect(try await wait.value)
    #expect(devices[0].head == 0)
  }

  @Test("are asked for ever more seldom, at a time of each device's own, and at once seldom where the hub tells them")
  func pauses() {
    var pauses = NewsPauses()
    func next() -> Int {
      let next = (0..<100).map { _ in pauses.next() }
      #expect(Set(next).count > 1)
      let whole = [1, 2, 4, 8, 16, 32, 48].filter { whole in
        next.allSatisfy { (.seconds(whole)...(.milliseconds(1_250 * whole))).contains($0) }
      }
      pauses.note(isNew: false, isTold: false)
      return whole.first ?? 0
    }
    #expect((0..<8).map { _ in next() } == [1, 2, 4, 8, 16, 32, 48, 48])
    pauses.note(isNew: true, isTold: false)
    #expect((0..<2).map { _ in next() } == [1, 2])
    #expect(pauses.hasFound)
    pauses.note(isNew: false, isTold: true)
    #expect(!pauses.hasFound)
    for _ in 0..<2 {
      let told = (0..<100).map { _ in pauses.next() }
      // Eight questions in ten minutes at most, beside an exchange's two: once a minute.
      #expect(told.allSatisfy { (.seconds(75)...(.seconds(90))).contains($0) } && Set(told).count > 1)
      pauses.note(isNew: false, isTold: false)
    }
    pauses.note(isNew: true, isTold: false)
    #expect(next() == 1)
  }

  @Test("come though the connection was lost meanwhile")
  func lost() async throws {
    let wait = try await waiting(devices[0], atMost: long)
    let ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'hub\(hub.number)' "
    try await hub.sql(ended + "AND query LIKE 'SELECT head, replace%' AND usename LIKE 'device%'")
    _ = try await devices[1].put("m")
    #expect(try await wait.value)
  }

  @Test("are none where the hub tells nobody: the time passes, and calls go on meanwhile")
  func deaf() async throws {
    let proxy = try CuttingProxy()
    proxy.change { $0.isDeaf = true }
    let (login, membership) = try await hub.memberships("bea")[0]
    let device = try PostgresHub(url: proxy.url(login, hub), membership: membership)
    #expect(try await !device.waitForNews(atMost: short))
    let wait = Task { () async throws -> Bool in try await device.waitForNews(atMost: long) }
    _ = try await device.put("m")
    wait.cancel()
    await #expect(throws: HubError.cancelled) { try await wait.value }
  }

  @Test("have a channel that no other login can guess, and a new one when a device was shut out")
  func channel() async throws {
    let login = try await hub.login()
    let session = try hub.session(login)
    #expect(try await rows(session, "SELECT channel FROM memo_sync.account").isEmpty)
    let channel = try await hub.sql("SELECT channel FROM memo_sync.account")
    #expect(channel.count == 1 && HubID(channel[0][0]) != nil)
    #expect(channel[0][0] != devices[0].membership.account.description)
  }
}
