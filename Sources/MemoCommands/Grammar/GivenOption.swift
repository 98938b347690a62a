extension CommandUsage {
  /// An option in an argument, with its value if that is in the same argument.
  typealias GivenOption = (option: Option, value: String?)

  /// The options in one argument that begins with a dash: one by its name, or letters after one dash, of which the
  /// first with a value takes the rest of the argument.
  ///
  /// - Throws: a usage error if the command has no such option.
  func options(in argument: String) throws(CommandError) -> [GivenOption] {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if let option = option(called: parts[0]) { return [(option, parts.count == 2 ? parts[1] : nil)] }
    guard !argument.hasPrefix("--") else { throw unknown(parts[0], argument) }
    var given: [GivenOption] = []
    var rest = argument.dropFirst()
    while let letter = rest.popFirst() {
      guard let option = option(called: "-\(letter)") else { throw unknown(parts[0], argument) }
      guard option.value != nil, !rest.isEmpty else {
        given.append((option, nil))
        continue
      }
      return given + [(option, String(rest.first == "=" ? rest.dropFirst() : rest))]
    }
    return given
  }

  private func option(called name: String) -> Option? { allOptions.first { $0.isCalled(name) } }

  /// The error for an argument that names no option.
  func unknown(_ name: String, _ argument: String) -> CommandError {
    let names = allOptions.map(\.name)
    let nearest = Spelling.advice(for: name, among: names)
    if self.name == ServeCommand.usage.name {
      return .usage("unknown flag: \(argument); \(nearest ?? "the flags are \(names.joined(separator: ", "))")")
    }
    if ServeCommand.usage.options.contains(where: { $0.name == name }) {
      return .usage("unknown option: \(argument); it is one of the server's, for memo-ls serve")
    }
    if let word = operands?.kind.words.first(where: { $0 == name.drop { $0 == "-" } }) {
      return .usage("unknown option: \(argument); without dashes it is understood: memo-ls \(self.name) \(word)")
    }
    let advice = nearest ?? operands.map { _ in "put -- before what begins with a dash and is no option" }
    return .usage("unknown option: \(argument)\(advice.map { "; \($0)" } ?? "")")
  }

  /// The operands that the command takes, in words, for the error about too many.
  var operandsTaken: String {
    let together = "words that belong together need quotes"
    guard let operands else {
      // What else belongs behind the command is a day, or what to write in its memo.
      let meant = options.filter { ["--date", "--add"].contains($0.name) }.map(\.longForm).joined(separator: " or ")
      return "memo-ls \(name) takes options only" + (meant.isEmpty ? "" : ", such as \(meant); \(together)")
    }
    return "memo-ls \(name) takes \(operands.form) only" + (operands.kind.noun == "id" ? "; \(together)" : "")
  }
}
