import MemoEngine

/// What commands reach the world through: whoever starts them puts it together.
package struct CommandEnvironment: Sendable {
  /// Where the store is, given what `--store` says; a usage error if there is no place for one.
  var storePath: @Sendable (_ flag: String?) throws(CommandError) -> String
  /// The store of a path for reading and writing, made if it is missing; a ``StoreError`` if it can't be had.
  var store: @Sendable (_ path: String) throws(StoreError) -> any MemoStore
  /// The store of a path for reading alone, whether or not its files can be written; a ``StoreError`` if it can't be
  /// read.
  var storeToRead: @Sendable (_ path: String) throws(StoreError) -> any MemoStore
  /// Whether the store of a path is there and can't be written.
  var isReadOnly: @Sendable (_ path: String) -> Bool
  /// Whether there is something at a path.
  var exists: @Sendable (_ path: String) -> Bool
  /// What looks at the store of a path.
  var inspector: @Sendable (_ path: String) -> any StoreInspector
  /// What reads the words out of the store of a path.
  var salvager: @Sendable (_ path: String) -> any StoreSalvager
  /// Serves an editor, or an agent's client, until it goes; the exit status. To be called on the process's first
  /// thread.
  var serve: @Sendable (ServeSettings) -> Int32
  /// What the terminal can do, if there is one.
  var terminal: Terminal
  /// A variable of the environment; nil if it is not set or empty.
  var variable: @Sendable (_ name: String) -> String?
  /// All of stdin; nil if it can't be read.
  var input: @Sendable () -> [UInt8]?
  /// Whether something waits on stdin. Reads nothing, and does not wait for it.
  var inputWaits: @Sendable () -> Bool
  /// The next line of stdin; nil at its end.
  var line: @Sendable () -> String?
  /// Runs an editor on a file and waits for its end.
  var edit: @Sendable (_ editor: String, _ file: String) -> EditorEnding
  /// Keeps signals from ending the process while an editor runs. To be called before any other thread is started.
  var holdSignals: @Sendable () -> Void
  /// Writes to stdout, all of it.
  var write: @Sendable ([UInt8]) -> Void
  /// Writes to stderr.
  package var complain: @Sendable (String) -> Void

  /// Asks a person.
  func confirms(_ question: String) -> Bool {
    complain("\(question) [y/N] ")
    return ["y", "yes"].contains(line()?.lowercased())
  }

  /// Makes sure that a person can be asked before something is destroyed.
  ///
  /// - Throws: a usage error.
  func requirePerson() throws(CommandError) {
    guard !terminal.readsPerson else { return }
    throw .usage("nothing was destroyed: stdin is no terminal, where you could be asked; add --yes to go on")
  }

  /// How the title of a day's memo is written: as a flag says, else a variable, else plainly.
  ///
  /// - Throws: a usage error if no day can be written so.
  func dailyFormat(_ flag: String? = nil) throws(CommandError) -> String {
    guard let format = flag ?? variable("MEMO_LS_DAILY_FORMAT") else { return EngineConfiguration().dailyFormat }
    let name = flag == nil ? "MEMO_LS_DAILY_FORMAT" : "--daily-format"
    guard let title = CalendarTime(.now).text(format), title.contains(where: { !$0.isWhitespace }),
      !title.contains(where: \.isNewline)
    else { throw .usage("\(name) must be a date in the format of strftime, such as %Y-%m-%d") }
    return format
  }

  /// Writes a text to stdout.
  func print(_ text: String) { write(Array(text.utf8)) }

  /// Writes a JSON document: an array, or the one element that it would have.
  func print(json values: [some JSONWritable], asArray: Bool) {
    if asArray { print(json: values) } else if let value = values.first { print(json: value) }
  }

  /// Writes a JSON document and a line's end to stdout.
  func print(json value: some JSONWritable) { write(value.json + [UInt8(ascii: "\n")]) }
}
