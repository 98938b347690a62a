/// A command's name, operands and options. Its parser, its help, the completions and the manual are all derived from
/// it.
struct CommandUsage: Sendable {
  /// The word that calls it.
  let name: String
  /// What it does in a few words: no capital, no full stop.
  let summary: String
  /// Its operands; nil for none.
  let operands: Operands?
  /// Its own options; `--help` is added automatically.
  let options: [Option]
  /// Sentences about what it does, in paragraphs; those that begin with a space keep their lines.
  let details: [String]
  /// The meaning of the exit statuses 0 and 1.
  let success: String
  let failure: String
  /// Other statuses and their meanings.
  let more: [(status: Int32, meaning: String)]

  /// An action of a command, and the words of which one may stand behind it.
  struct Action: Sendable {
    let name: String
    var words: [String] = []
  }

  /// The arguments of a command that are no options.
  struct Operands: Sendable {
    /// Their form in the help.
    let form: String
    /// The number that there may be.
    let count: ClosedRange<Int>
    /// Their kind, for completions.
    let kind: Kind

    /// What shells complete an operand with.
    enum Kind: Sendable {
      /// Nothing: the user's own words.
      case words
      /// The id of a live memo, or of one in the trash.
      case memo, trashedMemo
      /// The id of a live memo, followed by the user's own words.
      case memoAndWords
      /// A file or folder.
      case path
      /// One of these words.
      case choice([String])
      /// This action, followed by tags.
      case actionAndTags(String)
      /// One of these actions, which may have one of some words behind it, followed by a folder.
      case actionAndFolder([Action])

      /// The words that may stand right behind the command; empty if any may.
      var words: [String] {
        switch self {
        case .choice(let words): words
        case .actionAndTags(let word): [word]
        case .actionAndFolder(let actions): actions.map(\.name)
        case .words, .memo, .trashedMemo, .memoAndWords, .path: []
        }
      }

      /// How many must not be empty.
      var filled: Int { if case .memoAndWords = self { 1 } else { .max } }

      /// The noun for an operand that must not be empty; nil if it may be.
      var noun: String? {
        switch self {
        case .words, .choice, .actionAndTags, .actionAndFolder: nil
        case .memo, .trashedMemo, .memoAndWords: "id"
        case .path: "path"
        }
      }
    }
  }

  init(
    _ name: String, _ summary: String, operands: Operands? = nil, options: [Option], details: [String],
    success: String = "it is done", failure: String = "it could not be done",
    more: [(status: Int32, meaning: String)] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.success = success
    self.failure = failure
    self.more = more
  }

  /// All options, `--help` last.
  var allOptions: [Option] { options + [.help] }

  /// The line that shows how to call it.
  var synopsis: String {
    let forms = options.map { $0.isRequired ? $0.longForm : "[\($0.longForm)]" }
    let parts = ["memo-ls", name] + forms + [operands?.form].compactMap { $0 }
    return parts.joined(separator: " ")
  }

  /// The exit statuses and their meanings, in their order.
  var exits: [(status: Int32, meaning: String)] {
    let exits = [(0, success), (1, failure), (CommandError.usageStatus, "the command line can't be understood")] + more
    return exits.sorted { $0.status < $1.status }
  }
}
