import Platform

/// The terminals at the three standard streams.
struct Terminal: Sendable {
  /// Whether a person types on stdin.
  var readsPerson: Bool
  /// The width of stdout's terminal; nil if it is none: then lines have any length.
  var columns: Int?
  /// The width of stderr's terminal; nil if it is none, or can't show a progress bar.
  var progressColumns: Int?
  /// Whether stdout takes colours.
  var hasColours: Bool
}

extension Terminal {
  /// This process's terminals, given the descriptor to use as stdout. With `NO_COLOR` (no-color.org) or on a `dumb`
  /// terminal there are no colours.
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

  /// A terminal of unknown width counts as 80 columns.
  private static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
