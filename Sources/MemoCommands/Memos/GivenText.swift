import MemoEngine

/// A text that a command line gives: its words with a space between them, what stdin has, or both.
struct GivenText: Sendable {
  /// What the help says of it.
  static let explanation =
    "its words with a space between them. A dash as the last word stands for stdin: what comes from there is the text, "
    + "or follows TEXT as the lines below it."

  private let words: [String]
  /// Whether the text comes from stdin, or ends with what does.
  let readsInput: Bool

  /// Takes what stands behind some operands; where that is nothing, stdin is meant.
  init(_ arguments: Arguments, after count: Int = 0) {
    let given = arguments.operands.dropFirst(count)
    let endsWithDash = !given.isEmpty && arguments.isInput(arguments.operands.count - 1)
    words = Array(endsWithDash ? given.dropLast() : given)
    readsInput = given.isEmpty || endsWithDash
  }

  /// The text, exactly as it was given.
  ///
  /// - Throws: a failure if stdin can't be read, or is not UTF-8.
  func read(in environment: CommandEnvironment) throws(CommandError) -> Rope {
    let words = words.joined(separator: " ")
    guard readsInput else { return Rope(words) }
    guard let bytes = environment.input() else { throw .failure("stdin can't be read") }
    let start = Array((words.isEmpty || bytes.isEmpty ? words : words + "\n").utf8)
    guard let text = Rope(validatingUTF8: start.isEmpty ? bytes : start + bytes) else {
      throw .failure("the text is not UTF-8; convert it, as with: iconv -t UTF-8")
    }
    return text
  }

  /// What is said where something waits on stdin that a command did not want; nil if nothing does.
  func remark(of command: String, in environment: CommandEnvironment) -> String? {
    guard !readsInput, environment.inputWaits() else { return nil }
    return "memo-ls \(command): stdin was not read; to add what it has, put - behind the words\n"
  }
}
