import JSON
import MemoModel
import MemoSync
import Platform

extension PostgresHub {
  /// The most bytes of a page's bodies, but for the last one's; and the fewest that are asked for.
  static let mostPageBytes = 2 * HubPush.mostBytes
  private static let fewestPageBytes = 64 << 10
  /// The most bytes of a sealed body.
  static let longestBody = AccountKeys.sealedCount(of: HubPush.longestBody)

  /// All of it is one statement, so all of it is seen at one moment. Large bodies make a page end early, and of those
  /// that are longer than any comes the length alone.
  private static let statement = """
    SELECT a.protocol, a.epoch, a.head, a.key_number,
      (SELECT p.mark FROM memo_sync.push p WHERE p.account = $1 AND p.last_seq = $4),
      (SELECT p.mark FROM memo_sync.push p WHERE p.account = $1 AND p.last_seq = a.head),
      (SELECT count(*) FROM memo_sync.item i WHERE i.account = $1 AND i.seq > $3 AND i.dead),
      i.item, i.seq, i.base, i.op, i.dead, CASE WHEN octet_length(i.body) <= $6 THEN i.body END, octet_length(i.body)
    FROM memo_sync.account a LEFT JOIN (
      SELECT * FROM (
        SELECT *, sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS before FROM (
          SELECT item, seq, base, op, dead, body FROM memo_sync.item WHERE account = $1 AND seq > $3
          ORDER BY seq LIMIT \(HubPull.mostItems)
        ) page
      ) page WHERE before = 0 OR before < $5
    ) i ON true
    WHERE a.account = $1 AND EXISTS (
      SELECT FROM memo_sync.device d WHERE d.account = $1 AND d.device = $2 AND d.login = session_user)
    ORDER BY i.seq
    """

  /// A page as the hub has it.
  private struct SealedPage: Sendable {
    var page: HubPage
    var keyNumber: Int
    var items: [SealedItem] = []
  }

  private struct SealedItem: Sendable {
    let context: ItemContext
    let seq: Int
    let body: [UInt8]
  }

  /// Answers a pull.
  func page(_ pull: HubPull) async throws -> HubPage {
    let membership = membership
    let sealed = try await session.request { connection in
      let bytes = self.pageBytes
      // A line that breaks before all of a page has come may last for a part of it.
      defer {
        self.pageBytes =
          connection.isLost ? max(bytes / 4, Self.fewestPageBytes) : min(2 * bytes, Self.mostPageBytes)
      }
      let sealed = try Self.sealedPage(pull, atMost: bytes, self.longestBody, membership, connection)
      self.head = sealed.page.head
      return sealed
    }
    var page = sealed.page
    // What a later version writes is not for this one to open; the machine says so.
    guard page.protocolVersion <= SyncProtocol.version else { return page }
    let keys = try keys(of: sealed.keyNumber)
    page.items = try sealed.items.concurrentMap { try Self.opened($0, keys) }
    page.end = page.items.last?.seq ?? page.head
    return page
  }

  private static func sealedPage(
    _ pull: HubPull, atMost bytes: Int, _ longestBody: Int, _ membership: Membership, _ connection: PostgresConnection
  ) throws -> SealedPage {
    let rows = try connection.run(
      statement,
      [
        .uuid(membership.account), .uuid(membership.device), .int(pull.after), .int(pull.head), .int(bytes),
        .int(longestBody),
      ])
    guard rows.count > 0 else { throw try connection.reason(membership.account, membership.device) }
    let head = try rows.int(0, 2)
    guard head >= 0 else { throw SyncError.badAnswer("its last number is \(head)") }
    var sealed = SealedPage(
      page: HubPage(
        protocolVersion: try rows.int(0, 0), epoch: HubEpoch(try rows.uuid(0, 1).value), mark: try rows.mark(0, 4),
        head: head, headMark: try rows.mark(0, 5), items: [], end: head, deadAhead: try rows.int(0, 6)),
      keyNumber: try rows.int(0, 3))
    for row in 0..<rows.count where rows.value(row, 7) != nil {
      let context = ItemContext(
        account: membership.account, item: try rows.bytes(row, 7, count: AccountKeys.itemCount),
        operation: OperationID(Int64(try rows.int(row, 10))), base: try rows.int(row, 9),
        isDead: try rows.bool(row, 11))
      let seq = try rows.int(row, 8)
      let length = try rows.int(row, 13)
      guard length <= longestBody else {
        throw SyncError.badAnswer("item \(seq) has \(length) bytes, and none may have more than \(longestBody)")
      }
      sealed.items.append(SealedItem(context: context, seq: seq, body: try rows.bytes(row, 12)))
    }
    return sealed
  }

  private static func opened(_ item: SealedItem, _ keys: AccountKeys) throws -> HubItem {
    let (context, seq) = (item.context, item.seq)
    guard context.base >= 0 else { throw SyncError.badAnswer("item \(seq) goes on from \(context.base)") }
    let body = try keys.open(item.body, context, at: seq)
    let said = try? SyncBody(decoding: body, isDead: context.isDead)
    guard let memo = said?.id ?? (try? JSONDocument(body).root)?["id"]?.string.flatMap(MemoID.init) else {
      throw SyncError.badAnswer("item \(seq) does not say which memo it is")
    }
    guard keys.item(of: memo) == context.item else { throw SyncError.badAnswer("item \(seq) is not memo \(memo)'s") }
    return HubItem(
      memo: memo, seq: seq, base: context.base, operation: context.operation, isDead: context.isDead, body: body,
      said: said)
  }
}
