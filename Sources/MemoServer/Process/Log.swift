import JSONRPC
import MemoProtocol
import Platform

/// How much is logged.
public enum LogLevel: Int, Sendable, CaseIterable, Comparable {
  /// What goes wrong and needs somebody to act.
  case error
  /// What a client did wrong.
  case warning
  /// What happens seldom.
  case info
  /// Every save.
  case debug

  /// The name on the command line.
  public var name: String { String(describing: self) }

  /// The same for a client (LSP 3.17, `MessageType`).
  var messageType: LogMessage.Level {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    case .debug: .debug
    }
  }

  /// The graver comes first.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Something that a client's own log should have, too.
public struct StartupNotice: Sendable {
  /// How grave it is.
  public let level: LogLevel
  /// A sentence. Never a memo's words.
  public let message: String

  /// Creates a piece of news.
  public init(level: LogLevel, message: String) {
    self.level = level
    self.message = message
  }
}

/// Lines on stderr. They bear ids, lengths, versions and codes, never a memo's words.
public struct Log: Sendable {
  private let level: LogLevel
  private let descriptor: Int32

  /// Creates a log of lines as grave as this, and graver.
  public init(level: LogLevel) {
    self.level = level
    descriptor = StandardStreams.unblocking(STDERR_FILENO)
  }

  /// Creates a log of errors alone that go to another descriptor.
  package init(descriptor: Int32) {
    level = .error
    self.descriptor = descriptor
  }

  /// Writes a line, and gives it as news for the client.
  public func tell(_ level: LogLevel, _ message: String) -> StartupNotice {
    write(level, message)
    return StartupNotice(level: level, message: message)
  }

  /// Writes a line. If stderr is a pipe that nobody empties the line is dropped: a log must not stop the service.
  public func write(_ level: LogLevel, _ message: String) {
    guard level <= self.level else { return }
    let line = Array("memo-ls: \(level.name): \(message)".utf8.prefix(Int(PIPE_BUF) - 1)) + [UInt8(ascii: "\n")]
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&room, 1, 0) > 0 { _ = systemWrite(descriptor, line, line.count) }
  }
}

/// `write(2)`, which the log's own method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
