import MemoEngine
import MemoModel
import TestSupport

@testable import MemoFolder

extension FolderTrial {
  /// One thing that somebody does with memos.
  func inside() throws {
    // What grows beyond the limit is no memo's text.
    let memos = kept.memos.filter { $0.text.count < 1 << 19 }.sorted {
      ($0.words, $0.metadata.id.description) < ($1.words, $1.metadata.id.description)
    }
    switch Int.random(in: 0..<10, using: &chance) {
    case 0..<6:
      guard let memo = pick(memos) else { return }
      try change(memo, to: edited(memo.text))
    case 6:
      let text = chance.chance(20) ? [] : edited([])
      let id = try kept.save(String(decoding: text, as: UTF8.self))
      note("new memo \(id): \(describe(text))")
      words.replaced(nil, by: text)
    case 7..<9:
      guard let memo = pick(memos) else { return }
      note("trash \(memo.metadata.id)")
      words.replaced(memo.text, by: nil)
      try kept.trash(memo.metadata.id)
    default:
      let trashed = kept.trashedMemos.sorted { $0.words < $1.words }
      guard let memo = pick(trashed) else { return }
      if chance.chance(70) { return try change(memo, to: memo.text) }
      note("destroy \(memo.metadata.id)")
      try kept.destroy(memo)
    }
  }

  private func change(_ memo: StoredMemo, to text: [UInt8]) throws {
    note("\(memo.metadata.isTrashed ? "restore" : "save") \(memo.metadata.id): \(describe(text))")
    // What is restored while its file is being taken away may go as well.
    words.replaced(memo.text, by: text)
    try kept.save(String(decoding: text, as: UTF8.self), in: memo.metadata.id)
  }
}
