/// Completions for fish.
enum FishCompletion {
  static var script: String {
    let names = Completable.commands.map(\.name).joined(separator: " ")
    var text = """
      # fish completion for memo-ls; made by: memo-ls completions fish
      # The store that was named.
      function __memo_ls_store
        set -l words (commandline -opc)
        for i in (seq (count $words))
          switch $words[$i]
            case --store --folder
              test $i -lt (count $words)
              and printf '%s\\n' $words[$i] (string replace -r '^~/' "$HOME/" -- $words[(math $i + 1)])
            case '--store=*' '--folder=*'
              printf '%s\\n' (string replace -r '=.*' '' -- $words[$i])
              printf '%s\\n' (string replace -r '^[^=]*=' '' -- $words[$i] | string replace -r '^~/' "$HOME/")
          end
        end
      end
      # Whether this is the command. Some are called as an action of another: memo-ls tags rename.
      function __memo_ls_is
        for word in (commandline -opc)[2..]
          if contains -- $word \(names)
            test $word = $argv[1]
            return
          end
        end
        return 1
      end
      complete -c memo-ls -f

      """
    let isFirst = "not __fish_seen_subcommand_from \(names)"
    for option in ServeCommand.usage.allOptions { text += line(isFirst, option) }
    for command in Completable.commands {
      text += "complete -c memo-ls -n \(quoted(isFirst)) -a \(command.name) -d \(quoted(command.summary))\n"
      let isMeant = "__memo_ls_is \(command.name)"
      for option in command.allOptions { text += line(isMeant, option) }
      text += operands(isMeant, command.operands?.kind)
    }
    return text
  }

  private static func line(_ condition: String, _ option: Option) -> String {
    var line = "complete -c memo-ls -n \(quoted(condition)) -l \(option.name.drop { $0 == "-" })"
    if let letter = option.letter { line += " -s \(letter)" }
    switch option.value {
    case nil: break
    case .path: line += " -r -F"
    case .choice(let words): line += " -x -a \(quoted(words.joined(separator: " ")))"
    case .tag: line += " -x -a \(quoted("(\(tags))"))"
    case .template: line += " -x -a \(quoted("(\(memos(Completable.templates)))"))"
    case .text, .number: line += " -x"
    }
    return line + " -d \(quoted(option.summary))\n"
  }

  private static let tags = Completable.tags(store: "(__memo_ls_store)")

  /// Fish takes the text after a tab for the description.
  private static func memos(_ more: String) -> String { Completable.memos(store: "(__memo_ls_store)", more: more) }

  private static func operands(_ condition: String, _ kind: CommandUsage.Operands.Kind?) -> String {
    let start = "complete -c memo-ls -n \(quoted(condition))"
    switch kind {
    case .memo, .trashedMemo, .memoAndWords:
      let isTrashed = if case .trashedMemo = kind { true } else { false }
      let memos = memos(isTrashed ? "--trash" : "")
      // Titles are offered once a letter was typed.
      let titles = #"(test -n (commandline -ct); and \#(memos) | string replace -rf '^(.*)\t(.+)$' '$2\t$1')"#
      return "\(start) -a \(quoted("(\(memos))"))\n\(start) -a \(quoted(titles))\n"
    case .path: return "\(start) -F\n"
    case .choice(let words): return "\(start) -a \(quoted(words.joined(separator: " ")))\n"
    case .actionAndTags(let action):
      let seen = "__fish_seen_subcommand_from \(action)"
      return "complete -c memo-ls -n \(quoted("\(condition); and not \(seen)")) -a \(action)\n"
        + "complete -c memo-ls -n \(quoted("\(condition); and \(seen)")) -a \(quoted("(\(tags))"))\n"
    case .actionAndFolder(let actions):
      let names = actions.map(\.name).joined(separator: " ")
      let seen = "__fish_seen_subcommand_from \(names)"
      var text = "complete -c memo-ls -n \(quoted("\(condition); and not \(seen)")) -a \(quoted(names))\n"
      for action in actions where !action.words.isEmpty {
        let words = action.words.joined(separator: " ")
        let open = "__fish_seen_subcommand_from \(action.name); and not __fish_seen_subcommand_from \(words)"
        text += "complete -c memo-ls -n \(quoted("\(condition); and \(open)")) -a \(quoted(words))\n"
      }
      return text
        + "complete -c memo-ls -n \(quoted("\(condition); and \(seen)")) -a '(__fish_complete_directories)'\n"
    case .words, nil: return ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
