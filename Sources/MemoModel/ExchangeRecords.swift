/// What was imported from a file the last time.
public struct ImportRecord: Sendable {
  /// The file's absolute path.
  public let source: String
  /// The memo that was made of it, or took in what had changed there.
  public let id: MemoID
  /// Tells the file's bytes from others.
  public let digest: String
  /// The text that they made, in UTF-8.
  public let text: [UInt8]

  /// Creates a record from all its parts.
  public init(source: String, id: MemoID, digest: String, text: [UInt8]) {
    self.source = source
    self.id = id
    self.digest = digest
    self.text = text
  }
}

/// What is remembered of imports and exports.
public protocol ExchangeReading {
  /// What was imported from a file the last time; nil if nothing was.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func importRecord(of source: String) throws(StoreError) -> ImportRecord?

  /// The files that were exported to a folder, by their names there, each with what tells its bytes from others.
  ///
  /// - Parameter folder: its absolute path.
  /// - Throws: ``StoreError`` if the store can't be read.
  func exported(to folder: String) throws(StoreError) -> [String: String]
}

/// What imports and exports remember, so that they can be repeated.
public protocol ExchangeStore: ExchangeReading, Sendable {
  /// Remembers what was imported, in place of what was before from the same files.
  ///
  /// - Throws: ``StoreError`` if the store can't be written.
  func note(_ records: [ImportRecord]) throws(StoreError)

  /// Remembers which files were exported to a folder, in place of what was before.
  ///
  /// - Throws: ``StoreError`` if the store can't be written.
  func noteExport(_ files: [String: String], to folder: String) throws(StoreError)
}
