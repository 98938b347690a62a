/// The help of the whole program.
enum ProgramHelp {
  /// The text of `memo-ls --help`, for terminals of at least 80 columns.
  static var text: String {
    """
    memo-ls keeps memos for text editors and people. An editor's plugin starts it
    without a command: then it speaks JSON-RPC 2.0 on stdin and stdout, one JSON
    object a line, or with Content-Length headers as in LSP.

    usage: memo-ls [FLAG ...]
           memo-ls COMMAND [ARGUMENT ...]

    commands for people; memo-ls COMMAND --help tells more:
    \(Help.rows(Commands.all.map { ($0.usage.name, $0.usage.summary) }))
    flags of the server:
    \(Help.rows(ServeCommand.usage.allOptions.map { ($0.flagForm, $0.summary) }))
    Try it: type this line and press Enter, then Ctrl-D.
      {"jsonrpc":"2.0","id":1,"method":"createMemo","params":{"text":"Hello"}}

    """
  }
}
