/// The terminator of a line.
enum LineTerminator {
  /// The end of the text.
  case none
  case lf
  case cr
  case crlf

  /// The terminator at the end of the bytes of one line.
  init(of line: some BidirectionalCollection<UInt8>) {
    switch line.last {
    case LineByte.cr: self = .cr
    case LineByte.lf: self = line.dropLast().last == LineByte.cr ? .crlf : .lf
    default: self = .none
    }
  }

  /// The terminator's bytes.
  var bytes: [UInt8] {
    switch self {
    case .none: []
    case .lf: [LineByte.lf]
    case .cr: [LineByte.cr]
    case .crlf: [LineByte.cr, LineByte.lf]
    }
  }
}

extension Rope {
  /// The terminator of line `line`. O(log n).
  func terminator(ofLine line: Int) -> LineTerminator {
    let end = endOfLine(line)
    switch offsetOfLine(line + 1) - end {
    case 0: return .none
    case 1: return root.byte(at: end) == LineByte.lf ? .lf : .cr
    default: return .crlf
    }
  }

  /// Whether the last line has no text: the text is empty or ends with a line end.
  var isLastLineEmpty: Bool { isEmpty || summary.endsWithCR || root.byte(at: summary.utf8 - 1) == LineByte.lf }

  /// The number of lines that have a byte, which together are the text: an empty last line doesn't count.
  public var filledLineCount: Int { lineCount - (isLastLineEmpty ? 1 : 0) }
}
