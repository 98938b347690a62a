import MemoModel
import MemoSync
import Platform
import Testing

@testable import MemoHub

@Suite("What the hub keeps of a memo")
struct SealingTests {
  private let keys: AccountKeys
  private let context: ItemContext
  private let body = Array(#"{"id":"m","text":"one"}"#.utf8)

  init() throws {
    keys = try AccountKeys.first()
    context = ItemContext(
      account: HubID(1), item: keys.item(of: try #require(MemoID("m"))), operation: OperationID(-2), base: 3,
      isDead: false)
  }

  @Test("is opened by whoever has the key, and is another each time")
  func sealed() throws {
    let sealed = keys.seal(body, context)
    #expect(try keys.open(sealed, context, at: 4) == body)
    #expect(sealed != keys.seal(body, context))
    #expect(sealed.count == 8 + 256 + Seal.overhead)
  }

  typealias Change = (name: String, change: @Sendable (inout ItemContext) -> Void)

  private static let changes: [Change] = [
    ("another account", { $0.account = HubID(2) }),
    ("another item", { $0.item[31] ^= 1 }),
    ("another operation", { $0.operation = OperationID(2) }),
    ("another base", { $0.base = 2 }),
    ("a tombstone", { $0.isDead = true }),
  ]

  @Test("belongs to what it was sealed for", arguments: changes.indices)
  func context(index: Int) throws {
    var other = context
    Self.changes[index].change(&other)
    let sealed = keys.seal(body, context)
    #expect(throws: SyncError.self, "\(Self.changes[index].name)") { try keys.open(sealed, other, at: 4) }
  }

  @Test("can't be changed in any byte, nor cut anywhere")
  func tampered() throws {
    let sealed = keys.seal(body, context)
    for index in sealed.indices {
      var other = sealed
      other[index] ^= 1
      #expect(throws: (any Error).self, "byte \(index)") { try keys.open(other, context, at: 4) }
      #expect(throws: (any Error).self, "\(index) bytes") { try keys.open(Array(sealed[..<index]), context, at: 4) }
    }
  }

  @Test("names its protocol and its key, which can't be passed for others that are there")
  func head() throws {
    let newer = try keys.renewed()
    var sealed = newer.seal(body, context)
    #expect(sealed[..<8] == [0, 0, 0, 1, 0, 0, 0, 2])
    #expect(throws: HubError.keysChanged) { try keys.open(sealed, context, at: 4) }
    sealed[7] = 1
    #expect(throws: SyncError.self) { try newer.open(sealed, context, at: 4) }
    sealed[7] = 0
    #expect(throws: SyncError.self) { try newer.open(sealed, context, at: 4) }
    sealed = newer.seal(body, context)
    sealed[3] = 0
    #expect(throws: SyncError.self) { try newer.open(sealed, context, at: 4) }
    sealed[3] = 2
    let error = #expect(throws: SyncError.self) { try newer.open(sealed, context, at: 4) }
    #expect(error?.description.contains("update memo-ls") == true)
  }

  @Test("is opened with newer keys, too, and its item is called the same")
  func renewed() throws {
    let newer = try keys.renewed()
    let memo = try #require(MemoID("m"))
    #expect(try newer.open(keys.seal(body, context), context, at: 4) == body)
    #expect(newer.item(of: memo) == keys.item(of: memo))
    #expect(newer.goOn(from: keys) && !keys.goOn(from: newer))
    #expect(try !newer.goOn(from: AccountKeys.first()))
    #expect(try AccountKeys.first().item(of: memo) != keys.item(of: memo))
    #expect(try keys.item(of: #require(MemoID("n"))) != keys.item(of: memo))
  }

  @Test("names a write as all devices do, with whatever keys, and as nobody else can")
  func copies() throws {
    let (memo, write) = (try #require(MemoID("daily-2026-01-02")), OperationID(7))
    let name = keys.writeName(of: memo, write)
    #expect(try keys.renewed().writeName(of: memo, write) == name)
    #expect(try AccountKeys.first().writeName(of: memo, write) != name)
    #expect(keys.writeName(of: memo, OperationID(8)) != name && memo.copy(of: write).operation != name)
    #expect(memo.copy(of: write) { keys.writeName(of: $0, $1) }.operation == name)
  }

  @Test("tells its length in few sizes, that waste a quarter at most")
  func padding() throws {
    var sizes: Set<Int> = []
    for count in Array(0...5_000) + [65_535, 65_536, 65_537, 1 << 20, 5_000_000] {
      let bytes = [UInt8](repeating: 0x80, count: count)
      let padded = Padding.padded(bytes)
      sizes.insert(padded.count)
      #expect(Padding.unpadded(padded) == bytes)
      #expect(AccountKeys.sealedCount(of: count) <= HubPush.sealedBytes(of: count))
      #expect(padded.count >= 256 && (count < 1_024 || padded.count * 4 <= (count + 1) * 5))
    }
    #expect(
      sizes.filter { $0 <= 5_120 }.sorted() == [
        256, 512, 1_024, 1_280, 1_536, 1_792, 2_048, 2_560, 3_072, 3_584, 4_096, 5_120,
      ])
    for harm in [[], [0], [UInt8](repeating: 0, count: 256), [0x80] + [UInt8](repeating: 0, count: 256)] {
      #expect(Padding.unpadded(harm) == nil)
    }
  }

  @Test("can have so many keys, and no half ones")
  func rings() throws {
    for count in [0, 1, 31, 33, 32 * 1_001] {
      #expect(throws: HubError.self) {
        try AccountKeys(SecretBytes([UInt8](repeating: 7, count: count)))
      }
    }
    #expect(try AccountKeys(SecretBytes([UInt8](repeating: 7, count: 64))).number == 2)
  }
}
