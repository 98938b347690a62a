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
    do throws(FolderError) {
      if try FolderLock.isTaken(of: folder) {
        throw FolderError("another process keeps \(folder.path) already, such as an editor's server")
      }
    } catch {
      throw CommandError(error)
    }
    Interruption.begin()
    let host = try await open(place.path, folder)
    let news = host.observeStart { say($0.message, environment) }
    for news in news { say(news.message, environment) }
    environment.print("keeping \(TerminalSanitizer.line(folder.path)) equal to its memos; Ctrl-C ends it\n")
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
