import MemoFolder
import Platform

/// The levels of a log; the numbers are those of LSP 3.17's `MessageType`.
public enum LogLevel: Int, Sendable, CaseIterable, Comparable {
  /// A failure that needs somebody to act.
  case error = 1
  /// A client's mistake.
  case warning
  /// A rare event.
  case info
  /// Every save.
  case debug

  /// The name on the command line. Spelled out: to have Swift reflect takes a sixth of a start.
  public var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }

  /// The more serious level comes first.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

extension LogLevel {
  /// The level and the message of a line that a ``Log`` has written; nil for any other line.
  package static func parts(of line: String) -> (level: LogLevel, message: Substring)? {
    allCases.lazy.filter { line.hasPrefix($0.start) }.map { ($0, line.dropFirst($0.start.count)) }.first
  }

  /// The beginning of a line.
  fileprivate var start: String { "memo-ls: \(name): " }
}

/// An event while a store is opened, or later, for its user's log.
public struct StartupNotice: Sendable {
  /// Its level.
  public let level: LogLevel
  /// A sentence. Never a memo's words.
  public let message: String

  /// Creates a notice.
  public init(level: LogLevel, message: String) {
    self.level = level
    self.message = message
  }
}

/// A log of lines on stderr, or elsewhere. They contain ids, lengths, versions and codes, never a memo's words.
public struct Log: Sendable {
  private let level: LogLevel?
  private let descriptor: Int32

  /// A log that writes nothing.
  public static let none = Log(level: nil, descriptor: -1)

  private init(level: LogLevel?, descriptor: Int32) {
    self.level = level
    self.descriptor = descriptor
  }

  /// Creates a log of lines up to this level on stderr.
  public init(level: LogLevel) { self.init(level: level, descriptor: STDERR_FILENO) }

  /// Creates a log of lines up to this level on any descriptor.
  public init(level: LogLevel, descriptor: Int32) {
    self.init(level: .some(level), descriptor: Descriptors.unblocking(descriptor))
  }

  /// Writes a line, and returns it as a notice for the client.
  public func tell(_ level: LogLevel, _ message: String) -> StartupNotice {
    write(level, message)
    return StartupNotice(level: level, message: message)
  }

  /// Writes that the loop was kept waiting, by what and how long.
  package func write(slowTurn what: String, of time: Duration) {
    write(.info, "\(what) kept everything else waiting for \(time.milliseconds) ms")
  }

  /// Writes a line. If the pipe is full the line is dropped: a log must not stop the service.
  public func write(_ level: LogLevel, _ message: String) {
    guard let most = self.level, level <= most else { return }
    let line = Array((level.start + message).utf8.prefix(Int(PIPE_BUF) - 1)) + [UInt8(ascii: "\n")]
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&room, 1, 0) > 0 { _ = Platform.write(descriptor, line, line.count) }
  }
}

extension LogLevel {
  init(_ weight: FolderNews.Weight) {
    self =
      switch weight {
      case .error: .error
      case .warning: .warning
      case .info: .info
      }
  }
}
