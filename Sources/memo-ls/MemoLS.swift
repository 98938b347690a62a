import CSystem
import Dispatch
import JSONRPC
import MemoCommands
import MemoEngine
import MemoHost
import MemoServer
import Platform

/// Puts the parts together and runs them.
@main
enum MemoLS {
  /// `EX_OSERR` of sysexits.h.
  private static let noDescriptors: Int32 = 71

  /// How long a start waits for the store before it serves without.
  private static let startPatience = DispatchTimeInterval.milliseconds(500)

  static func main() {
    let output = StandardStreams.guarded()
    let environment = CommandEnvironment(output: output)
    guard FileDescriptors.areLeft(FileDescriptors.needed) else {
      environment.complain("memo-ls: too few files may be open; close some programs, or raise the limit (ulimit -n)\n")
      exit(noDescriptors)
    }
    let arguments = arguments(environment)
    if let status = Commands.run(arguments, in: environment) { exit(status) }
    Signals.hold()
    do throws(Options.UsageError) {
      switch try Options.parse(arguments, commands: Commands.overview) {
      case .print(let text): environment.write(Array(text.utf8))
      case .serve(let options):
        do throws(CommandError) {
          exit(serve(options, store: try environment.storePath(options.store), output: output))
        } catch {
          refuse(error.message, environment)
        }
      }
    } catch {
      refuse(error.message, environment)
    }
  }

  private static func refuse(_ message: String, _ environment: CommandEnvironment) -> Never {
    environment.complain("memo-ls: \(TerminalSanitizer.text(message))\n")
    exit(Options.usageStatus)
  }

  /// The command line; ends the process if not all of it is text.
  private static func arguments(_ environment: CommandEnvironment) -> [String] {
    do throws(ProgramArguments.NotText) {
      return try ProgramArguments.read()
    } catch {
      let what = "argument \(error.position) is not UTF-8: \(CommandLine.arguments[error.position])"
      environment.complain("memo-ls: \(TerminalSanitizer.line(what)); convert it, as with: iconv -t UTF-8\n")
      exit(Options.usageStatus)
    }
  }

  private static func serve(_ options: Options, store path: String, output: Int32) -> Int32 {
    // More than most messages and answers have: they are made of memory that is there already.
    memo_malloc_give_back(256 << 10)
    // Whoever types comes before the save of what was typed.
    memo_thread_takes_short_turns()
    let log = Log(level: options.logLevel, descriptor: StandardStreams.unblocking(STDERR_FILENO))
    guard let loop = EventLoop() else {
      log.write(.error, "no file descriptor is left; close some programs and start again")
      return noDescriptors
    }
    let signals = Signals()
    if CommandLine.argc == 1, isatty(STDIN_FILENO) == 1 {
      StandardStreams.print(Options.hint, to: STDERR_FILENO)
    }
    let timers = Timers()
    let virtualClock = options.virtualClock ? VirtualClock() : nil
    let weather = options.weatherCommand.map { WeatherCommand($0, log) }
    let host = MemoHost(
      beginning: path, configuration: options.engineConfiguration, weather: weather,
      clock: virtualClock ?? ContinuousClock(), date: { virtualClock?.date ?? .now }, executor: loop, log: log)
    let server = Server(
      loop: loop, engine: host.engine, storePath: path, virtualClock: virtualClock, log: log, output: output,
      maximumMessageBytes: options.maxMessageBytes)
    server.end(on: signals)
    timers.wait()
    // As a rule everything is there before the first answer.
    host.wait(atMost: startPatience)
    for news in host.observeStart({ server.tell($0) }) { server.tell(news) }
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
