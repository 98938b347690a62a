import Platform

/// What stands at the ends of the three standard streams.
struct Terminal: Sendable {
  /// Whether a person types on stdin.
  var readsPerson: Bool
  /// How many columns stdout's terminal has; nil if it is none: then lines are as long as they are.
  var columns: Int?
  /// How many columns stderr's terminal has; nil if it is none, or can't show a bar that grows.
  var progressColumns: Int?
  /// Whether stdout takes colours.
  var hasColours: Bool
}

extension Terminal {
  /// This process's, with the descriptor that stands for stdout. `NO_COLOR` (no-color.org) and a terminal called `dumb`
  /// have none.
  init(output: Int32) {
    let isTerminal = isatty(output) == 1
    let isDumb = getenv("TERM").map { strcmp($0, "dumb") == 0 } ?? true
    let forbids = getenv("NO_COLOR").map { $0[0] != 0 } ?? false
    self.init(
      readsPerson: isatty(STDIN_FILENO) == 1,
      columns: isTerminal ? Self.columns(of: output) : nil,
      progressColumns: isatty(STDERR_FILENO) == 1 && !isDumb ? Self.columns(of: STDERR_FILENO) : nil,
      hasColours: isTerminal && !isDumb && !forbids)
  }

  /// A terminal that does not say how wide it is counts as 80 columns.
  private static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
