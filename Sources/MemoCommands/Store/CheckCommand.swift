import MemoEngine
import MemoFolder
import Platform

/// `memo-ls check`: reports the condition of a store, and changes nothing.
struct CheckCommand: Command {
  static let usage = CommandUsage(
    "check", "say whether a store is in order", options: Option.place,
    details: [
      "Says in plain words whether a store is in order: its database and the crash journals beside it, and whether the "
        + "files of its folder, if it has one, equal its memos. It changes nothing, and a server may be running "
        + "meanwhile."
    ],
    success: "all is in order, changes that the next start brings back included",
    failure: "something is damaged or can't be read")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) async throws(CommandError) -> Int32 {
    let place = try environment.place(arguments)
    let findings = environment.inspector(place.path).inspect()
    for finding in findings { environment.print("\(finding)\n") }
    let isFaulty = findings.contains(where: \.isFault)
    if environment.exists(place.path), let words = try await folder(place, isFaulty: isFaulty, environment) {
      environment.print(TerminalSanitizer.line("it is the store of the folder \(words)") + "\n")
    }
    return isFaulty ? 1 : 0
  }

  /// The findings about the store's folder; nil if it has none.
  private func folder(
    _ place: StorePlace, isFaulty: Bool, _ environment: CommandEnvironment
  ) async throws(CommandError) -> String? {
    let entry = environment.folder(of: place)
    guard let path = place.folder?.path ?? entry?.path else { return nil }
    if entry?.isDetached == true { return "\(path), which was detached" }
    guard let folder = try? place.folder ?? NotesFolder(path: path), entry.map({ $0.id == folder.id }) ?? true else {
      return "\(path), which is not there now"
    }
    if isFaulty { return path }
    return "\(path): \(Self.words(try await FolderStatus.survey(place, folder, environment), path))"
  }

  private static func words(_ survey: FolderSurvey, _ path: String) -> String {
    let count = survey.differences.count + (survey.loss?.paths.count ?? 0)
    let files = survey.files.counted("file")
    var parts: [String] = []
    if count > 0 {
      parts.append("\(count.counted("file")) \(count == 1 ? "differs from its memo" : "differ from their memos")")
    }
    if !survey.unfiled.isEmpty { parts.append("\(survey.unfiled.count.counted("memo")) without a file") }
    if parts.isEmpty { parts.append("\(files), equal to \(survey.files == 1 ? "its memo" : "their memos")") }
    if !survey.unsaved.isEmpty { parts.append("\(survey.unsaved.count) of them open in an editor and not saved there") }
    if survey.staged > 0 { parts.append("\(survey.staged.counted("replaced file")) kept until the next command") }
    let advice = survey.isEqual ? "" : "; memo-ls folder status \(path.shellWord) tells more"
    return parts.joined(separator: ", ") + advice
  }
}
