import MemoEngine
import MemoModel
import MemoText
import TestSupport

@testable import MemoFolder

/// A process that has memos open: what is typed there is stored later, and merged with what others stored meanwhile.
struct TypingServer {
  let store: any MemoStore
  /// What was typed, and what the memo said when that began.
  var typed: [MemoID: (base: StoredMemo, text: [UInt8])] = [:]
}

extension FolderTrial {
  /// Opens the store for two of them. What was typed stands in journals, which outlast a process.
  func openServers() {
    let typed = servers.map(\.typed)
    closeServers()
    servers = (0..<2).map { number in
      TypingServer(store: kept.openStore(), typed: number < typed.count ? typed[number] : [:])
    }
  }

  func closeServers() {
    for server in servers { server.store.close() }
    servers = []
  }

  /// Somebody types into a memo in one of two processes, or one of them saves what was typed.
  func server() throws {
    let number = Int.random(in: servers.indices, using: &chance)
    let ids = servers[number].typed.keys.sorted { $0.description < $1.description }
    if chance.chance(40), let id = pick(ids) { return try saveTyped(id, number) }
    let memos = kept.memos.filter { $0.text.count < 1 << 19 }.sorted {
      ($0.words, $0.metadata.id.description) < ($1.words, $1.metadata.id.description)
    }
    guard let memo = pick(memos) else { return }
    let id = memo.metadata.id
    let before = servers[number].typed[id] ?? (memo, memo.text)
    let text = edited(before.text)
    note("type in \(id) at server \(number): \(describe(text))")
    words.replaced(before.text, by: text)
    servers[number].typed[id] = (before.base, text)
  }

  func saveAllTyped() throws {
    for number in servers.indices {
      for id in servers[number].typed.keys.sorted(by: { $0.description < $1.description }) {
        try saveTyped(id, number)
      }
    }
  }

  private func saveTyped(_ id: MemoID, _ number: Int) throws {
    guard let (base, text) = servers[number].typed.removeValue(forKey: id) else { return }
    note("server \(number) saves \(id)")
    let (store, now, rope) = (servers[number].store, kept.ahead.date, Rope(String(decoding: text, as: UTF8.self)))
    // Whoever types wins over who destroys.
    let changes =
      if let memo = try store.memos([id]).first {
        try OutsideChange.taking(rope, into: memo, base: base, modifiedAt: now, now: now)
      } else {
        [OutsideChange(making: id, of: rope, createdAt: now, modifiedAt: now)]
      }
    try require(try store.write(changes.map(\.change), journal: nil).isEmpty, "the store refused what was typed")
  }
}
