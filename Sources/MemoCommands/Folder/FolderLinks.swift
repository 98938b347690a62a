import MemoEngine
import MemoFolder

/// Says whether links by path follow files that another program moves, or tells it.
struct FolderLinks: Sendable {
  /// What links do.
  enum Choice: String, CaseIterable {
    case follow, stay

    init(_ folder: NotesFolder) { self = folder.followsLinks ? .follow : .stay }

    /// The rest of a sentence that begins with the links.
    var sentence: String {
      switch self {
      case .follow: "follow files that another program moves or renames"
      case .stay: "stay as they are when another program moves or renames a file"
      }
    }
  }

  /// The words for it.
  static let words = Choice.allCases.map(\.rawValue)

  let path: String?
  /// What is wanted; nil to be told.
  let choice: Choice?
  let asJSON: Bool

  func run(in environment: CommandEnvironment) throws(CommandError) {
    let place = try environment.attachedFolder(path, isOpened: false)
    guard let folder = place.folder else { return }
    do throws(FolderError) { if let choice { try folder.followLinks(choice == .follow) } } catch {
      throw CommandError(error)
    }
    let choice = Choice(folder)
    if asJSON { return environment.print(json: Links(place: place, choice: choice)) }
    environment.print(TerminalSanitizer.line("in \(folder.path) links by path \(choice.sentence)") + "\n")
  }
}

/// What links do, as JSON.
private struct Links: JSONObjectWritable {
  let place: StorePlace
  let choice: FolderLinks.Choice

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("folder", place.folder?.path)
    writer.member("store", place.path)
    writer.member("links", choice.rawValue)
  }
}
