import CSystem
import ContextServer
import Dispatch
import JSONRPC
import MemoCommands
import MemoEngine
import MemoHost
import MemoServer
import MemoWeather
import Platform

/// Puts the parts together and runs them.
@main
enum MemoLS {
  /// `EX_OSERR` of sysexits.h.
  private static let noDescriptors: Int32 = 71

  /// How many file descriptors a process uses at most beside the standard streams: four connections to the database
  /// with a log each and one index for all, the lock, a folder, two files of the journal; the loop's pipe; what
  /// Dispatch's events and timers take, which stops the process where it gets none; a command's two pipes; a file of an
  /// export.
  private static let descriptors = 28

  /// How long a start waits for the store before it serves without.
  private static let startPatience = DispatchTimeInterval.milliseconds(500)

  static func main() {
    let output = StandardStreams.guarded()
    let environment = CommandEnvironment(output: output) { serve($0, output: output) }
    guard Descriptors.areLeft(descriptors) else {
      environment.complain("memo-ls: too few files may be open; close some programs, or raise the limit (ulimit -n)\n")
      exit(noDescriptors)
    }
    exit(Commands.run(in: environment))
  }

  @Sendable private static func serve(_ settings: ServeSettings, output: Int32) -> Int32 {
    Signals.hold()
    // More than most messages and answers have: they are made of memory that is there already.
    memo_malloc_give_back(256 << 10)
    // Whoever types comes before the save of what was typed.
    memo_thread_takes_short_turns()
    let log = Log(level: settings.logLevel)
    guard let loop = EventLoop() else {
      log.write(.error, "no file descriptor is left; close some programs and start again")
      return noDescriptors
    }
    let signals = Signals()
    if let hint = settings.hint { StandardStreams.print(hint, to: STDERR_FILENO) }
    let timers = Timers()
    let virtualClock = settings.hasVirtualClock ? VirtualClock() : nil
    let host = MemoHost(
      beginning: settings.path, configuration: settings.engine, clock: virtualClock ?? ContinuousClock(),
      date: { virtualClock?.date ?? .now }, executor: loop, log: log)
    let server: any FaceServer =
      if let agents = settings.agents {
        ContextServer(
          loop: loop, engine: host.engine, access: Access(allowsWriting: agents.allowsWriting, tag: agents.tag),
          log: log, output: output, maximumMessageBytes: settings.maximumMessageBytes)
      } else {
        Server(
          loop: loop, engine: host.engine, storePath: settings.path, virtualClock: virtualClock, log: log,
          output: output, maximumMessageBytes: settings.maximumMessageBytes)
      }
    let weather = settings.weatherCommand.map { command in WeatherCommand(command) { log.write(.debug, $0) } }
    let filler = weather.map { weather in
      WeatherFiller(host.engine, asking: weather) { server.tell(log.tell(.warning, $0.description)) }
    }
    filler?.assumeIsolated { $0.begin() }
    server.end(on: signals)
    timers.wait()
    // As a rule everything is there before the first answer.
    host.wait(atMost: startPatience)
    for news in host.observeStart({ server.tell($0) }) { server.tell(news) }
    host.watchOthers()
    let status = server.run(input: STDIN_FILENO)
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
