import Testing

@testable import MemoCommands

@Suite("Command lines")
struct ArgumentsTests {
  private static let name = Option("--name", "n", .text("NAME"), "a name")
  private static let count = Option("--count", nil, .number(1...20), "a number")
  private static let loud = Option("--loud", "l", nil, "a switch")
  private let usage = CommandUsage(
    "test", "test", operands: CommandUsage.Operands(form: "[WORD ...]", count: 0...3, kind: .words),
    options: [Self.name, Self.count, Self.loud], details: [])

  private func read(_ arguments: String...) throws -> Arguments { try Arguments(arguments[...], of: usage) }

  @Test("options may stand anywhere, in either form, with their value behind them or behind an equals sign")
  func options() throws {
    let arguments = try read("a", "-n", "x", "--count=20", "b", "--loud", "--name=y=z", "-")
    #expect(arguments.operands == ["a", "b", "-"])
    #expect(arguments[Self.name] == "y=z" && arguments.all(Self.name) == ["x", "y=z"])
    #expect(arguments[Self.count] == "20" && arguments.has(Self.loud))
    #expect(try !read().has(Self.loud))
  }

  @Test("behind two dashes nothing is an option")
  func dashes() throws { #expect(try read("--loud", "--", "--name", "--").operands == ["--name", "--"]) }

  @Test(
    "what is not understood is told",
    arguments: [
      ["--nothing"], ["-x"], ["--name"], ["--name="], ["-n"], ["--count", "0"], ["--count", "21"], ["--count", "+1"],
      ["--count", "1.0"], ["--count", "٣"], ["--count", "99999999999999999999"], ["--loud=1"], ["a", "b", "c", "d"],
      ["--help=1"], ["-ln"],
    ])
  func refused(arguments: [String]) {
    let error = #expect(throws: CommandError.self) { try Arguments(arguments[...], of: usage) }
    #expect(error?.status == 64)
  }

  @Test("help is asked for in either form, whatever else there is", arguments: [["-h"], ["a", "--help", "--nothing"]])
  func help(arguments: [String]) throws { #expect(try Arguments(arguments[...], of: usage).wantsHelp) }

  @Test("every command has a help of lines that fit, and names of its own for its options")
  func commands() {
    #expect(Set(Commands.all.map { $0.usage.name }).count == Commands.all.count)
    for command in Commands.all {
      let usage = command.usage
      let names = usage.allOptions.map(\.name) + usage.allOptions.compactMap { $0.letter.map { "-\($0)" } }
      #expect(Set(names).count == names.count, "\(usage.name)")
      #expect(usage.help.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(usage.name)")
    }
  }
}
