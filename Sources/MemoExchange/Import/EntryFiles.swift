import JSON
import MemoMarkup

/// A file of several entries, all checked before the first is returned.
protocol EntryFile: AnyObject {
  /// The next step; nil at the end.
  func next() throws(ImportRefusal) -> ImportStep?
  /// The share of the file, from 0 to 1, that its steps so far cover.
  var part: Double { get }
}

/// A JSON array.
final class ArrayFile: EntryFile {
  /// The largest such file, which is in memory as a whole: 64 MiB. JSON Lines may have any length.
  static let largest = 64 << 20

  private let entry: JSONEntry
  private var elements: ArraySlice<JSONView>
  private var number = 0
  private var count = 0

  /// Reads the file.
  ///
  /// - Throws: which entry is wrong; then none is imported.
  init(_ entry: JSONEntry) throws(ImportRefusal) {
    self.entry = entry
    var bytes = try entry.file.readAll(limit: Self.largest)
    try FileSignature.check(bytes)
    if bytes.starts(with: HeaderBounds.byteOrderMark) { bytes.removeFirst(HeaderBounds.byteOrderMark.count) }
    let document = try JSONDocument(reading: bytes)
    switch document.root.kind {
    case .array: elements = Array(document.root.elements)[...]
    // An object is one entry: Google Keep has a file for each note.
    case .object: elements = [document.root]
    default:
      throw ImportRefusal("must be an array of entries; JSON Lines are read from files whose names end with .jsonl")
    }
    for (index, element) in elements.enumerated() {
      do throws(ImportRefusal) {
        _ = try entry.memo(element, number: index + 1)
      } catch {
        throw ImportRefusal("entry \(index + 1): \(error.reason); nothing of the file was imported")
      }
      count = index + 1
    }
  }

  var part: Double { Double(number) / Double(max(count, 1)) }

  func next() throws(ImportRefusal) -> ImportStep? {
    guard let element = elements.popFirst() else { return nil }
    number += 1
    return .memo(try entry.memo(element, number: number))
  }
}

/// JSON Lines, read twice: to check all lines, and to import them. One line is in memory at a time.
final class LinesFile: EntryFile {
  /// The number of lines after which a check lets others run.
  private static let stride = 64

  private let entry: JSONEntry
  private var lines: LineReader
  private var number = 0
  private var isChecked = false

  init(_ entry: JSONEntry) {
    self.entry = entry
    lines = LineReader(entry.file, limit: Self.longestLine(entry.options))
  }

  var part: Double { isChecked ? Double(entry.file.position) / Double(max(entry.file.count, 1)) : 0 }

  /// Enough for a text, its properties, and escapes that double them.
  private static func longestLine(_ options: ImportOptions) -> Int {
    min(options.maximumMemoBytes, JSONDocument.maximumLength / 4) * 4
  }

  func next() throws(ImportRefusal) -> ImportStep? {
    while !isChecked {
      do throws(ImportRefusal) {
        if try readEntry() != nil {
          if number.isMultiple(of: Self.stride) { return .busy }
          continue
        }
        try startAgain()
      } catch {
        throw ImportRefusal("\(error.reason); nothing of the file was imported")
      }
    }
    do throws(ImportRefusal) {
      try entry.file.checkUnchanged()
      return try readEntry().map { .memo($0) }
    } catch {
      throw ImportRefusal("\(error.reason); the entries before \(number) were imported")
    }
  }

  private func startAgain() throws(ImportRefusal) {
    try entry.file.checkUnchanged()
    try entry.file.rewind()
    lines = LineReader(entry.file, limit: Self.longestLine(entry.options))
    number = 0
    isChecked = true
  }

  /// The next line that is not blank, as a memo.
  private func readEntry() throws(ImportRefusal) -> ImportedMemo? {
    guard let line = try lines.next() else { return nil }
    number += 1
    do throws(ImportRefusal) {
      return try entry.memo(JSONDocument(reading: line, "it ").root, number: number)
    } catch {
      throw ImportRefusal("entry \(number): \(error.reason)")
    }
  }
}

extension JSONDocument {
  /// - Parameter subject: the beginning of the sentence that says why it is invalid.
  fileprivate convenience init(reading bytes: [UInt8], _ subject: String = "") throws(ImportRefusal) {
    do throws(JSONSyntaxError) {
      try self.init(bytes)
    } catch {
      throw ImportRefusal("\(subject)is not JSON: \(error)")
    }
  }
}
