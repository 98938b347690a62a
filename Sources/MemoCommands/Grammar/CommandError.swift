/// Why a command ends without having done its work.
public struct CommandError: Error, Sendable {
  /// What is wrong and what to do about it, without a full stop.
  public let message: String
  /// The exit status.
  public let status: Int32

  /// The status for a command line that can't be understood: `EX_USAGE` of sysexits.h.
  static let usageStatus: Int32 = 64

  /// Whether the message says all there is to do, so that the help has nothing to add.
  let isComplete: Bool

  private init(message: String, status: Int32, isComplete: Bool) {
    (self.message, self.status, self.isComplete) = (message, status, isComplete)
  }

  /// A command line that can't be understood.
  public static func usage(_ message: String) -> CommandError { usage(message, isComplete: false) }

  /// A command line that can't be understood; perhaps one about which the help has nothing to add.
  static func usage(_ message: String, isComplete: Bool) -> CommandError {
    CommandError(message: message, status: usageStatus, isComplete: isComplete)
  }

  /// Anything else.
  static func failure(_ message: String) -> CommandError { CommandError(message: message, status: 1, isComplete: true) }
}
