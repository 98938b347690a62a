import MemoEngine
import MemoProtocol

/// `memo-ls stats`: counts what is in the store.
struct StatsCommand: Command {
  static let usage = CommandUsage(
    "stats", "count what is in the store", options: Option.place + [.json],
    details: ["Says where the store is, how large it is, and how many memos are in it and in its trash."],
    success: "the figures were shown", failure: "the store can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let (path, statistics, trashed) = try await OpenStore.with(arguments, in: environment, to: .read) {
      store throws(CommandError) in
      let statistics = try await store.asking { engine throws(EngineError) in try await engine.statistics() }
      let query = ListQuery(sort: .modified, order: .descending, trashed: true, after: nil, limit: 1)
      return (store.path, statistics, try await store.page(query).total)
    }
    if arguments.has(.json) {
      environment.print(json: Stats.Result(statistics, path: path))
      return 0
    }
    let store = statistics.store
    var table = Table([Table.Column(paint: .cyan), Table.Column()])
    table.add(["store", path])
    table.add(["size", Sizes.bytes(store.bytes)])
    table.add(["memos", "\(max(0, store.memos - trashed))"])
    table.add(["in the trash", "\(trashed)"])
    table.add(["schema version", "\(store.schemaVersion)"])
    environment.print(table.lines(for: environment.terminal))
    return 0
  }
}
