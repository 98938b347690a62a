public import MemoEngine

/// What commands reach the world through: whoever starts them puts it together.
public struct CommandEnvironment: Sendable {
  /// Where the store is, given what `--store` says; a usage error if there is no place for one.
  public var storePath: @Sendable (_ flag: String?) throws(CommandError) -> String
  /// The store of a path for reading and writing, made if it is missing.
  public var store: @Sendable (_ path: String) -> any MemoStore
  /// The store of a path for reading alone, whether or not its files can be written; a ``StoreError`` if it can't be
  /// read.
  public var storeToRead: @Sendable (_ path: String) throws(StoreError) -> any MemoStore
  /// Whether the store of a path is there and can't be written.
  public var isReadOnly: @Sendable (_ path: String) -> Bool
  /// Whether there is something at a path.
  public var exists: @Sendable (_ path: String) -> Bool
  /// What looks at the store of a path.
  public var inspector: @Sendable (_ path: String) -> any StoreInspector
  /// What reads the words out of the store of a path.
  public var salvager: @Sendable (_ path: String) -> any StoreSalvager
  /// What the terminal can do, if there is one.
  public var terminal: Terminal
  /// A variable of the environment; nil if it is not set or empty.
  public var variable: @Sendable (_ name: String) -> String?
  /// All of stdin; nil if it can't be read.
  public var input: @Sendable () -> [UInt8]?
  /// Whether something waits on stdin. Reads nothing, and does not wait for it.
  public var inputWaits: @Sendable () -> Bool
  /// The next line of stdin; nil at its end.
  public var line: @Sendable () -> String?
  /// Runs an editor on a file and waits for its end.
  public var edit: @Sendable (_ editor: String, _ file: String) -> EditorEnding
  /// Keeps signals from ending the process while an editor runs. To be called before any other thread is started.
  public var holdSignals: @Sendable () -> Void
  /// Writes to stdout, all of it.
  public var write: @Sendable ([UInt8]) -> Void
  /// Writes to stderr.
  public var complain: @Sendable (String) -> Void

  /// Creates environment from all their parts.
  public init(
    storePath: @escaping @Sendable (_ flag: String?) throws(CommandError) -> String,
    store: @escaping @Sendable (_ path: String) -> any MemoStore,
    storeToRead: @escaping @Sendable (_ path: String) throws(StoreError) -> any MemoStore,
    isReadOnly: @escaping @Sendable (_ path: String) -> Bool,
    exists: @escaping @Sendable (_ path: String) -> Bool,
    inspector: @escaping @Sendable (_ path: String) -> any StoreInspector,
    salvager: @escaping @Sendable (_ path: String) -> any StoreSalvager,
    terminal: Terminal,
    variable: @escaping @Sendable (_ name: String) -> String?,
    input: @escaping @Sendable () -> [UInt8]?,
    inputWaits: @escaping @Sendable () -> Bool,
    line: @escaping @Sendable () -> String?,
    edit: @escaping @Sendable (_ editor: String, _ file: String) -> EditorEnding,
    holdSignals: @escaping @Sendable () -> Void,
    write: @escaping @Sendable ([UInt8]) -> Void,
    complain: @escaping @Sendable (String) -> Void
  ) {
    self.storePath = storePath
    self.store = store
    self.storeToRead = storeToRead
    self.isReadOnly = isReadOnly
    self.exists = exists
    self.inspector = inspector
    self.salvager = salvager
    self.terminal = terminal
    self.variable = variable
    self.input = input
    self.inputWaits = inputWaits
    self.line = line
    self.edit = edit
    self.holdSignals = holdSignals
    self.write = write
    self.complain = complain
  }

  /// Writes a text to stdout.
  func print(_ text: String) { write(Array(text.utf8)) }

  /// Writes a JSON document and a line's end to stdout.
  func print(json value: some JSONWritable) {
    var writer = JSONWriter()
    value.write(to: &writer)
    write(writer.bytes + [UInt8(ascii: "\n")])
  }
}
