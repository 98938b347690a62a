/// Completions for bash 3.2 and later.
enum BashCompletion {
  static var script: String {
    var text = """
      # bash completion for memo-ls; made by: memo-ls completions bash
      _memo_ls() {
        local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=
        case $COMP_CWORD:${COMP_WORDS[1]} in

      """
    text += "  1:-*) words='\(lines(Completable.serverOptions.map(\.name)))' ;;\n"
    text += "  1:*) words='\(lines(Completable.commands.map(\.name)))' ;;\n"
    for command in Completable.commands {
      text += "  *:\(command.name))\n" + cases(command.allOptions, operands: command.operands?.kind) + "    ;;\n"
    }
    text += "  *)\n" + cases(Completable.serverOptions, operands: nil) + "    ;;\n"
    text += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -o filenames -F _memo_ls memo-ls

      """
    return text
  }

  private static func lines(_ words: [String]) -> String { words.joined(separator: "\n") }

  /// What may stand behind an option that takes a value; else options, or operands.
  private static func cases(_ options: [Option], operands: CommandUsage.Operands.Kind?) -> String {
    var text = "    case $before in\n"
    for option in options {
      guard let value = option.value else { continue }
      let names = ([option.name] + [option.letter.map { "-\($0)" }].compactMap { $0 }).joined(separator: "|")
      text += "    \(names)) \(action(value)) ;;\n"
    }
    text += "    *)\n      case $word in\n"
    text += "      -*) words='\(lines(options.map(\.name)))' ;;\n"
    if let action = action(operands) { text += "      *) \(action) ;;\n" }
    return text + "      esac ;;\n    esac\n"
  }

  private static let files = "COMPREPLY=($(compgen -f -- \"$word\")); return"

  private static func action(_ value: Option.Value) -> String {
    switch value {
    case .path: files
    case .choice(let words): "words='\(lines(words))'"
    case .text, .number: "return"
    }
  }

  private static func action(_ kind: CommandUsage.Operands.Kind?) -> String? {
    switch kind {
    case .memo: "words=$(\(Completable.ids(trashed: false)) | cut -f 1)"
    case .trashedMemo: "words=$(\(Completable.ids(trashed: true)) | cut -f 1)"
    case .path: files
    case .choice(let words): "words='\(lines(words))'"
    case .words, nil: nil
    }
  }
}
