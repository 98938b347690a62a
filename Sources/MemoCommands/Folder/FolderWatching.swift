import MemoEngine
import MemoFolder
import MemoHost
import Platform

/// Keeps a folder in the foreground, and reports what it does.
struct FolderWatching: Sendable {
  let path: String?

  func run(in environment: CommandEnvironment) async throws(CommandError) {
    let place = try environment.attachedFolder(path, isOpened: true)
    guard let folder = place.folder else { return }
    let isTaken: Bool
    do throws(FolderError) { isTaken = try FolderLock.isTaken(of: folder) } catch { throw CommandError(error) }
    Interruption.begin()
    let host = try await open(place.path, folder)
    let news = host.observeStart { say($0.message, environment) }
    for news in news { say(news.message, environment) }
    let here = TerminalSanitizer.line(folder.path)
    environment.print(
      isTaken
        ? "another process keeps \(here), such as an editor's server: waiting for its end; Ctrl-C ends this\n"
        : "keeping \(here) equal to its memos; Ctrl-C ends it\n")
    host.folder?.follow { report in report.deeds.map { say($0, environment) } }
    var failure: CommandError?
    do throws(CommandError) { try await Interruption.wait() } catch { failure = error }
    do throws(EngineError) { try await host.close() } catch { throw CommandError(error) }
    if let failure { throw failure }
  }

  private func open(_ store: String, _ folder: NotesFolder) async throws(CommandError) -> MemoHost {
    do throws(StoreError) { return try await MemoHost(path: store, folder: folder.path) } catch {
      throw .failure(error.description)
    }
  }
}

/// Prints a line with the time of day.
private func say(_ words: String, _ environment: CommandEnvironment) {
  environment.print("\(LocalDate.text(.now, to: .second))  \(TerminalSanitizer.line(words))\n")
}
