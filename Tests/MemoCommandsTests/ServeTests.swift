import MemoHost
import Synchronization
import Testing

@testable import MemoCommands

@Suite("Starting the server")
struct ServeTests {
  private let stage = Stage()

  private func serve(_ arguments: String...) async -> ServeSettings? {
    await stage.run(arguments) == 0 ? stage.served : nil
  }

  @Test("without flags the defaults hold", arguments: [[], ["serve"]])
  func defaults(arguments: [String]) async throws {
    #expect(await stage.run(arguments) == 0)
    let settings = try #require(stage.served)
    #expect(settings.path == "memory" && settings.maximumMessageBytes == 67_108_864)
    #expect(settings.engine.autosave.idle == .milliseconds(500) && settings.engine.autosave.maximum == .seconds(2))
    #expect(settings.engine.maximumMemoBytes == 268_435_456)
    #expect(settings.logLevel == .warning && !settings.hasVirtualClock && settings.weatherCommand == nil)
  }

  @Test("a value stands behind its flag or behind an equals sign, and of a flag given twice the last counts")
  func values() async throws {
    let settings = try #require(
      await serve(
        "--store", "a", "--store=b=c", "--autosave-delay-ms=0", "--autosave-max-delay-ms", "86400000",
        "--weather-command", "curl 'x={latitude}&y={longitude}'", "--max-message-bytes", "1", "--max-memo-bytes=17",
        "--log-level", "debug", "--virtual-clock"))
    #expect(settings.path == "b=c" && settings.engine.autosave.idle == .zero)
    #expect(settings.engine.autosave.maximum == .milliseconds(86_400_000))
    #expect(settings.maximumMessageBytes == 1 && settings.engine.maximumMemoBytes == 17)
    #expect(settings.logLevel == .debug && settings.hasVirtualClock)
    #expect(settings.weatherCommand == "curl 'x={latitude}&y={longitude}'")
  }

  @Test("how the title of a day's memo is written is told by a flag, else by a variable")
  func dailyFormat() async throws {
    #expect(await serve()?.engine.dailyFormat == nil)
    let stage = Stage(variables: ["MEMO_LS_DAILY_FORMAT": "%d.%m.%Y"])
    #expect(await stage.run(["serve"]) == 0 && stage.served?.engine.dailyFormat == "%d.%m.%Y")
    #expect(await stage.run(["--daily-format", "%A"]) == 0 && stage.served?.engine.dailyFormat == "%A")
  }

  @Test(
    "a title is one line that says something, and that links can lead by",
    arguments: [
      "", " ", "%n", "a\nb", String(repeating: "x", count: 257), "[%d]", "%d|%m", "# %F", "%d^", "memo:%F", "%500d",
      "x", "%H:%M",
    ])
  func badFormat(format: String) async {
    #expect(await stage.run(["--daily-format", format]) == 64)
    #expect(await Stage(variables: ["MEMO_LS_DAILY_FORMAT": "a%nb"]).run(["serve"]) == 64)
  }

  @Test("its flags may stand on both sides of its name")
  func named() async throws {
    let settings = try #require(await serve("--log-level", "info", "serve", "--store", "x", "--virtual-clock"))
    #expect(settings.path == "x" && settings.logLevel == .info && settings.hasVirtualClock)
  }

  @Test("a person who has started it by hand is told what to do, an editor is not")
  func hint() async throws {
    #expect(await stage.run([], typed: "") == 0 && stage.served?.hint?.contains("createMemo") == true)
    #expect(await stage.run([]) == 0 && stage.served?.hint == nil)
    #expect(await stage.run(["--log-level", "error"], typed: "") == 0 && stage.served?.hint == nil)
  }

  @Test(
    "what can't be understood is named, together with what is accepted",
    arguments: [
      ["--unknown"], ["file"], ["-x"], ["--"], [""], ["--store"], ["--store="], ["--store", ""],
      ["--autosave-delay-ms"], ["--autosave-delay-ms", "-1"], ["--autosave-delay-ms", "+1"],
      ["--autosave-delay-ms", "1.5"], ["--autosave-delay-ms", "1e3"], ["--autosave-delay-ms", "٣"],
      ["--autosave-delay-ms", "86400001"], ["--autosave-max-delay-ms", "99999999999999999999"],
      ["--max-message-bytes", "0"], ["--max-message-bytes", "1073741825"], ["--max-memo-bytes", "0x10"],
      ["--log-level", "loud"], ["--log-level", ""], ["--virtual-clock=yes"], ["--help=me"], ["--version="],
      ["--virtual-clock", "extra"], ["--weather-command"], ["--weather-command="], ["--STORE", "x"], ["-"],
    ])
  func refused(arguments: [String]) async {
    #expect(await stage.run(arguments) == 64 && stage.served == nil)
    let lines = stage.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines.last == "memo-ls --help tells more", "\(stage.errors)")
  }

  @Test("help tells of every flag")
  func help() async throws {
    #expect(await stage.run(["--help"]) == 0 && stage.served == nil)
    for flag in [
      "--store PATH", "--autosave-delay-ms N", "--autosave-max-delay-ms N", "--max-message-bytes N",
      "--max-memo-bytes N", "--weather-command CMD", "--log-level LEVEL", "--virtual-clock", "--version, -V",
      "--help, -h",
    ] { #expect(stage.output.contains("  \(flag) "), "\(flag)") }
    #expect(stage.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(await stage.run(["serve", "-h"]) == 0 && stage.output.hasPrefix("memo-ls serve: "))
  }

  @Test(
    "the short forms do the same as the long ones",
    arguments: [
      (["-h"], "memo-ls keeps memos"), (["-V"], "memo-ls \(MemoHost.version)\n"), (["--version"], "memo-ls "),
      (["serve", "-V"], "memo-ls "), (["--version", "--nonsense"], "memo-ls "),
    ])
  func short(arguments: [String], beginning: String) async {
    #expect(await stage.run(arguments) == 0 && stage.served == nil)
    #expect(stage.output.hasPrefix(beginning))
  }
}
