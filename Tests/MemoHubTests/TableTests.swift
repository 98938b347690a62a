import SyncDoubles
import Testing

@testable import MemoHub

@Suite("The tables of a hub")
struct TableTests {
  @Test(
    "can be parted by account, but for the small ones that lead from names and logins to accounts",
    arguments: [("item", true), ("push", true), ("proof", true), ("account", false), ("device", false)])
  func parted(table: String, isParted: Bool) async throws {
    let hub = try await TestHub()
    _ = try await hub.account()[0].put("m")
    let statements = """
      CREATE TABLE public.parted (LIKE memo_sync.\(table) INCLUDING ALL) PARTITION BY HASH (account);
      CREATE TABLE public.parted_0 PARTITION OF public.parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
      CREATE TABLE public.parted_1 PARTITION OF public.parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
      INSERT INTO public.parted SELECT * FROM memo_sync.\(table);
      """
    guard isParted else {
      let error = await #expect(throws: PostgresFailure.self) { try await hub.sql(statements) }
      #expect(error.map { "\($0)" }?.contains("partition") == true)
      return
    }
    try await hub.sql(statements)
    let rows = "(SELECT * FROM memo_sync.\(table) EXCEPT SELECT * FROM public.parted)"
    #expect(try await hub.sql("SELECT count(*) FROM \(rows) x") == [["0"]])
  }
}
