import JSON
import MemoModel
import MemoText
import SyncDoubles
import TestSupport

@testable import MemoSync

extension Simulation {
  /// Does something that somebody may do on a device, saved at once.
  func act(on device: Int) {
    let replica = devices[device].replica
    let memos = replica.memos.values.map(\.memo).sorted { $0.id.description < $1.id.description }
    let memo = pick(memos.filter { !$0.isTrashed })
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<12 where !isOfFewMemos: make(device, MemoID("m\(people.act())"))
    case 0..<16: make(device, MemoID("daily-\(Int.random(in: 0..<4, using: &chance))"))
    case 16..<74: if let memo { edit(device, memo) }
    case 74..<80: if let memo { mark(device, memo) }
    case 80..<88:
      guard var memo else { return }
      note("  \(device) trashes \(memo.id)")
      memo.trashedAt = time(of: device)
      replica.save(memo)
    case 88..<94:
      guard var memo = pick(memos.filter(\.isTrashed)) else { return }
      note("  \(device) restores \(memo.id)")
      memo.trashedAt = nil
      wanted(device, memo.id)
      replica.save(memo)
    default:
      guard let memo = pick(memos.filter(\.isTrashed)) else { return }
      note("  \(device) destroys \(memo.id)")
      people.destroyed(memo, knowing: devices[device].acts[memo.id] ?? [])
      replica.destroy(memo.id, forgets: chance.chance(20))
    }
  }

  private func wanted(_ device: Int, _ id: MemoID) {
    devices[device].acts[id, default: []].insert(people.act())
  }

  func make(_ device: Int, _ id: MemoID?) {
    guard let id, devices[device].replica.memos[id] == nil else { return }
    let now = time(of: device)
    var memo = SyncMemo(
      id: id, text: Rope(), properties: JSONObject(), createdAt: now, modifiedAt: now, trashedAt: nil)
    for _ in 0..<Int.random(in: 0...5, using: &chance) { memo.lines.append(people.line()) }
    note("  \(device) makes \(id): \(memo.lines.joined(separator: " "))")
    people.replaced([], by: memo.lines)
    wanted(device, id)
    devices[device].replica.save(memo)
  }

  private func edit(_ device: Int, _ memo: SyncMemo) {
    var (lines, memo) = (memo.lines, memo)
    for _ in 0..<Int.random(in: 1...2, using: &chance) {
      let place = Int.random(in: 0...lines.count, using: &chance)
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<2 where place < lines.count: lines.remove(at: place)
      case 2..<5 where place < lines.count: lines[place] = people.line()
      default: lines.insert(people.line(), at: place)
      }
    }
    guard lines != memo.lines else { return }
    note("  \(device) edits \(memo.id): \(memo.lines.joined(separator: " ")) > \(lines.joined(separator: " "))")
    people.replaced(memo.lines, by: lines)
    (memo.lines, memo.modifiedAt) = (lines, time(of: device))
    wanted(device, memo.id)
    devices[device].replica.save(memo)
  }

  private func mark(_ device: Int, _ memo: SyncMemo) {
    var memo = memo
    let name = pick(["a", "b", "c"]) ?? "a"
    memo.properties[name] = memo.properties[name] == nil || chance.chance(50) ? .number("\(steps)") : nil
    note("  \(device) marks \(memo.id) \(name)")
    memo.modifiedAt = time(of: device)
    wanted(device, memo.id)
    devices[device].replica.save(memo)
  }
}
