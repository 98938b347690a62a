import Foundation
import MemoModel
import SyncDoubles
import TestSupport
import Testing

@testable import MemoHub
@testable import MemoSync

@Suite("Pushes")
struct PushingTests {
  private static func push(_ hub: PostgresHub, _ cursor: HubCursor, _ ids: [String]) async throws -> (Int, Int)? {
    let writes = try ids.map { id in
      let operation = OperationID(.random(in: .min ... .max))
      return HubWrite(
        memo: try #require(MemoID(id)), base: 0, operation: operation, isDead: false,
        body: Array(#"{"id":"\#(id)","operations":[\#(operation.value)]}"#.utf8))
    }
    let push = HubPush(cursor: cursor, mark: HubMark(.random(in: .min ... .max)), writes: writes)
    guard case .push(.written(let before, let last)) = try await hub.answer(.push(push)) else { return nil }
    return (before, last)
  }

  /// How many memos a reader sees that goes by its cursor while others push.
  private static func read(_ hub: PostgresHub, upTo end: Int) async throws -> Int {
    var (seen, after): (Set<MemoID>, Int) = ([], 0)
    while after < end {
      guard case .page(let page) = try await hub.answer(.pull(HubPull(after: after, head: after))) else { break }
      for item in page.items {
        try require(item.seq > after && item.seq <= page.end, "\(item.seq) behind \(after)")
        seen.insert(item.memo)
      }
      try require(page.head == 0 || page.headMark != nil, "no push ends at \(page.head)")
      after = page.end
    }
    return seen.count
  }

  @Test("of eight connections at once give out each number once, and a reader misses none")
  func concurrent() async throws {
    let hub = try await TestHub()
    let devices = try await hub.account(devices: 9)
    let cursor = try await devices[8].cursor()
    async let seen = Self.read(devices[8], upTo: 2_400)
    try await withThrowingTaskGroup(of: [ClosedRange<Int>].self) { group in
      for (number, device) in devices.dropLast().enumerated() {
        group.addTask {
          var ranges: [ClosedRange<Int>] = []
          for round in 0..<25 {
            let ids = (0..<12).map { "m-\(number)-\(round)-\($0)" }
            let answer = try await Self.push(device, cursor, ids)
            let (before, last) = try #require(answer)
            try require(last == before + ids.count, "\(before) \(last)")
            ranges.append(before + 1...last)
          }
          return ranges
        }
      }
      var all: [ClosedRange<Int>] = []
      for try await ranges in group { all += ranges }
      let numbers: [Int] = all.flatMap { Array($0) }
      #expect(numbers.sorted() == Array(1...2_400))
    }
    #expect(try await seen == 2_400)
  }

  @Test(
    "leave their mark right after their cursor, and after another's push one that is mixed with its mark",
    arguments: [(1, 1), (.max, 1), (0x8000_0000_0000_0000, 0x0123_4567_89AB_CDEF), (7, 0)] as [(UInt64, UInt64)])
  func marks(first: UInt64, second: UInt64) async throws {
    let devices = try await TestHub().account(devices: 2)
    let cursor = try await devices[0].cursor()
    for (number, mark) in [first, second].enumerated() {
      let operation = OperationID(Int64(number))
      let write = HubWrite(
        memo: try #require(MemoID("m\(number)")), base: 0, operation: operation, isDead: false,
        body: Array(#"{"id":"m\#(number)","operations":[\#(number)]}"#.utf8))
      _ = try await devices[number].answer(.push(HubPush(cursor: cursor, mark: HubMark(mark), writes: [write])))
      let expected = number == 0 ? HubMark(first) : HubMark(second).mixed(with: HubMark(first))
      #expect(try await devices[0].cursor().mark == expected)
    }
  }

  @Test("of one memo by many at once: one is written, the others are not")
  func sameMemo() async throws {
    let hub = try await TestHub()
    let devices = try await hub.account(devices: 8)
    let cursor = try await devices[0].cursor()
    let written = try await withThrowingTaskGroup(of: Int.self) { group in
      for device in devices {
        group.addTask {
          let answer = try await Self.push(device, cursor, ["m"])
          return answer.map { $0.1 - $0.0 } ?? -1
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(written.sorted() == [0, 0, 0, 0, 0, 0, 0, 1])
  }

  @Test("of what is there already write nothing, whatever they say that it goes on from")
  func again() async throws {
    let hub = try await TestHub()
    let device = try await hub.account()[0]
    let cursor = try await device.cursor()
    #expect(try await device.push("m", from: cursor) == .written(before: 0, last: 1))
    for base in 0...2 {
      #expect(try await device.push("m", from: cursor, base: base) == .written(before: 1, last: 1))
    }
    #expect(try await device.push("m", from: cursor, base: 1, OperationID(8)) == .written(before: 1, last: 2))
  }

  @Test("that wait for another write nothing if the device was shut out meanwhile, or the keys were changed")
  func overtaken() async throws {
    let changes: [(String, HubError)] = [
      ("UPDATE memo_sync.device SET revoked_at = now()", .revoked),
      ("UPDATE memo_sync.account SET key_number = 2", .keysChanged),
    ]
    for (change, expected) in changes {
      let hub = try await TestHub()
      let device = try await hub.account()[0]
      let cursor = try await device.cursor()
      try await hub.sql("BEGIN; SELECT head FROM memo_sync.account FOR UPDATE")
      let answer = Task { try await device.push("m", from: cursor) }
      let onlooker = try hub.session("owner")
      let waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = 'hub\(hub.number)' AND wait_event_type = 'Lock'"
      #expect(await eventually { (try? await rows(onlooker, waiting))?.count == 1 })
      try await hub.sql("\(change); COMMIT")
      await #expect(throws: expected) { try await answer.value }
      #expect(try await hub.sql("SELECT 1 FROM memo_sync.item").isEmpty)
    }
  }

  @Test("have at most 500 items, and bodies of any length")
  func sizes() async throws {
    let hub = try await TestHub()
    let device = try await hub.account()[0]
    let cursor = try await device.cursor()
    let error = await #expect(throws: HubError.self) {
      try await Self.push(device, cursor, (0...500).map { "m\($0)" })
    }
    #expect(error?.description.contains("at most 500") == true)
    let words = String(repeating: "word ", count: 1_200_000)
    for number in 0..<4 {
      let body = #"{"id":"long\#(number)","operations":[1],"text":"\#(words)"}"#
      let write = HubWrite(
        memo: try #require(MemoID("long\(number)")), base: 0, operation: OperationID(1), isDead: false,
        body: Array(body.utf8))
      _ = try await device.answer(.push(HubPush(cursor: cursor, mark: HubMark(1), writes: [write])))
    }
    // A page of long ones ends early.
    guard case .page(let page) = try await device.answer(.pull(HubPull(after: 0, head: 0))) else {
      Issue.record("no page came")
      return
    }
    #expect(page.items.count == 2 && page.end == 2 && page.head == 4)
    #expect(try await device.all().map(\.utf8.count).allSatisfy { $0 > 6_000_000 })
  }

  @Test("and all else leave no words, title or identifier in a dump of the hub, nor a device's name")
  func dump() async throws {
    let hub = try await TestHub()
    let login = try await hub.login()
    let url = try hub.url(login)
    let (membership, key) = try await HubAccounts(url: url).begin(
      name: "anna", passphrase: "correct horse", device: "Laptop of Anna")
    let device = try PostgresHub(url: url, membership: membership)
    _ = try await device.put("identifier-of-a-memo")
    let folder = try TemporaryFolder()
    let program = ChildFiles.pgDump
    let dump = try ChildProgram([program, "--file", "\(folder.path)/dump", "-d", try hub.url("owner")])
    dump.wait()
    let text = try String(contentsOfFile: "\(folder.path)/dump", encoding: .utf8)
    #expect(text.contains("COPY memo_sync.item") && text.contains("anna") && text.contains(login))
    let secrets = ["secret", "words", "identifier-of", "Laptop", "horse", key.prefix(5).description]
    for secret in secrets {
      #expect(!text.contains(secret), "\(secret)")
      let digits = secret.utf8.map { String($0, radix: 16) }.joined()
      #expect(!text.contains(digits), "\(secret)")
    }
  }
}
