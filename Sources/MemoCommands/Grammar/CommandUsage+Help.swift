extension CommandUsage {
  /// The text of `--help`, for terminals of at least 80 columns.
  var help: String {
    var text = Help.filled("memo-ls \(name): \(summary)", width: Help.width)
    text += "\n" + usageLines(width: Help.width)
    for paragraph in details {
      text += "\n" + (paragraph.hasPrefix(" ") ? paragraph + "\n" : Help.filled(paragraph, width: Help.width))
    }
    text += "\n" + Help.rows(allOptions.map { ($0.form, $0.summary) })
    text += "\nexit status:\n" + Help.rows(exits.map { ("\($0.status)", $0.meaning) })
    return text
  }
}

extension CommandUsage {
  /// The synopsis, in lines of this width.
  func usageLines(width: Int) -> String { "usage: " + Help.filled(synopsis, width: width - 7, indent: 2) }
}
