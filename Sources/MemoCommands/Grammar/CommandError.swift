/// The reason why a command ends without having done its work.
struct CommandError: Error, Sendable {
  /// What is wrong and what to do about it, without a full stop.
  let message: String
  /// A detail for a line of its own below the message.
  var detail: String?
  /// The exit status.
  let status: Int32

  /// The status for an invalid command line: `EX_USAGE` of sysexits.h.
  static let usageStatus: Int32 = 64

  /// Whether the message says all there is to do, so that the help has nothing to add.
  let isComplete: Bool

  /// An invalid command line; perhaps one about which the help has nothing to add.
  static func usage(_ message: String, isComplete: Bool = false) -> CommandError {
    CommandError(message: message, status: usageStatus, isComplete: isComplete)
  }

  /// Any other error.
  static func failure(_ message: String, detail: String? = nil) -> CommandError {
    CommandError(message: message, detail: detail, status: 1, isComplete: true)
  }

  /// The message for a person who has called a command, or the program without one: one line, or two, whatever words of
  /// theirs are in it.
  func lines(of command: String?) -> String {
    let name = command.map { "memo-ls \($0)" } ?? "memo-ls"
    let more = detail.map { "  \($0)" } ?? (isComplete ? nil : "\(name) --help tells more")
    return ["\(name): \(message)", more].compactMap { $0 }.map { TerminalSanitizer.line($0) + "\n" }.joined()
  }
}
