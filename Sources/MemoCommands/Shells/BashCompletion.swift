/// Completions for bash 3.2 and later.
enum BashCompletion {
  static var script: String {
    var text = functions
    text += "    case $command in\n    '')\n"
    text += cases(ServeCommand.usage.allOptions, operands: .choice(Completable.commands.map(\.name))) + "    ;;\n"
    for command in Completable.commands {
      text += "    \(command.name))\n" + cases(command.allOptions, operands: command.operands?.kind) + "    ;;\n"
    }
    text += """
        esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
      }
      complete -F _memo_ls memo-ls

      """
    return text
  }

  /// Words are taken as typed, so quotes are removed; nothing in them is run. Titles are shown beside ids where bash
  /// only lists (`COMP_TYPE` of `!`, `?` and `@`), and are never expanded. If no id matches, a title may: bash then
  /// inserts the id after the quotation mark that was typed.
  private static let functions = #"""
    # bash completion for memo-ls; made by: memo-ls completions bash
    _memo_ls_path() {
      local path=${1//[\\\'\"]/}
      case $path in
      '~/'*) path=$HOME/${path#'~/'} ;;
      '$HOME/'*) path=$HOME/${path#'$HOME/'} ;;
      esac
      printf '%s\n' "$path"
    }
    _memo_ls_title() {
      case $title in
      "") ;;
      "$typed"*)
        case $word:$title in
        [\"\']*:*[\"\'\$\`\\!]*) ;;
        [\"\']*) named+=("$title") ;;
        *)
          printf -v title %q "$title"
          named+=("$title")
          ;;
        esac
        ;;
      esac
    }
    _memo_ls_memos() {
      local id title room typed=${word//[\\\'\"]/}
      local -a titles=() ends=() named=()
      while IFS=$'\t' read -r id title; do
        case $id in
        "$word"*)
          COMPREPLY+=("$id")
          room=$((${COLUMNS:-80} - ${#id} - 3))
          titles+=("$id  ${title:0:$((room > 0 ? room : 0))}")
          ;;
        *"$word") ends+=("$id") ;;
        *) _memo_ls_title ;;
        esac
      done < <(\#(Completable.memos(store: "${store[@]+\"${store[@]}\"}", more: "\"$@\"")))
      case ${#COMPREPLY[@]}:${#ends[@]}:${#named[@]} in
      0:1:*) COMPREPLY=("${ends[0]}") ;;
      0:*:[1-9]*) COMPREPLY=("${named[@]}") titles=("${named[@]}") ;;
      esac
      case ${#COMPREPLY[@]}:${COMP_TYPE-} in
      [01]:*) ;;
      *:33 | *:63 | *:64) COMPREPLY=("${titles[@]}") ;;
      esac
    }
    _memo_ls_tags() {
      local title typed=${word//[\\\'\"#]/}
      local -a named=()
      while IFS= read -r title; do
        _memo_ls_title
      done < <(\#(Completable.tags(store: "${store[@]+\"${store[@]}\"}")))
      COMPREPLY=("${named[@]}")
    }
    _memo_ls() {
      local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= command= action= i option
      local -a store=()
      COMPREPLY=()
      # Bash takes --store=x apart at the equals sign.
      if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        option=${COMP_WORDS[i]}
        case $option in
        \#(Completable.withValue.joined(separator: "|")))
          if [[ ${COMP_WORDS[i+1]} == = ]]; then ((i++)); fi
          if ((++i < COMP_CWORD)) && [[ $option == --store || $option == --folder ]]; then
            store=("$option" "$(_memo_ls_path "${COMP_WORDS[i]}")")
          fi
          ;;
        --store=* | --folder=*) store=("${option%%=*}" "$(_memo_ls_path "${option#*=}")") ;;
        -*) ;;
        *) if [[ $command ]]; then action=${action:-$option}; else command=$option; fi ;;
        esac
      done

    """#

  private static func lines(_ words: [String]) -> String { words.joined(separator: "\n") }

  /// The completions after an option with a value; else options, or operands.
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

  private static let files =
    "COMPREPLY=($(compgen -f -- \"$word\")); compopt -o filenames 2>/dev/null; return"

  private static func action(_ value: Option.Value) -> String {
    switch value {
    case .path: files
    case .choice(let words): "words='\(lines(words))'"
    case .tag: "_memo_ls_tags; return"
    case .template: "_memo_ls_memos \(Completable.templates); return"
    case .text, .number: "return"
    }
  }

  private static func action(_ kind: CommandUsage.Operands.Kind?) -> String? {
    switch kind {
    case .memo, .memoAndWords: "_memo_ls_memos; return"
    case .trashedMemo: "_memo_ls_memos --trash; return"
    case .path: files
    case .choice(let words): "words='\(lines(words))'"
    case .actionAndTags(let action):
      "case $action in '') words='\(action)' ;; \(action)) _memo_ls_tags; return ;; esac"
    case .actionAndFolder(let actions):
      "case $before in "
        + actions.filter { !$0.words.isEmpty }.map { "\($0.name)) words='\(lines($0.words))' ;; " }.joined()
        + "\(actions.flatMap { $0.words.isEmpty ? [$0.name] : $0.words }.joined(separator: "|"))) \(files) ;; "
        + "*) words='\(lines(actions.map(\.name)))' ;; esac"
    case .words, nil: nil
    }
  }
}
