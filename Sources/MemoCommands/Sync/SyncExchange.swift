package import JSON
import MemoEngine
import MemoReplica
package import MemoSync
import Synchronization

/// Exchanges memos once.
struct SyncExchange: Sendable {
  let store: SyncedStore

  init(_ store: SyncedStore) { self.store = store }

  func run() async throws(CommandError) -> Int32 {
    let environment = store.environment
    let isConfirmed = store.arguments.has(SyncCommand.confirm)
    let step = try await store.withHub { hub, joined in
      let session = SyncSession(store.store, at: store.place.path, joined.stored, with: hub)
      let bar = SyncBar(waiting: try session.waiting(), in: environment)
      defer { bar.end() }
      let step = try await session.exchange(
        isConfirmed: isConfirmed, progress: { bar.show($0) },
        failing: {
          bar.end()
          tell($0)
        })
      bar.end()
      if let remark = hub.remark() { environment.complain(remark + "\n") }
      return step
    }
    switch step {
    case .ask: return 1
    case .done(let report):
      tell(report)
      if let leftOut = report.leftOut { throw .failure(leftOut) }
      return 0
    case .confirm(let deletions, let all):
      if store.asJSON { environment.print(json: ToConfirm(deletions: deletions, all: all)) }
      environment.complain(Self.question(deletions, of: all) + "\n")
      return SyncCommand.toConfirm
    }
  }

  private func tell(_ report: SyncReport) {
    if store.asJSON {
      store.environment.print(json: report)
    } else {
      store.environment.print(report.deeds(in: store.store) + "\n")
    }
  }

  /// What people are told before many memos go.
  static func question(_ deletions: Int, of all: Int) -> String {
    "\(deletions) of \(all.counted("memo")) here were destroyed on another device; nothing was changed. If that was "
      + "meant: memo-ls sync --confirm"
  }
}

/// The progress of an exchange.
final class SyncBar: Sendable {
  private let bar: ProgressLine
  private let waiting: Int
  private let sent = Atomic(0)

  /// Creates one.
  ///
  /// - Parameter waiting: how many memos are to be sent.
  init(waiting: Int, in environment: CommandEnvironment) {
    (self.waiting, bar) = (waiting, ProgressLine("syncing", in: environment))
  }

  func show(_ progress: SyncProgress) {
    switch progress {
    case .pulled(let number, let all): bar.show("taking in", percentage: Self.share(number, of: all))
    case .pushed(let count):
      let sent = sent.add(count, ordering: .relaxed).newValue
      bar.show("sending \(sent.counted("memo"))", percentage: Self.share(sent, of: waiting))
    }
  }

  /// From 0 to 100; nil if the whole is unknown. A hub may say any number.
  static func share(_ part: Int, of all: Int) -> Int? {
    all > 0 ? Int(min(1, max(0, Double(part) / Double(all))) * 100) : nil
  }

  func end() { bar.end() }
}

extension SyncReport: JSONObjectWritable {
  /// What was done, in a few words.
  ///
  /// - Parameter store: the store, which knows what the memos are called; nil for their ids alone, as a log has them.
  func deeds(in store: (any MemoStore)?) -> String {
    var words: [String] = []
    if pulled > 0 { words.append("took in \(pulled.counted("change"))") }
    if pushed > 0 { words.append("sent \(pushed)") }
    if !copies.isEmpty {
      let what = copies.count == 1 ? "a memo of its own" : "memos of their own"
      let names = store.map { TerminalSanitizer.line(named(in: $0)) } ?? Self.ids(copies)
      words.append("\(copies.count.counted("text")) that could not be merged became \(what) (\(names))")
    }
    if deletions > 0 { words.append("\(deletions.counted("memo")) went") }
    if isFull { words.append("all was compared, since the hub or this store is not the one that it was") }
    return words.isEmpty ? "nothing is new on either side" : words.joined(separator: ", ")
  }

  /// What was not exchanged, in words; nil if all was.
  var leftOut: String? {
    let parts = [
      (unsent, "can't be sent, since properties nest too deep to be read elsewhere"),
      (overlong, "can't be sent until shortened: devices take in at most \(HubPush.longestBody >> 20) MiB of one"),
      (aside, "of the hub can't be taken in, since what they hold nests too deep for this version of memo-ls"),
    ]
    let words = parts.filter { !$0.0.isEmpty }.map { memos, why in
      "\(memos.count.counted("memo")) \(why) (\(Self.ids(memos)))"
    }
    return words.isEmpty ? nil : words.joined(separator: "; ") + "; all else was exchanged"
  }

  /// The most memos that are named.
  private static let mostNamed = 5

  private static func ids(_ memos: some Sequence<MemoID>) -> String {
    memos.map(\.description).sorted().prefix(mostNamed).joined(separator: ", ")
  }

  /// The first of the copies, with their titles.
  private func named(in store: any MemoStore) -> String {
    let found = (try? store.memos(Array(copies.prefix(MemoName.mostCandidates)))) ?? []
    return MemoName.told(
      found.map { LinkDestination.LeadsTo(id: $0.metadata.id, title: $0.displayTitle) }, of: copies.count)
  }

  /// Writes the report as one object.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("pulled", pulled)
    writer.member("pushed", pushed)
    writer.member("copies", copies.count)
    writer.member("deletions", deletions)
    writer.member("comparedAll", isFull)
    for (name, memos) in [("unsent", unsent.union(overlong)), ("leftAside", aside)] where !memos.isEmpty {
      writer.name(escaping: name)
      writer.beginArray()
      for id in memos.map(\.description).sorted() { writer.value(id) }
      writer.endArray()
    }
  }
}

/// What waits for a yes, as JSON.
private struct ToConfirm: JSONObjectWritable {
  let deletions: Int
  let all: Int

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("toConfirm", deletions)
    writer.member("memos", all)
  }
}
