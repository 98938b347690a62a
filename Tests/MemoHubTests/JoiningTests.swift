import MemoSync
import Testing

@testable import MemoHub

@Suite("Whoever knows a secret of an account that is changed")
struct JoiningTests {
  private let hub: TestHub
  private let members: [(login: String, membership: Membership)]

  init() async throws {
    hub = try await TestHub()
    members = try await hub.memberships(devices: 2)
  }

  private var account: HubID { members[0].membership.account }

  /// Changes the account's keys as a device does.
  private func change(_ member: Int, to secret: String) async throws -> [[String]] {
    let (login, membership) = members[member]
    let session = try PostgresSession(try HubAddress(try hub.url(login)), .init(retrying: .zero))
    return try await rows(
      session,
      """
      SELECT memo_sync.change_keys('\(account)', '\(membership.device)', 'a', 1, 1, decode(repeat('01', 16), 'hex'),
        268435456, 3, decode(repeat('0\(member)', 72), 'hex'), NULL, '\(secret)', NULL, NULL)
      """)
  }

  private func join() -> String { "SELECT memo_sync.join('\(account)', 'a', '\(HubID.random())')" }

  @Test("joins with the former one no more, whatever the transaction has seen before")
  func snapshot() async throws {
    let session = try hub.session(try await hub.login())
    try await rows(session, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1")
    #expect(try await change(0, to: "x") == [["0"]])
    await #expect(throws: PostgresFailure.self) { try await rows(session, join()) }
    try await rows(session, "ROLLBACK")
    #expect(try await rows(session, join()) == [["f"]])
    #expect(try await hub.sql("SELECT count(*) FROM memo_sync.device") == [["2"]])
  }

  @Test("reads nothing behind the change without being listed: until a joining has ended there is none")
  func hidden() async throws {
    let session = try hub.session(try await hub.login())
    #expect(try await rows(session, "BEGIN; \(join())") == [["t"]])
    let error = await #expect(throws: PostgresFailure.self) { try await change(0, to: "x") }
    #expect(error?.meaning.description.contains("another login has had for long what this waits for") == true)
    try await rows(session, "COMMIT")
    #expect(try await change(0, to: "x") == [["0"]])
    #expect(try await hub.sql("SELECT count(*) FROM memo_sync.device") == [["3"]])
  }

  @Test("changes it no more once another device has")
  func race() async throws {
    async let one = change(0, to: "x")
    async let other = change(1, to: "y")
    #expect(try await [one, other].joined().joined().sorted() == ["0", "1"])
  }
}
