/// The arguments after a command's name.
struct Arguments: Sendable {
  /// The arguments that are no options, in order.
  private(set) var operands: [String] = []
  /// The number of operands that precede `--`: only there does `-` mean stdin.
  private var plainOperands = 0
  private var values: [String: [String]] = [:]

  /// Parses a command line. A value follows its option as the next argument, after `=`, or right after its letter;
  /// several letters may share a dash; arguments after `--` are no options.
  ///
  /// - Throws: a usage error.
  init(_ arguments: ArraySlice<String>, of usage: CommandUsage) throws(CommandError) {
    var rest = arguments
    while let argument = rest.popFirst(), argument != "--" {
      // A list item, "- milk", is no option either.
      guard argument.hasPrefix("-"), argument != "-", !argument.hasPrefix("- ") else {
        operands.append(argument)
        continue
      }
      for given in try usage.options(in: argument) {
        if given.option.isAll, given.value == nil {
          values = [given.option.name: [""]]
          return
        }
        values[given.option.name, default: []].append(try Self.value(given, usage, &rest))
      }
    }
    plainOperands = operands.count
    operands += rest
    try check(usage)
  }

  private static func value(
    _ given: CommandUsage.GivenOption, _ usage: CommandUsage, _ rest: inout ArraySlice<String>
  ) throws(CommandError) -> String {
    let name = given.option.name
    guard let expected = given.option.value else {
      guard given.value == nil else { throw .usage("\(name) takes no value") }
      return ""
    }
    let demand = "\(name) must be followed by \(expected.expectation)"
    guard let value = given.value ?? rest.popFirst() else {
      throw .usage(expected == .tag ? "\(demand); \(Tags.quoting)" : demand)
    }
    if isBlank(value) { throw .usage("\(demand), but what follows is empty; is a variable unset?") }
    if given.value == nil, usage.allOptions.contains(where: { $0.isCalled(value) }) {
      throw .usage("\(demand); if that is \(value), write \(name)=\(value)")
    }
    guard let value = expected.reading(value) else { throw .usage(demand) }
    return value
  }

  private func check(_ usage: CommandUsage) throws(CommandError) {
    let count = usage.operands?.count ?? 0...0
    let kind = usage.operands?.kind
    if let kind, let noun = kind.noun, operands.prefix(kind.filled).contains(where: Self.isBlank) {
      throw .usage("the \(noun) is empty; is a variable unset?")
    }
    if operands.count > count.upperBound {
      if Self.isBlank(operands[count.upperBound]) { throw .usage("an argument is empty; is a variable unset?") }
      throw .usage("unexpected argument: \(operands[count.upperBound]); \(usage.operandsTaken)")
    }
    if operands.count < count.lowerBound {
      let names = usage.operands?.form.split(separator: " ") ?? []
      throw .usage("\(names.dropFirst(operands.count).first ?? "an argument") is missing")
    }
  }

  /// Whether a text is blank, as a shell's variable that is not set.
  static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether an operand stands for stdin: a dash that is not after `--`.
  func isInput(_ index: Int) -> Bool { index < plainOperands && operands[index] == "-" }

  /// Whether help is asked for; then the rest was not parsed.
  var wantsHelp: Bool { has(.help) }

  /// Whether nothing was given.
  var isEmpty: Bool { operands.isEmpty && values.isEmpty }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// An option's value, the last if it was given twice; nil if it was not given.
  subscript(option: Option) -> String? { values[option.name]?.last }

  /// The value of an option that takes a number.
  func number(_ option: Option) -> Int? { self[option].flatMap(Int.init) }

  /// All values of an option that may be given several times.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }
}
