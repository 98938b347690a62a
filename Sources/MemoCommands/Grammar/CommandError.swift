/// Why a command ends without having done its work.
public struct CommandError: Error, Sendable {
  /// What is wrong and what to do about it, without a full stop.
  public let message: String
  /// The exit status.
  public let status: Int32

  /// The status for a command line that can't be understood: `EX_USAGE` of sysexits.h.
  static let usageStatus: Int32 = 64

  /// A command line that can't be understood.
  public static func usage(_ message: String) -> CommandError { CommandError(message: message, status: usageStatus) }

  /// Anything else.
  static func failure(_ message: String) -> CommandError { CommandError(message: message, status: 1) }
}
