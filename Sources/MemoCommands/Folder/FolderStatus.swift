import MemoEngine
import MemoFolder
import Platform

/// Reports the state of a folder, and changes nothing.
struct FolderStatus: Sendable {
  let path: String?
  let asJSON: Bool

  func print(in environment: CommandEnvironment) async throws(CommandError) {
    let place = try environment.attachedFolder(path, isOpened: false)
    guard let folder = place.folder else { return }
    let survey = environment.exists(place.path) ? try await Self.survey(place, folder, environment) : nil
    var status = FolderOverview(place: place, folder: folder, survey: survey)
    do throws(FolderError) { status.isKept = try FolderLock.isTaken(of: folder) } catch {
      environment.complain(TerminalSanitizer.line(error.description) + "\n")
    }
    if status.isKept == true {
      status.otherStore = FolderLock.otherStore(keptWith: folder, than: KeptStore(path: place.path))?.path
    }
    status.exchanges = folder.exchangesNames
    if asJSON {
      environment.print(json: status)
    } else {
      environment.print(status.table.lines(for: environment.terminal))
    }
  }

  /// Surveys a folder, waiting a moment for files that may be about to be replaced.
  static func survey(
    _ place: StorePlace, _ folder: NotesFolder, _ environment: CommandEnvironment
  ) async throws(CommandError) -> FolderSurvey {
    do throws(StoreError) {
      let store = try environment.storeToRead(place.path)
      defer { store.close() }
      let keeper = try FolderKeeper(folder, store, limit: EngineConfiguration().maximumMemoBytes)
      var survey = try keeper.survey()
      for _ in 0..<4 {
        guard let due = survey.due else { break }
        try? await Task.sleep(until: due, clock: .continuous)
        survey = try keeper.survey()
      }
      return survey
    } catch {
      throw .failure(error.description)
    }
  }
}

/// The state of a folder, for people and as JSON.
private struct FolderOverview: JSONObjectWritable {
  let place: StorePlace
  let folder: NotesFolder
  /// The survey; nil if the store is missing.
  let survey: FolderSurvey?
  /// Whether some process keeps it; nil if unknown.
  var isKept: Bool?
  /// The store that another process keeps the folder equal to, if that is another one.
  var otherStore: String?
  /// Whether two files can exchange names in one step; nil if unknown.
  var exchanges: Bool?

  /// The most differing files that are named.
  private static let mostShown = 20

  var table: Table {
    var table = Table([Table.Column(paint: .cyan), Table.Column()])
    table.add(["folder", folder.path])
    table.add(["store", place.path])
    switch isKept {
    case true?:
      let store = otherStore.map {
        ", with another store, \($0): what is changed here comes into no file before it ends"
      }
      table.add(["kept by", "another process, such as an editor's server\(store ?? "")"])
    case false?: table.add(["kept by", "nobody: each command makes files and memos equal"])
    case nil: break
    }
    guard let survey else {
      let isNamed = (try? FolderRegistry())?.isNamed(place.path, for: folder.id) == true
      let next = isNamed ? "bring it back, or attach the folder again, which" : "the next command"
      table.add(["state", "the store is missing; \(next) makes it anew from the files"])
      return table
    }
    table.add(["files", "\(survey.files)"])
    table.add("state", state(survey))
    if let loss = survey.loss {
      table.add(
        [
          "to confirm",
          "\(loss.counted) gone; memo-ls folder confirm tells which",
        ])
    }
    switch exchanges {
    case true?: table.add(["writing", "a file is written in one step"])
    case false?:
      table.add(["writing", "this file system can't exchange files, so each is compared first, and replaced"])
    case nil: break
    }
    table.add(
      "open", survey.unsaved.map { "\($0) is open in an editor, and gets its memo's text once it is saved there" })
    if folder.followsLinks { table.add(["links", "follow files that another program moves"]) }
    table.add("own way", survey.released.map { "\($0) is no note any more; neither it nor its memo is changed" })
    table.add("left alone", PathGroups(survey.skipped.mapValues(\.kind)).lines)
    return table
  }

  private func state(_ survey: FolderSurvey) -> [String] {
    if survey.isAway { return ["the folder is not there, or another one is in its place"] }
    let paths = Set(survey.differences.keys).union(survey.problems.keys).sorted()
    var lines = paths.prefix(Self.mostShown).map { path in
      "\(path) \(survey.problems[path] ?? survey.differences[path]?.sentence ?? "")"
    }
    if paths.count > lines.count { lines.append("and \(paths.count - lines.count) more files") }
    if !survey.unfiled.isEmpty { lines.append("\(survey.unfiled.count.counted("memo")) without a file yet") }
    if survey.isEqual { lines.insert("files and memos are equal", at: 0) }
    return lines.isEmpty ? ["files are gone"] : lines
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("folder", folder.path)
    writer.member("id", folder.id)
    writer.member("store", place.path)
    writer.member("isKept", isKept)
    writer.member("otherStore", otherStore)
    writer.member("exchangesNames", exchanges)
    guard let survey else { return writer.member("isStoreMissing", true) }
    writer.member("links", FolderLinks.Choice(folder).rawValue)
    writer.member("isAway", survey.isAway)
    writer.member("isEqual", survey.isEqual)
    writer.member("files", survey.files)
    writer.member("differences", PathFact.all(survey.differences.mapValues(\.rawValue)))
    writer.member("problems", PathFact.all(survey.problems))
    writer.member("unsaved", survey.unsaved.map(\.description))
    writer.member("memosWithoutFile", survey.unfiled.map(\.description))
    writer.member("released", survey.released.map(\.description))
    writer.member("skipped", PathFact.all(survey.skipped.mapValues(\.sentence)))
    writer.member("staged", survey.staged)
    writer.member("toConfirm", (survey.loss?.paths ?? []).map(\.description))
  }
}

extension FolderSurvey.Difference {
  /// The rest of a sentence that begins with the path.
  var sentence: String {
    switch self {
    case .file: "has changes that its memo doesn't have yet"
    case .memo: "doesn't have its memo's changes yet"
    case .both: "was changed, and so was its memo: they will be merged"
    case .gone: "is gone; its memo goes to the trash"
    case .trashed: "is still there; its memo is in the trash"
    case .unreadable: "can't be read now"
    case .late: "was written to by a program that had it open when it was replaced: that will be merged"
    case .moved: "has another name, which its memo does not know yet"
    }
  }
}
