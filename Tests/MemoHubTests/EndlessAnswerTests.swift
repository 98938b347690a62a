import MemoSync
import Testing

@testable import MemoHub

@Suite("An answer of the hub that is longer than any may be")
struct EndlessAnswerTests {
  /// The longest body that the device takes in.
  private static let longest = 1 << 20

  /// A hub with a memo, whose body has so many bytes, and the device that wrote it.
  private func world(bytes: Int) async throws -> (hub: TestHub, device: PostgresHub, login: String) {
    let hub = try await TestHub()
    let (login, membership) = try await hub.memberships()[0]
    let device = try PostgresHub(url: try hub.url(login), membership: membership, limits: .init(body: Self.longest))
    _ = try await device.put("m")
    try await hub.sql("UPDATE memo_sync.item SET body = decode(repeat('00', \(bytes)), 'hex')")
    return (hub, device, login)
  }

  @Test("by one body ends the exchange with its length, which is all that is read of it")
  func body() async throws {
    for (bytes, words) in [(Self.longest, "key 0"), (Self.longest + 1, "item 1 has 1048577 bytes")] {
      let (_, device, _) = try await world(bytes: bytes)
      let error = await #expect(throws: SyncError.self) { try await device.all() }
      #expect(error?.description.contains(words) == true, "\(error as Any)")
    }
  }

  @Test("by rows, or by the bytes of a few, is not read to its end", arguments: [(400, 50_000), (longest, 100)])
  func rows(bytes: Int, count: Int) async throws {
    let (hub, device, login) = try await world(bytes: bytes)
    // Whoever keeps a hub may have it answer anything to anything.
    try await hub.sql(
      """
      ALTER TABLE memo_sync.account RENAME TO accounts;
      CREATE VIEW memo_sync.account AS SELECT a.* FROM memo_sync.accounts a, generate_series(1, \(count));
      GRANT SELECT ON memo_sync.account TO \(login)
      """)
    let error = await #expect(throws: HubError.self) { try await device.all() }
    #expect(error == .endlessAnswer)
    try await hub.sql("DROP VIEW memo_sync.account; ALTER TABLE memo_sync.accounts RENAME TO account")
    // The same connection is used no more.
    await #expect(throws: SyncError.self) { try await device.all() }
  }
}
