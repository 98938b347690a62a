import MemoEngine
import MemoFolder
import Platform

/// Asks whether the memos of many missing files may go, too, and lets them.
struct FolderConfirmation: Sendable {
  let path: String?
  let isAsked: Bool
  let asJSON: Bool

  /// The time for which it waits while another process has the folder.
  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(50)

  func run(in environment: CommandEnvironment) async throws(CommandError) {
    let place = try environment.attachedFolder(path, isOpened: false)
    guard let folder = place.folder else { return }
    guard environment.exists(place.path) else {
      throw .failure("the store \(place.path) is missing, so nothing can go")
    }
    let survey = try await FolderStatus.survey(place, folder, environment)
    if survey.isAway { throw .failure("\(folder.path) is not there, so nothing was done") }
    guard let loss = survey.loss else {
      if asJSON { return environment.print(json: [String]()) }
      return environment.complain("nothing needs confirming\n")
    }
    if isAsked { try ask(loss, folder, environment) }
    do throws(FolderError) { try folder.confirm(loss.token) } catch { throw CommandError(error) }
    let turn = FolderTurn(place, in: environment)
    defer { turn?.letGo() }
    var report = try await turn?.makeEqual(waits: false)
    let end = ContinuousClock.now + Self.patience
    // Whoever keeps the folder forgets the yes once it has made use of it.
    while report == nil, folder.confirmation != nil, .now < end {
      try? await Task.sleep(for: Self.pause)
      report = try await turn?.makeEqual(waits: false)
    }
    if asJSON { return environment.print(json: loss.paths.map(\.description)) }
    if let report {
      environment.print("moved \(report.trashed.counted("memo")) to the trash; memo-ls restore brings one back\n")
    } else {
      let done =
        folder.confirmation == nil
        ? "has moved them to the trash; memo-ls restore brings one back" : "moves them to the trash as soon as it can"
      environment.print("the process that keeps \(TerminalSanitizer.line(folder.path)) \(done)\n")
    }
  }

  private func ask(_ loss: FolderLoss, _ folder: NotesFolder, _ environment: CommandEnvironment) throws(CommandError) {
    for path in loss.paths { environment.complain(TerminalSanitizer.line(path.description) + "\n") }
    let what = "\(loss.counted) gone from \(TerminalSanitizer.line(folder.path))"
    guard environment.terminal.readsPerson else {
      throw .usage(
        "nothing was deleted: \(what), and stdin is not a terminal, so you can't be asked; add --yes to go on")
    }
    guard environment.confirms("\(what).\nMove their memos to the trash?") else {
      throw .failure("nothing was deleted")
    }
  }
}
