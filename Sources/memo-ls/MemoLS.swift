import CSystem
import Dispatch
import JSONRPC
import MemoCommands
import MemoEngine
import MemoFolder
import MemoHost
import MemoWeather
import Platform

/// Puts the parts together and runs them.
@main
enum MemoLS {
  /// `EX_OSERR` of sysexits.h.
  private static let noDescriptors: Int32 = 71

  /// What is said where none is left to start with, or later.
  private static let fewDescriptors: StaticString =
    "memo-ls: too few files may be open; close some programs, or raise the limit (ulimit -n)\n"

  /// The most file descriptors that a process uses besides the standard streams: the database's connections with a log
  /// each and one index for all, the lock, a folder, two files of the journal; the loop's pipe; those of Dispatch's
  /// events and timers, which stops the process where it gets none; a command's two pipes; a file of an export.
  static let descriptors = 28

  /// The time for which a start waits for the store before serving without it.
  private static let startPatience = DispatchTimeInterval.milliseconds(500)

  static func main() {
    let output = StandardStreams.guarded()
    let environment = CommandEnvironment(output: output) { serve($0, output: output) }
    guard Descriptors.areLeft(descriptors) else {
      environment.complain(fewDescriptors.description)
      exit(noDescriptors)
    }
    Descriptors.endWithoutAny(noDescriptors, saying: fewDescriptors)
    exit(Commands.run(in: environment))
  }

  @Sendable private static func serve(_ settings: ServeSettings, output: Int32) -> Int32 {
    Signals.hold()
    // More than most messages and answers take: these reuse memory.
    memo_malloc_give_back(256 << 10)
    // Answering a keystroke comes before saving earlier ones.
    memo_thread_takes_short_turns()
    let log = Log(level: settings.logLevel)
    guard let loop = EventLoop() else {
      log.write(.error, "no file descriptor is left; close some programs and start again")
      return noDescriptors
    }
    let folder: FolderKeeping?
    do throws(FolderError) {
      folder = try settings.folder.map { place throws(FolderError) in try keeping(place, settings.path, settings) }
    } catch {
      log.write(.error, error.description)
      return noDescriptors
    }
    let signals = Signals()
    if let hint = settings.hint { StandardStreams.print(hint, to: STDERR_FILENO) }
    let timers = Timers()
    let virtualClock = settings.hasVirtualClock ? VirtualClock() : nil
    let host = MemoHost(
      beginning: settings.path, isMadeLate: settings.isStoreMadeLate, folder: folder, configuration: settings.engine,
      clock: virtualClock ?? ContinuousClock(), date: { virtualClock?.date ?? .now }, executor: loop, log: log)
    let server = server(
      of: settings.face,
      ServedParts(
        settings: settings, host: host, folder: folder, clock: virtualClock, loop: loop, log: log, output: output))
    let weather = settings.weatherCommand.map { command in WeatherCommand(command) { log.write(.debug, $0) } }
    let filler = weather.map { weather in
      WeatherFiller(host.engine, asking: weather) { server.tell(log.tell(.warning, $0.description)) }
    }
    filler?.assumeIsolated { $0.begin() }
    server.end(on: signals)
    timers.wait()
    // Usually everything is recovered before the first answer.
    host.wait(atMost: startPatience)
    for news in host.observeStart({ server.tell($0) }) { server.tell(news) }
    host.watchOthers()
    let sync = settings.isSynced ? SyncKeeping.begin(store: settings.path, log: log) : nil
    if settings.isSynced, sync == nil { log.write(.error, "memo-ls-sync can't be started; memo-ls sync says why") }
    let status = server.run(input: STDIN_FILENO)
    sync?.end()
    weather?.stop()
    do throws(StoreError) {
      try host.end(isSaved: host.engine.assumeIsolated { $0.isEverythingSaved })
      return status
    } catch {
      log.write(.error, error.description)
      return max(status, 1)
    }
  }
}
