import MemoHost

/// `memo-ls manual`: prints the manual page.
struct ManualCommand: Command {
  static let usage = CommandUsage(
    "manual", "print the manual page, for man", options: [],
    details: [
      "make install puts it where man looks. Without that: memo-ls manual > memo-ls.1 && man ./memo-ls.1"
    ],
    success: "it was printed", failure: "it could not be printed")

  let arguments: Arguments

  func run(in environment: CommandEnvironment) -> Int32 {
    environment.print(ManualPage.text)
    return 0
  }
}

/// The manual page, in the man macros.
enum ManualPage {
  static var text: String {
    var page = """
      .TH MEMO-LS 1 "" "memo-ls \(MemoHost.version)" "User Commands"
      .SH NAME
      memo-ls \\- keep memos for text editors and people
      .SH SYNOPSIS
      .B memo-ls
      .RI [ FLAG \\ ...]
      .br
      .B memo-ls
      .I COMMAND
      .RI [ ARGUMENT \\ ...]
      .SH DESCRIPTION
      Without a command, memo-ls is a server that an editor starts and talks to in JSON-RPC 2.0 on stdin and stdout.
      The commands are for people. They work on the same store, also while editors have it open.
      .SH FLAGS OF THE SERVER

      """
    for option in ServeCommand.usage.allOptions { page += item(option.form, option.summary) }
    page += ".SH COMMANDS\n"
    for command in Completable.commands {
      page += ".SS \(escaped(command.synopsis))\n" + paragraphs(command)
      for option in command.allOptions { page += item(option.form, option.summary) }
      page += ".PP\nExit status:\n"
      for (status, meaning) in command.exits { page += item("\(status)", meaning) }
    }
    return page + end
  }

  private static let end = """
    .SH EXAMPLES
    .nf
    memo\\-ls new \\-\\-tag food Buy milk
    printf 'Plan\\ensleep more\\en' | memo\\-ls new \\-\\-pin
    memo\\-ls search tag:food milk
    memo\\-ls export \\-\\-format markdown \\-\\-to folder
    .fi
    .SH FILES
    .TP
    .I ~/.local/share/memo\\-ls/memos.sqlite
    all memos; on macOS it is in ~/Library/Application Support/memo\\-ls
    .TP
    .I ~/.local/share/memo\\-ls/folders
    the stores of folders that were attached; there, too
    .SH ENVIRONMENT
    .TP
    .B MEMO_LS_STORE
    the database file, unless \\-\\-store names it, or a folder is attached where a command is called
    .TP
    .B MEMO_LS_DAILY_FORMAT
    how the title of a day's memo is written, unless \\-\\-daily\\-format says; in a folder, with a slash, where its
    file lies, too
    .TP
    .B XDG_DATA_HOME
    the folder that memo\\-ls/memos.sqlite is in, if it is not ~/.local/share
    .TP
    .BR VISUAL ,\\  EDITOR
    the editor, a command of the shell
    .TP
    .B NO_COLOR
    no colours, if it is not empty
    .TP
    .BR TZ ,\\  LC_ALL ,\\  LC_TIME ,\\  LANG
    how dates are written
    .TP
    .BR XDG_RUNTIME_DIR ,\\  TMPDIR
    where the editor's file may be

    """

  private static func paragraphs(_ command: CommandUsage) -> String {
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    return ([summary] + command.details).map { paragraph in
      paragraph.hasPrefix(" ") ? ".PP\n.nf\n\(lines(paragraph))\n.fi\n" : ".PP\n\(lines(paragraph))\n"
    }.joined()
  }

  private static func item(_ name: String, _ text: String) -> String {
    ".TP\n.B \(escaped(name))\n\(lines(text))\n"
  }

  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// Text in which roff finds no requests: dashes stay dashes that can be copied, and no line begins a request.
  private static func escaped(_ text: String) -> String {
    let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    let ascii = safe.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      // At least four digits (groff, "Using Symbols").
      return scalar.isASCII
        ? String(scalar) : "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }.joined()
    return ascii.hasPrefix(".") || ascii.hasPrefix("'") ? "\\&" + ascii : ascii
  }
}
