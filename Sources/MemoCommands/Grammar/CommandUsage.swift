/// What a command is called and what it takes. Its parser, its help, the completions and the manual all go by this.
struct CommandUsage: Sendable {
  /// The word that calls it.
  let name: String
  /// What it does in a few words: no capital, no full stop.
  let summary: String
  /// What stands behind it, besides options; nil for nothing.
  let operands: Operands?
  /// Its own options; `--help` comes by itself.
  let options: [Option]
  /// Sentences about what it does: paragraphs, of which those that begin with a space keep their lines.
  let details: [String]
  /// What the exit status 0 means, and 1.
  let success: String
  let failure: String

  /// The arguments of a command that are no options.
  struct Operands: Sendable {
    /// How they are written in the help.
    let form: String
    /// How many there may be.
    let count: ClosedRange<Int>
    /// What they are, for completions.
    let kind: Kind

    /// What shells offer for an operand.
    enum Kind: Sendable {
      /// Nothing: words of one's own.
      case words
      /// The id of a living memo, or of one in the trash.
      case memo, trashedMemo
      /// The id of a living memo, and behind it words of one's own.
      case memoAndWords
      /// A file or folder.
      case path
      /// One of these words.
      case choice([String])

      /// How many must not be empty.
      var filled: Int { if case .memoAndWords = self { 1 } else { .max } }

      /// What one is called that must not be empty; nil where it may be.
      var noun: String? {
        switch self {
        case .words, .choice: nil
        case .memo, .trashedMemo, .memoAndWords: "id"
        case .path: "path"
        }
      }
    }
  }

  init(
    _ name: String, _ summary: String, operands: Operands? = nil, options: [Option], details: [String],
    success: String = "it is done", failure: String = "it could not be done"
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.details = details
    self.success = success
    self.failure = failure
  }

  /// All options, `--help` as the last.
  var allOptions: [Option] { options + [.help] }

  /// The line that shows how it is called.
  var synopsis: String {
    let forms = options.map { $0.isRequired ? $0.longForm : "[\($0.longForm)]" }
    let parts = ["memo-ls", name] + forms + [operands?.form].compactMap { $0 }
    return parts.joined(separator: " ")
  }

  /// The exit statuses and what they mean.
  var exits: [(status: Int32, meaning: String)] {
    [(0, success), (1, failure), (CommandError.usageStatus, "the command line can't be understood")]
  }
}
