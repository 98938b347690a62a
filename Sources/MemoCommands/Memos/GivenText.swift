import MemoEngine

/// The text that a command line gives: its words with a space between them, stdin, or both.
struct GivenText: Sendable {
  /// Its description in the help.
  static let explanation =
    "its words with a space between them. A dash as the last word stands for stdin: what comes from there is the text, "
    + "or follows TEXT as the lines below it."

  private let words: [String]
  /// Whether the text comes from stdin, or ends with that.
  let readsInput: Bool

  /// Takes the operands after some; if there are none, stdin is meant.
  init(_ arguments: Arguments, after count: Int = 0) {
    let given = arguments.operands.dropFirst(count)
    let endsWithDash = !given.isEmpty && arguments.isInput(arguments.operands.count - 1)
    words = Array(endsWithDash ? given.dropLast() : given)
    readsInput = given.isEmpty || endsWithDash
  }

  /// Takes an option's value; a dash is stdin.
  init(option value: String) {
    readsInput = value == "-"
    words = readsInput ? [] : [value]
  }

  /// Runs what stores the text. If that fails, what came from stdin, which nobody can type again, is kept in a file,
  /// and the failure says where that is.
  func keeping<Value>(
    _ parts: [Rope], in environment: CommandEnvironment, _ store: () async throws(CommandError) -> Value
  ) async throws(CommandError) -> Value {
    do throws(CommandError) { return try await store() } catch {
      guard readsInput, let input = parts.last, !input.displayTitle(from: 0).isEmpty,
        let draft = try? Draft(input, name: "memo", in: environment)
      else { throw error }
      throw .failure("\(error.message); what came from stdin is kept in \(draft.path)")
    }
  }

  /// The text, exactly as it was given.
  ///
  /// - Throws: a failure if stdin can't be read, or is not UTF-8.
  func read(in environment: CommandEnvironment) throws(CommandError) -> Rope {
    let parts = try parts(in: environment)
    guard parts.count > 1 else { return parts.first ?? Rope() }
    return Rope(parts.map(\.string).joined(separator: "\n"))
  }

  /// The words, and the input of stdin, which follows them on lines of its own.
  ///
  /// - Throws: a failure if stdin can't be read, or is not UTF-8.
  func parts(in environment: CommandEnvironment) throws(CommandError) -> [Rope] {
    let words = Rope(words.joined(separator: " "))
    guard readsInput else { return [words] }
    guard let bytes = environment.input() else { throw .failure("stdin can't be read") }
    try Self.checkLength(bytes, in: environment)
    guard let text = Rope(validatingUTF8: bytes) else {
      throw .failure("the text is not UTF-8; convert it, as with: iconv -f ENCODING -t UTF-8")
    }
    return [words, text].filter { $0.summary.utf8 > 0 }
  }

  /// Refuses input that is longer than a memo can be, all of which is kept in a file.
  private static func checkLength(_ bytes: [UInt8], in environment: CommandEnvironment) throws(CommandError) {
    let limit = EngineConfiguration().maximumMemoBytes
    guard bytes.count > limit else { return }
    guard let kept = KeptInput(bytes, in: environment) else {
      throw .failure("the text has over \(limit) bytes, the most that a memo can have")
    }
    let error = CommandError(EngineError.memoTooLarge(limit: limit, bytes: kept.bytes))
    throw .failure("\(error.message); \(kept.sentence)")
  }

  /// The remark if input waits on stdin that a command did not want; nil if none does.
  ///
  /// - Parameter advice: how to have it read; nil for a `-` after the words.
  func remark(of command: String, _ advice: String? = nil, in environment: CommandEnvironment) -> String? {
    guard !readsInput || advice != nil, environment.inputWaits() else { return nil }
    return "memo-ls \(command): stdin was not read; \(advice ?? "to add what it has, put - after the words")\n"
  }
}
