import MemoHost
import Testing

@testable import MemoServer

@Suite("Command line")
struct OptionsTests {
  private func serve(_ arguments: String...) throws -> Options? {
    if case .serve(let options) = try Options.parse(arguments) { options } else { nil }
  }

  @Test("without flags the defaults hold")
  func defaults() throws {
    let options = try #require(try serve())
    #expect(options.store == nil && options.autosaveDelayMs == 500 && options.autosaveMaxDelayMs == 2000)
    #expect(options.maxMessageBytes == 67_108_864 && options.maxMemoBytes == 268_435_456)
    #expect(options.logLevel == .warning && !options.virtualClock && options.weatherCommand == nil)
  }

  @Test("a value stands behind its flag or behind an equals sign, and of a flag given twice the last counts")
  func values() throws {
    let options = try #require(
      try serve(
        "--store", "a", "--store=b=c", "--autosave-delay-ms=0", "--autosave-max-delay-ms", "86400000",
        "--weather-command", "curl 'x={latitude}&y={longitude}'", "--max-message-bytes", "1", "--max-memo-bytes=17",
        "--log-level", "debug", "--virtual-clock"))
    #expect(options.store == "b=c" && options.autosaveDelayMs == 0 && options.autosaveMaxDelayMs == 86_400_000)
    #expect(options.maxMessageBytes == 1 && options.maxMemoBytes == 17)
    #expect(options.logLevel == .debug && options.virtualClock)
    #expect(options.weatherCommand == "curl 'x={latitude}&y={longitude}'")
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
      ["--virtual-clock", "extra"], ["--weather-command"], ["--weather-command="], ["--STORE", "x"],
    ])
  func refused(arguments: [String]) {
    let error = #expect(throws: Options.UsageError.self) { try Options.parse(arguments) }
    let lines = error?.message.split(separator: "\n") ?? []
    #expect(lines.count == 2 && lines.last == "memo-ls --help tells more")
  }

  @Test("help tells of every flag, version is one line")
  func printed() throws {
    guard case .print(let help) = try Options.parse(["--help"]) else {
      Issue.record("--help prints nothing")
      return
    }
    for flag in [
      "--store PATH", "--autosave-delay-ms N", "--autosave-max-delay-ms N", "--max-message-bytes N",
      "--max-memo-bytes N", "--weather-command CMD", "--log-level LEVEL", "--virtual-clock", "--version, -V",
      "--help, -h",
    ] { #expect(help.contains("  \(flag) "), "\(flag)") }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(
    "the short forms do the same as the long ones",
    arguments: [(["-h"], "memo-ls keeps memos"), (["-V"], "memo-ls \(Server.version)\n"), (["--version"], "memo-ls ")])
  func short(arguments: [String], beginning: String) throws {
    guard case .print(let text) = try Options.parse(arguments) else {
      Issue.record("\(arguments) prints nothing")
      return
    }
    #expect(text.hasPrefix(beginning))
  }
}
