import Foundation
import MemoModel
import SyncDoubles
import Testing

@testable import MemoSync

@Suite("An answer of the hub that can't be")
struct BadAnswerTests {
  private typealias Harm = (name: String, change: @Sendable (inout HubPage) -> Void, message: String)

  private static let harms: [Harm] = [
    ("no JSON", { $0.items[0].body = [0x7B] }, "no JSON object"),
    ("half a body", { $0.items[0].body.removeLast(9) }, "no JSON object"),
    ("no object", { $0.items[0].body = Array("[]".utf8) }, "no JSON object"),
    ("no memo", { $0.items[0].body = Array("{}".utf8) }, "which memo"),
    ("another memo", { $0.items[0].body = $0.items[1].body }, "is memo"),
    ("another type", { $0.items[0].replace(#""text":"#, #""text":7,"was":"#) }, "no text"),
    ("no properties", { $0.items[0].replace(#""properties":{}"#, #""properties":[]"#) }, "no properties"),
    ("no date", { $0.items[0].replace(#""createdAt""#, #""made""#) }, "made and changed"),
    ("a date that is none", { $0.items[0].replace(#""createdAt":"#, #""createdAt":9999999999999"#) }, "a date"),
    ("no operations", { $0.items[0].replace(#""operations":["#, #""operations":[],"were":["#) }, "0 operations"),
    ("another operation", { $0.items[0].operation = OperationID(1) }, "another operation"),
    ("a number that goes back", { $0.items.swapAt(0, 1) }, "behind"),
    ("a number twice", { $0.items[1].seq = $0.items[0].seq }, "behind"),
    ("a number beyond the end", { $0.items[1].seq = 1_000 }, "in a page"),
    (
      "a memo twice",
      {
        $0.items[1] = $0.items[0]; $0.items[1].seq += 1
      }, "there twice"
    ),
    ("a base behind it", { $0.items[0].base = $0.items[0].seq }, "goes on from"),
    ("a base that is none", { $0.items[0].base = -1 }, "goes on from"),
    ("an end beyond the head", { $0.end = $0.head + 1 }, "a page from"),
    (
      "an end before it",
      {
        $0.end = 0; $0.items = []
      }, "a page from"
    ),
    ("fewer tombstones than none", { $0.deadAhead = -1 }, "-1 tombstones"),
    ("too many", { $0.items = Array(repeating: $0.items[0], count: HubPull.mostItems + 1) }, "items in a page"),
  ]

  @Test("ends the exchange with what is wrong, and changes nothing", arguments: harms.indices)
  func harm(index: Int) throws {
    let (name, change, message) = Self.harms[index]
    let pair = Pair()
    try pair.save(0, "m", "one")
    try pair.save(0, "n", "two")
    try pair.exchange(0)
    try pair.save(1, "o", "three")
    let error = #expect(throws: SyncError.self, "\(name)") {
      try pair.exchange(1) { answer in
        guard case .page(var page) = answer else { return }
        change(&page)
        answer = .page(page)
      }
    }
    #expect(error?.description.contains(message) == true, "\(name): \(error?.description ?? "")")
    #expect(pair.devices[1].commits == 0)
    try pair.settle()
    #expect(try pair.texts("m") == ["one", "one"] && pair.texts("o") == ["three", "three"])
  }

  @Test("says to update the program if its protocol is a later one")
  func protocolVersion() throws {
    let pair = Pair()
    pair.hub.protocolVersion = SyncProtocol.version + 1
    try pair.save(0, "m", "one")
    let error = #expect(throws: SyncError.self) { try pair.exchange(0) }
    #expect(error?.description == "the hub speaks protocol 2, this program 1; update memo-ls on this device")
    #expect(pair.hub.head == 0 && pair.devices[0].commits == 0)
  }

  @Test("to a push ends the exchange, too", arguments: [(-1, 0), (0, 2), (5, 3)])
  func push(before: Int, last: Int) throws {
    let pair = Pair(1)
    try pair.save(0, "m", "one")
    #expect(throws: SyncError.self) {
      try pair.exchange(0) { if case .push = $0 { $0 = .push(.written(before: before, last: last)) } }
    }
    #expect(pair.devices[0].rows.values.allSatisfy { $0.base == nil })
  }

  @Test("that comes again and again is asked for only so often")
  func refusing() throws {
    let pair = Pair(1)
    try pair.save(0, "m", "one")
    #expect(throws: SyncError.self) {
      try pair.exchange(0) { answer in
        switch answer {
        case .push: answer = .push(.outOfStep)
        case .page:
          answer = .page(
            HubPage(
              protocolVersion: 1, epoch: HubEpoch(7), mark: nil, head: 0, headMark: nil, items: [], end: 0,
              deadAhead: 0))
        }
      }
    }
    var epoch: UInt128 = 100
    #expect(throws: SyncError.self) {
      try pair.exchange(0) { answer in
        guard case .page(var page) = answer else { return }
        epoch += 1
        page.epoch = HubEpoch(epoch)
        answer = .page(page)
      }
    }
    #expect(pair.requests.count < 40)
    #expect(try pair.text(0, "m") == "one")
    try pair.exchange(0)
    #expect(pair.hub.items.count == 1)
  }

  @Test("that was not asked for is refused")
  func unasked() throws {
    let pair = Pair(1)
    #expect(throws: SyncError.self) {
      try pair.exchange(0) { $0 = .push(.outOfStep) }
    }
  }
}

extension HubItem {
  mutating func replace(_ old: String, _ new: String) {
    body = Array(String(decoding: body, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
  }
}
