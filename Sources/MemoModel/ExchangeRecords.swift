/// The last import of a file.
public struct ImportRecord: Sendable {
  /// The file's absolute path.
  public let source: String
  /// The memo that was made from it, or updated by a later import.
  public let id: MemoID
  /// A digest of the file's bytes.
  public let digest: String
  /// The text that they gave, in UTF-8.
  public let text: [UInt8]

  /// Creates a record from its parts.
  public init(source: String, id: MemoID, digest: String, text: [UInt8]) {
    self.source = source
    self.id = id
    self.digest = digest
    self.text = text
  }
}

/// The records of imports and exports.
public protocol ExchangeReading {
  /// The last import of a file; nil if there was none.
  ///
  /// - Throws: ``StoreError`` if the store can't be read.
  func importRecord(of source: String) throws(StoreError) -> ImportRecord?

  /// The files that were exported to a folder: a digest of each by its name there.
  ///
  /// - Parameter folder: its absolute path.
  /// - Throws: ``StoreError`` if the store can't be read.
  func exported(to folder: String) throws(StoreError) -> [String: String]
}

/// Keeps records of imports and exports, so that they can be repeated.
public protocol ExchangeStore: ExchangeReading, Sendable {
  /// Records imports, replacing earlier records of the same files.
  ///
  /// - Throws: ``StoreError`` if the store can't be written.
  func note(_ records: [ImportRecord]) throws(StoreError)

  /// Records the files of an export to a folder, replacing those of an earlier one.
  ///
  /// - Throws: ``StoreError`` if the store can't be written.
  func noteExport(_ files: [String: String], to folder: String) throws(StoreError)
}
