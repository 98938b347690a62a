import JSON
import MemoModel
import MemoText
import SyncDoubles
import TestSupport

@testable import MemoSync

/// What people did and wanted, known without looking at how it was exchanged.
struct People {
  /// Lines that somebody wrote and nobody took away.
  private(set) var alive: Set<String> = []
  /// What was destroyed, and for each time between two rests what those who destroyed it knew of what others wanted.
  private(set) var destroyed: [MemoID: [Int: [Set<Int>]]] = [:]
  private var rests = 0
  private var lines = 0
  private var acts = 0

  /// A line that nobody has written yet.
  mutating func line() -> String {
    lines += 1
    return "w\(lines)"
  }

  /// Records that somebody wanted something; returns its number.
  mutating func act() -> Int {
    acts += 1
    return acts
  }

  mutating func replaced(_ old: [String], by new: [String]) {
    alive.subtract(Set(old).subtracting(new))
    alive.formUnion(Set(new).subtracting(old))
  }

  mutating func destroyed(_ memo: SyncMemo, knowing acts: Set<Int>) {
    alive.subtract(memo.lines)
    destroyed[memo.id, default: [:]][rests, default: []].append(acts)
  }

  /// Everybody has heard of everything.
  mutating func rested() { rests += 1 }
}
