import Platform

/// How much is logged; the numbers are those of LSP 3.17's `MessageType`.
public enum LogLevel: Int, Sendable, CaseIterable, Comparable {
  /// What goes wrong and needs somebody to act.
  case error = 1
  /// What a client did wrong.
  case warning
  /// What happens seldom.
  case info
  /// Every save.
  case debug

  /// The name on the command line.
  public var name: String { String(describing: self) }

  /// The graver comes first.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Something that happened while a store was opened, or since, for the log of whoever uses it.
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

/// Lines on stderr, or elsewhere. They bear ids, lengths, versions and codes, never a memo's words.
public struct Log: Sendable {
  private let level: LogLevel?
  private let descriptor: Int32

  /// Nothing is written.
  public static let none = Log(level: nil, descriptor: -1)

  private init(level: LogLevel?, descriptor: Int32) {
    self.level = level
    self.descriptor = descriptor
  }

  /// Creates a log of lines as grave as this, and graver, on stderr.
  public init(level: LogLevel) { self.init(level: level, descriptor: STDERR_FILENO) }

  /// Creates a log of lines as grave as this, and graver, on any descriptor.
  public init(level: LogLevel, descriptor: Int32) {
    self.init(level: .some(level), descriptor: Descriptors.unblocking(descriptor))
  }

  /// Writes a line, and gives it as news for the client.
  public func tell(_ level: LogLevel, _ message: String) -> StartupNotice {
    write(level, message)
    return StartupNotice(level: level, message: message)
  }

  /// Writes a line. If it goes to a pipe that nobody empties the line is dropped: a log must not stop the service.
  public func write(_ level: LogLevel, _ message: String) {
    guard let most = self.level, level <= most else { return }
    let line = Array("memo-ls: \(level.name): \(message)".utf8.prefix(Int(PIPE_BUF) - 1)) + [UInt8(ascii: "\n")]
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&room, 1, 0) > 0 { _ = systemWrite(descriptor, line, line.count) }
  }
}

/// `write(2)`, which the log's own method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
