/// The format of rows for other programs: named fields, the text between them, and a byte at the end of each row.
struct RowFormat: Sendable {
  private enum Part {
    case text(String)
    case field(String)
  }

  private var parts: [Part] = []
  private let end: String

  /// Fields separated by tabs, each row a line.
  init(_ fields: [String], end: String = "\n") {
    for field in fields { parts += (parts.isEmpty ? [] : [.text("\t")]) + [.field(field)] }
    self.end = end
  }

  /// Reads a format such as `{id}\t{title}`: names of fields in braces, a backslash before `t`, `n`, `0` or itself, and
  /// `{{` or `}}` for a brace.
  ///
  /// - Throws: a usage error, which names the possible fields.
  init(reading format: String, fields: [String], end: String) throws(CommandError) {
    self.end = end
    var rest = Substring(format)
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "{", "}":
        if rest.first == character {
          text.append(rest.removeFirst())
          continue
        }
        guard character == "{", let close = rest.firstIndex(of: "}") else {
          throw .usage("--format has a brace that stands alone; write {{ or }} for the character itself")
        }
        let name = String(rest[..<close])
        guard fields.contains(name) else {
          throw .usage(
            "--format knows no {\(name)}; there are \(fields.map { "{\($0)}" }.joined(separator: " "))",
            isComplete: true)
        }
        parts += [.text(text), .field(name)]
        text = ""
        rest = rest[rest.index(after: close)...]
      case "\\":
        switch rest.popFirst() {
        case "t": text.append("\t")
        case "n": text.append("\n")
        case "0": text.append("\0")
        case "\\": text.append("\\")
        default: throw .usage("--format has a \\ that stands alone; write \\\\ for the character itself")
        }
      default: text.append(character)
      }
    }
    parts.append(.text(text))
  }

  /// Whether rows have a field.
  func has(_ field: String) -> Bool {
    parts.contains { if case .field(field) = $0 { true } else { false } }
  }

  /// A row, given its fields. No field's text can break it: where rows end with NUL, no path can, so that is as it is.
  func row(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field("path") where end == "\0": value("path")
      case .field(let name): TerminalSanitizer.field(value(name))
      }
    }.joined() + end
  }
}

/// A command's options for rows for other programs: `--format`, `--ids` and `--null`.
struct RowOptions: Sendable {
  private static let null = Option("--null", "0", nil, "end each row with a NUL byte rather than a line's end")
  private static let ids = Option("--ids", nil, nil, "print ids alone")
  private let format: Option
  private let fields: [String]
  private let hasIDs: Bool

  /// Options for rows with these fields.
  init(_ fields: [String], hasIDs: Bool) {
    self.fields = fields
    self.hasIDs = hasIDs
    format = Option("--format", "f", .text("FORMAT"), "print these fields, as in '\(Self.example(fields))'")
  }

  private static func example(_ fields: [String]) -> String {
    fields.prefix(2).map { "{\($0)}" }.joined(separator: "\\t")
  }

  /// All of them, in the order of the help.
  var options: [Option] { [format] + (hasIDs ? [Self.ids] : []) + [Self.null] }

  /// A sentence for the help.
  var explanation: String {
    "Fields of --format: \(fields.map { "{\($0)}" }.joined(separator: " ")). "
      + "Between them may stand any text, with \\t for a "
      + "tab and \\n for a line's end."
  }

  /// The row format that a command line asks for; nil if none: then a terminal gets a table.
  ///
  /// - Parameter standard: the default fields.
  /// - Throws: a usage error.
  func format(_ arguments: Arguments, standard: [String]) throws(CommandError) -> RowFormat? {
    let given = options.filter(arguments.has)
    if arguments.has(.json), let first = given.first { throw .usage("--json and \(first.name) exclude each other") }
    if arguments.has(format), arguments.has(Self.ids) { throw .usage("--ids and --format exclude each other") }
    let end = arguments.has(Self.null) ? "\0" : "\n"
    if let text = arguments[format] { return try RowFormat(reading: text, fields: fields, end: end) }
    if arguments.has(Self.ids) { return RowFormat(["id"], end: end) }
    return given.isEmpty ? nil : RowFormat(standard, end: end)
  }
}
