extension CommandUsage {
  /// An option as an argument has it, with the value that stands in the same argument, if one does.
  typealias GivenOption = (option: Option, value: String?)

  /// The options in one argument that begins with a dash: one by its name, or letters behind one dash, of which the
  /// first that takes a value has the rest of the argument for it.
  ///
  /// - Throws: a usage error if one of them is none of the command's.
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

  /// What is said of an argument that names none of the options.
  func unknown(_ name: String, _ argument: String) -> CommandError {
    let names = allOptions.map(\.name)
    let nearest = Spelling.advice(for: name, among: names)
    if self.name == ServeCommand.usage.name {
      return .usage("unknown flag: \(argument); \(nearest ?? "the flags are \(names.joined(separator: ", "))")")
    }
    if ServeCommand.usage.options.contains(where: { $0.name == name }) {
      return .usage("unknown option: \(argument); it is one of the server's, for memo-ls serve")
    }
    let advice = nearest ?? operands.map { _ in "put -- before what begins with a dash and is no option" }
    return .usage("unknown option: \(argument)\(advice.map { "; \($0)" } ?? "")")
  }

  /// What is said of the operands where there are too many.
  var operandsTaken: String {
    guard let operands else { return "memo-ls \(name) takes options only" }
    return "memo-ls \(name) takes \(operands.form) only"
  }
}
