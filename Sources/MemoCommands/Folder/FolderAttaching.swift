import MemoEngine
import MemoFolder
import Platform

/// Attaches a folder to a store, and creates memos from its notes.
struct FolderAttaching: Sendable {
  let path: String
  /// The value of `--store`.
  let store: String?
  let asJSON: Bool

  /// Returns the exit status.
  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let store = try store.map { store throws(CommandError) in try environment.storePath(store) }
    let place: StorePlace
    do throws(FolderError) {
      let plan = try FolderAttachment(of: path, store: store)
      if let away = plan.away { environment.complain(Self.remark(on: away)) }
      Interruption.begin()
      // A store that can't be opened attaches no folder, and its records of another folder's files are dropped.
      let folder = try plan.carryOut { () throws(FolderError) in try Self.prepare(plan, environment) }
      place = StorePlace(path: plan.store, folder: folder)
    } catch {
      throw CommandError(error)
    }
    let turn = FolderTurn(place, in: environment)
    let report = try await turn?.makeEqual(waits: true, isStopped: { Interruption.status != nil })
    if let report, report.isCutShort, let status = Interruption.status {
      environment.complain(Self.interruption(report, place.folder?.path ?? path))
      return status
    }
    turn?.letGo()
    if asJSON {
      environment.print(json: Attached(place: place, report: report))
    } else if let report {
      show(report, place, environment)
    } else {
      environment.print(
        "\(TerminalSanitizer.line(place.folder.map(\.path) ?? path)) is attached; another process keeps it\n")
    }
    return 0
  }

  /// What is said when somebody did not want to wait for the end.
  private static func interruption(_ report: FolderReport, _ path: String) -> String {
    let deeds = report.deeds ?? "nothing is done yet"
    return TerminalSanitizer.line(
      "memo-ls folder: it was interrupted: \(deeds), and \(path) is attached; attach it again, or call any command in "
        + "it, and that goes on") + "\n"
  }

  /// What is said where another attached folder is to be, which is not there.
  private static func remark(on away: FolderRegistry.Entry) -> String {
    TerminalSanitizer.line(
      "another folder is attached at \(away.path), with the store \(away.store), and is away: if its drive is not "
        + "mounted, detach this one, and mount that") + "\n"
  }

  private static func prepare(
    _ plan: FolderAttachment, _ environment: CommandEnvironment
  ) throws(FolderError) {
    do throws(StoreError) {
      let store = try environment.store(plan.store)
      defer { store.close() }
      if plan.isKnown { return }
      let rows = try store.fileRows()
      if !rows.isEmpty { try store.note([], forgetting: rows.map(\.id)) }
    } catch {
      throw FolderError(error.description)
    }
  }

  private func show(_ report: FolderReport, _ place: StorePlace, _ environment: CommandEnvironment) {
    var table = Table([Table.Column(paint: .cyan), Table.Column()])
    table.add(["attached", place.folder?.path ?? path])
    table.add(["store", place.path])
    let isEqual = report.problems.isEmpty && report.loss == nil
    table.add(["done", report.deeds ?? (isEqual ? "nothing: files and memos are equal" : "nothing")])
    table.add("left alone", PathGroups(report.skipped.mapValues(\.kind)).lines)
    environment.print(table.lines(for: environment.terminal))
    environment.complain(place.folder.map { report.remarks(of: $0) } ?? "")
  }
}

/// The result of attaching, as JSON.
private struct Attached: JSONObjectWritable {
  let place: StorePlace
  /// What was synchronised; nil if another process keeps the folder.
  let report: FolderReport?

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("folder", place.folder?.path)
    writer.member("store", place.path)
    guard let report else { return }
    writer.member("takenIn", report.takenIn)
    writer.member("written", report.written)
    writer.member("conflicts", report.conflicts)
    writer.member("trashed", report.trashed)
    writer.member("problems", PathFact.all(report.problems))
    writer.member("skipped", PathFact.all(report.skipped.mapValues(\.sentence)))
    writer.member("toConfirm", (report.loss?.paths ?? []).map(\.description))
  }
}

extension Table {
  /// Adds a row for each of some lines, the first with their name.
  mutating func add(_ name: String, _ lines: [String]) {
    for (index, line) in lines.enumerated() { add([index == 0 ? name : "", line]) }
  }
}
