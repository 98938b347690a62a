import Platform

/// Completions for zsh.
enum ZshCompletion {
  static var script: String {
    var text = """
      #compdef memo-ls
      # made by: memo-ls completions zsh
      _memo_ls_ids() {
        local -a rows ids titles
        local row
        rows=(${(f)"$(\(Completable.memos(store: "$store", more: "$@")))"})
        for row in $rows; do
          ids+=("${row%%$'\\t'*}:${row#*$'\\t'}")
          [[ -n ${row#*$'\\t'} ]] && titles+=("${${row#*$'\\t'}//:/\\:}:${row%%$'\\t'*}")
        done
        _describe memo ids || _describe title titles
      }
      _memo_ls_tags() {
        local -a tags
        tags=(${(f)"$(\(Completable.tags(store: "$store")))"})
        compadd -a tags
      }
      _memo_ls() {
        local -a commands store
        local i=1
        # What stands before the command; the store that was named may stand anywhere.
        while (( ++i < CURRENT )) && [[ $words[i] == -* ]]; do
          [[ $words[i] == (\(Completable.withValue.joined(separator: "|"))) ]] && (( i++ ))
        done
        local at option named
        for option in --store --folder; do
          named=
          at=$words[(I)$option]
          (( at && at + 1 < CURRENT )) && named=${(Q)words[at+1]}
          at=$words[(I)$option=*]
          (( at )) && named=${(Q)${words[at]#$option=}}
          [[ -n $named ]] && store=($option "${named/#\\~\\//$HOME/}")
        done

      """
    text += "  commands=(\n"
    for command in Completable.commands { text += "    \("\(command.name):\(command.summary)".shellWord)\n" }
    text += "  )\n  if (( CURRENT == i )) && [[ $PREFIX != -* ]]; then\n    _describe command commands\n"
    text += "    return\n  fi\n  local command=$words[i]\n  (( i < CURRENT )) || command=\n  case $command in\n"
    for command in Completable.commands {
      text += "  \(command.name))\n    shift $(( i - 1 )) words\n    (( CURRENT -= i - 1 ))\n"
      text += arguments(command.allOptions, command.operands, indent: "    ") + "    ;;\n"
    }
    text += "  *)\n" + arguments(ServeCommand.usage.allOptions, nil, indent: "    ") + "    ;;\n"
    // As a file of $fpath it is the function that completes; read in by itself it defines one.
    return text + "  esac\n}\n"
      + "if [[ $funcstack[1] == _memo-ls ]]; then _memo_ls \"$@\"; else compdef _memo_ls memo-ls; fi\n"
  }

  private static func arguments(_ options: [Option], _ operands: CommandUsage.Operands?, indent: String) -> String {
    var words = ["_arguments"]
    for option in options {
      let names = [option.letter.map { "-\($0)" }, option.name].compactMap { $0 }
      let text = escaped(option.summary)
      // Each form separately: `_arguments` can't express both in one quoted word.
      for name in names { words.append("*\(name)[\(text)]\(value(option.value))".shellWord) }
    }
    if case .actionAndFolder(let actions)? = operands?.kind {
      // Behind an action there is a folder, or one of its words and then a folder.
      let more = actions.filter { !$0.words.isEmpty }.map {
        "if (( $words[(I)\($0.name)] )); then compadd -- \($0.words.joined(separator: " ")); else _files -/; fi"
      }
      words += ["1:ACTION:(\(actions.map(\.name).joined(separator: " ")))".shellWord]
      words += ["2:DIR:{\(more.first ?? "_files -/")}".shellWord, "3:DIR:_files -/".shellWord]
    } else if case .actionAndTags(let action)? = operands?.kind {
      words += ["1:ACTION:(\(action))".shellWord, "*:TAG: _memo_ls_tags".shellWord]
    } else if let operands {
      words.append("*:\(operands.form):\(action(operands.kind))".shellWord)
    }
    return indent + words.joined(separator: " \\\n\(indent)  ") + "\n"
  }

  private static func value(_ value: Option.Value?) -> String {
    switch value {
    case nil: ""
    case .path(let name): ":\(name):_files"
    case .choice(let words): ":word:(\(words.joined(separator: " ")))"
    case .text(let name, _): ":\(name): "
    case .tag: ":TAG: _memo_ls_tags"
    case .template: ":MEMO: _memo_ls_ids \(Completable.templates)"
    case .number: ":N: "
    }
  }

  private static func action(_ kind: CommandUsage.Operands.Kind) -> String {
    switch kind {
    // The space before a command keeps `_arguments` from passing it arguments of its own.
    case .memo, .memoAndWords: " _memo_ls_ids"
    case .trashedMemo: " _memo_ls_ids --trash"
    case .path: "_files"
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .actionAndFolder(let actions): "(\(actions.map(\.name).joined(separator: " ")))"
    case .actionAndTags(let action): "(\(action))"
    case .words: " "
    }
  }

  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
