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

  @Test("letters may share a dash, and have their value right behind them")
  func letters() throws {
    #expect(try read("-nx")[Self.name] == "x" && read("-n=x")[Self.name] == "x")
    let arguments = try read("-lnx=y", "-l")
    #expect(arguments[Self.name] == "x=y" && arguments.all(Self.loud).count == 2)
    #expect(try read("-ln", "x")[Self.name] == "x")
  }

  @Test("a dash stands for stdin, but not behind two dashes")
  func input() throws {
    let arguments = try read("a", "-", "--", "-")
    #expect(arguments.operands == ["a", "-", "-"])
    #expect((0...2).map(arguments.isInput) == [false, true, false])
  }

  @Test("a list's item is a word")
  func item() throws {
    let arguments = try read("- milk")
    #expect(arguments.operands == ["- milk"])
    #expect(!arguments.isInput(0))
  }

  @Test(
    "what a variable that is not set leaves is told as such",
    arguments: [["--name="], ["--name", ""], ["-n", " "], ["--count", ""], ["--name=\t\n"]])
  func blank(arguments: [String]) {
    let error = #expect(throws: CommandError.self) { try Arguments(arguments[...], of: usage) }
    #expect(error?.message.hasSuffix("is empty; is a variable unset?") == true)
  }

  @Test(
    "an empty id or path is none, and an empty word is one",
    arguments: [
      (CommandUsage.Operands.Kind.memo, "the id is empty"), (.trashedMemo, "the id is empty"),
      (.path, "the path is empty"), (.words, nil),
    ] as [(CommandUsage.Operands.Kind, String?)])
  func emptyOperand(kind: CommandUsage.Operands.Kind, message: String?) {
    let usage = CommandUsage(
      "test", "test", operands: CommandUsage.Operands(form: "X ...", count: 0...9, kind: kind), options: [], details: []
    )
    for operand in ["", " ", "\t\u{3000}"] {
      let result = Result { try Arguments(["x", operand][...], of: usage) }
      switch (result, message) {
      case (.success(let arguments), nil): #expect(arguments.operands == ["x", operand])
      case (.failure(let error as CommandError), let message?): #expect(error.message.hasPrefix(message))
      default: Issue.record("\(kind) \(operand.debugDescription): \(result)")
      }
    }
  }

  @Test("an option is no value of the one before it, unless behind an equals sign")
  func forgottenValue() throws {
    let error = #expect(throws: CommandError.self) { try read("--name", "--loud") }
    #expect(error?.message.contains("write --name=--loud") == true)
    #expect(try read("--name=--loud")[Self.name] == "--loud" && read("--name", "--soft")[Self.name] == "--soft")
  }

  @Test("behind two dashes nothing is an option")
  func dashes() throws { #expect(try read("--loud", "--", "--name", "--").operands == ["--name", "--"]) }

  @Test(
    "what is not understood is told",
    arguments: [
      ["--nothing"], ["-x"], ["--name"], ["--name="], ["-n"], ["--count", "0"], ["--count", "21"], ["--count", "+1"],
      ["--count", "1.0"], ["--count", "٣"], ["--count", "99999999999999999999"], ["--loud=1"], ["a", "b", "c", "d"],
      ["--help=1"], ["-ln"], ["-lx"], ["-l=1"], ["-xl"], ["--loudn"],
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
