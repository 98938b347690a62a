import MemoServer

/// What stands behind a command's name.
struct Arguments: Sendable {
  /// Whether help is asked for; the rest was not looked at then.
  private(set) var wantsHelp = false
  /// What is no option, in order.
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads a command line. A value stands behind its option, or behind `=`; what stands behind `--` is no option.
  ///
  /// - Throws: a usage error.
  init(_ arguments: ArraySlice<String>, of usage: CommandUsage) throws(CommandError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let (option, attached) = try Self.option(argument, of: usage)
      if option.name == Option.help.name, attached == nil {
        wantsHelp = true
        return
      }
      values[option.name, default: []].append(try Self.value(of: option, attached, &rest))
    }
    try checkCount(usage)
  }

  private static func option(
    _ argument: String, of usage: CommandUsage
  ) throws(CommandError) -> (Option, attached: String?) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let found = usage.allOptions.first { option in
      option.name == parts[0] || option.letter.map { "-\($0)" == parts[0] } ?? false
    }
    guard let found else {
      let nearest = Spelling.nearest(to: parts[0], among: usage.allOptions.map(\.name))
      let hint = usage.operands.map { _ in "put -- before what begins with a dash and is no option" }
      let advice = nearest.map { "did you mean \($0)?" } ?? hint
      throw .usage("unknown argument: \(argument)\(advice.map { "; \($0)" } ?? "")")
    }
    return (found, parts.count == 2 ? parts[1] : nil)
  }

  private static func value(
    of option: Option, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(CommandError) -> String {
    guard let expected = option.value else {
      guard attached == nil else { throw .usage("\(option.name) takes no value") }
      return ""
    }
    guard let value = attached ?? rest.popFirst(), expected.takes(value) else {
      throw .usage("\(option.name) must be followed by \(expected.expectation)")
    }
    return value
  }

  private func checkCount(_ usage: CommandUsage) throws(CommandError) {
    let count = usage.operands?.count ?? 0...0
    if operands.count > count.upperBound { throw .usage("unknown argument: \(operands[count.upperBound])") }
    if operands.count < count.lowerBound { throw .usage("\(usage.operands?.form ?? "an argument") is missing") }
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// An option's value; of one given twice the last counts. Nil if it was not given.
  subscript(option: Option) -> String? { values[option.name]?.last }

  /// All values of an option that may be given several times.
  func all(_ option: Option) -> [String] { values[option.name] ?? [] }
}
