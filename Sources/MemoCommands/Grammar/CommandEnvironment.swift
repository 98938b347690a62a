import MemoEngine
import MemoFolder
package import MemoSync

/// The outside world as commands see it, so that tests can replace each part.
package struct CommandEnvironment: Sendable {
  /// The store's path, given the value of `--store`; a usage error if there is no place for one.
  var storePath: @Sendable (_ flag: String?) throws(CommandError) -> String
  /// The attached folder at or around a path, or else around the current folder; nil if there is none. A failure if
  /// there is none at the given path, or it can't be used.
  var folder: @Sendable (_ path: String?) throws(CommandError) -> NotesFolder?
  /// A store for reading and writing, created if it is missing; a ``StoreError`` if it can't be opened.
  var store: @Sendable (_ path: String) throws(StoreError) -> any MemoStore
  /// A store for reading alone, whether or not its files can be written; a ``StoreError`` if it can't be read.
  var storeToRead: @Sendable (_ path: String) throws(StoreError) -> any MemoStore
  /// Whether a store exists and can't be written.
  var isReadOnly: @Sendable (_ path: String) -> Bool
  /// Whether there is a store at a path, be it only in journals of ended processes.
  var hasStore: @Sendable (_ path: String) -> Bool
  /// Whether anything exists at a path.
  var exists: @Sendable (_ path: String) -> Bool
  /// An inspector of the store at a path.
  var inspector: @Sendable (_ path: String) -> any StoreInspector
  /// A salvager of the store at a path.
  var salvager: @Sendable (_ path: String) -> any StoreSalvager
  /// Serves an editor, or an agent's client, until it goes; returns the exit status. Must be called on the process's
  /// first thread.
  var serve: @Sendable (ServeSettings) -> Int32
  /// The abilities of the terminal, if there is one.
  var terminal: Terminal
  /// A variable of the environment; nil if it is not set or empty.
  var variable: @Sendable (_ name: String) -> String?
  /// All of stdin, or its beginning if that is more than a memo can have; nil if it can't be read.
  var input: @Sendable () -> [UInt8]?
  /// What follows on stdin: as many bytes as are asked for, or some more, or fewer at its end; nil if it can't be read.
  var moreInput: @Sendable (_ count: Int) -> [UInt8]? = { _ in [] }
  /// Whether input waits on stdin. Reads nothing, and does not wait for it.
  var inputWaits: @Sendable () -> Bool
  /// The next line of stdin; nil at its end.
  var line: @Sendable () -> String?
  /// The next line of stdin, which the terminal does not show, once it was asked for; nil at its end.
  var secretLine: @Sendable (_ ask: () -> Void) -> String? = { _ in nil }
  /// Opens hubs; nil in a program that can't.
  package var hubs: (any HubAccess)?
  /// The descriptor that is used as stdout.
  var output: Int32 = 1
  /// The path of this program's file.
  var program = CommandLine.arguments.first ?? ""
  /// Runs an editor on a file and waits for its end.
  var edit: @Sendable (_ editor: String, _ file: String) -> EditorEnding
  /// Keeps signals from ending the process while an editor runs. Must be called before any other thread starts.
  var holdSignals: @Sendable () -> Void
  /// Writes to stdout, all of it.
  var write: @Sendable ([UInt8]) -> Void
  /// Writes to stderr.
  package var complain: @Sendable (String) -> Void

  /// Asks a person a question; true for yes.
  func confirms(_ question: String) -> Bool {
    complain("\(question) [y/N] ")
    return ["y", "yes"].contains(line()?.lowercased())
  }

  /// Makes sure that there is a person to ask before something is done that is hard to take back.
  ///
  /// - Parameter deed: what was not done to anything.
  /// - Throws: a usage error.
  func requirePerson(before deed: String = "destroyed") throws(CommandError) {
    guard !terminal.readsPerson else { return }
    throw .usage("nothing was \(deed): stdin is not a terminal, so you can't be asked; add --yes to go on")
  }

  /// The format of day titles: from a flag, else from a variable; nil if neither says one.
  ///
  /// - Throws: a usage error if the format can't be a day's title.
  func dailyFormat(_ flag: String? = nil) throws(CommandError) -> String? {
    guard let format = flag ?? variable("MEMO_LS_DAILY_FORMAT") else { return nil }
    let name = flag == nil ? "MEMO_LS_DAILY_FORMAT" : "--daily-format"
    guard EngineConfiguration.canWriteDays(format) else {
      throw .usage("\(name) must be a date in the format of strftime, such as %Y-%m-%d, without [ ] | # ^")
    }
    return format
  }

  /// Writes a text to stdout.
  func print(_ text: String) { write(Array(text.utf8)) }

  /// Prints a JSON document: an array, or its single element.
  func print(json values: [some JSONWritable], asArray: Bool) {
    if asArray { print(json: values) } else if let value = values.first { print(json: value) }
  }

  /// Prints a JSON document and a line end.
  func print(json value: some JSONWritable) { write(value.json + [UInt8(ascii: "\n")]) }
}
