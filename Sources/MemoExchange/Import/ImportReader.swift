import Platform

/// Reads memos from a file, or from all files of a folder, step by step: only one memo, one JSON array, or one line is
/// in memory at a time.
package final class ImportReader {
  private let options: ImportOptions
  /// The folder, or the one file.
  private var source: Source
  private var reading: (file: any EntryFile, path: String, bytes: Int)?
  /// A separate walk through the folder that adds up sizes before reading starts.
  private var measuring: FolderWalk?
  private var bytes = (done: 0.0, all: 0.0)
  /// The folder's absolute path, or that of the file's folder; nil for input from a pipe.
  private let root: String?
  private var notes = JoplinNotes()
  /// The number of files that were read to their end, or skipped.
  package private(set) var filesDone = 0

  /// The percentage of the folder or file that was read, by the bytes of its files; nil while unknown. The growth of a
  /// file meanwhile does not count.
  package var percentage: Int? {
    guard measuring == nil, bytes.all > 0 else { return nil }
    let done = bytes.done + (reading.map { $0.file.part * Double($0.bytes) } ?? 0)
    return Int(min(100 * done / bytes.all, 100))
  }

  /// The number of files after which a measuring walk lets others run.
  private static let stride = 64

  private enum Source {
    case folder(FolderWalk)
    case file(InputFile, name: String)
    case nothing
  }

  /// Opens a folder or a file. Symbolic links in the path itself are followed; those inside a folder are not.
  ///
  /// - Throws: an error of the path if it can't be opened, or is neither.
  package init(_ path: String, _ options: ImportOptions) throws(ExchangeError) {
    func unreadable(_ failure: FileFailure) -> ExchangeError {
      .path("\(failure.message); name a folder or a file that can be read")
    }
    self.options = options
    let place = realPath(path)
    // Without O_NONBLOCK, opening a pipe would wait.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(FileFailure("can't open \(path)")) }
    var status = stat()
    _ = fstat(descriptor, &status)
    do throws(ImportRefusal) {
      if status.st_mode & S_IFMT == S_IFDIR {
        root = place
        let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        source = .folder(try FolderWalk(descriptor) { Self.refusal(ofName: $0, options) })
        if again >= 0 { measuring = try? FolderWalk(again) { Self.refusal(ofName: $0, options) } }
      } else {
        let name =
          path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? path
        root = place.map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() }
        let file = try InputFile(descriptor)
        bytes.all = Double(file.count)
        source = .file(file, name: name)
      }
    } catch {
      throw unreadable(FileFailure(path, reason: error.reason))
    }
  }

  /// Reads a descriptor's input as one file, by copying it to a nameless file: it may be a pipe, and some files are
  /// read twice.
  ///
  /// - Throws: an error of the path if it can't be read, has no text, or there is no room for the copy.
  package init(copying input: Int32, _ options: ImportOptions) throws(ExchangeError) {
    self.options = options
    root = nil
    do throws(ImportRefusal) {
      let file = try InputFile(copying: input)
      if try file.isBlank() { throw ImportRefusal("has no text, so no memo was made") }
      bytes.all = Double(file.count)
      source = .file(file, name: "-")
    } catch {
      throw .path("stdin: \(error.reason)")
    }
  }

  /// The next step; nil at the end.
  package func next() -> ImportStep? {
    while true {
      if let measuring { return measure(measuring) }
      if let step = nextEntry() { return step }
      switch source {
      case .nothing: return nil
      case .file(let file, let name):
        source = .nothing
        if let step = begin(file, name) { return step }
      case .folder(let walk):
        switch walk.next() {
        case .file(let file, let path)?: if let step = begin(file, path) { return step }
        case .skipped(let path, let refusal)?:
          filesDone += 1
          return .skipped(path: path, reason: refusal.reason, isNote: refusal.isNote)
        case nil: source = .nothing
        }
      }
    }
  }

  /// Adds up the sizes of a few more files.
  private func measure(_ walk: FolderWalk) -> ImportStep {
    for _ in 0..<Self.stride {
      switch walk.next() {
      case .file(let file, let path)?:
        bytes.all += Double(file.count)
        guard path.hasSuffix(".md") else { continue }
        let (beginning, end) = file.ends(JoplinNotes.looksAt)
        notes.look(at: path, beginning: beginning, end: end)
      case .skipped?: break
      case nil:
        measuring = nil
        return .busy
      }
    }
    return .busy
  }

  private func nextEntry() -> ImportStep? {
    guard let (file, path, bytes) = reading else { return nil }
    do throws(ImportRefusal) {
      if let step = try file.next() { return step }
      finish(bytes)
      return nil
    } catch {
      finish(bytes)
      return .skipped(path: path, reason: error.reason, isNote: error.isNote)
    }
  }

  private func finish(_ count: Int) {
    reading = nil
    bytes.done += Double(count)
    filesDone += 1
  }

  /// Starts a file; returns the memo if the file is one.
  private func begin(_ file: InputFile, _ path: String) -> ImportStep? {
    let place = FilePlace(path: path, source: root.map { "\($0)/\(path)" })
    do throws(ImportRefusal) {
      // Input without a name is Markdown, which includes plain text.
      if root != nil, let refusal = Self.refusal(ofName: path, options) { throw refusal }
      switch options.format ?? Self.format(ofName: path) ?? (root == nil ? .markdown : .text) {
      case .json:
        let entry = JSONEntry(options: options, path: place.shown, file: file)
        let hasLines = Self.suffix(path) == "jsonl" || root == nil && !file.beginsWithArray
        reading = (hasLines ? LinesFile(entry) : try ArrayFile(entry), place.shown, file.count)
        return nil
      case let format:
        let text = TextFile(file: file, place: place, options: options)
        let memo = try text.memo(readsHeader: format == .markdown, notes: notes)
        finish(file.count)
        return .memo(memo)
      }
    } catch {
      finish(file.count)
      return .skipped(path: place.shown, reason: error.reason, isNote: error.isNote)
    }
  }

  /// The format of a file with this name; nil if the name does not tell.
  private static func format(ofName name: String) -> ImportOptions.Format? {
    switch suffix(name) {
    case "txt": .text
    case "md", "markdown": .markdown
    case "json", "jsonl": .json
    default: nil
    }
  }

  /// The reason why a file with this name is not opened; nil if it is.
  private static func refusal(ofName name: String, _ options: ImportOptions) -> ImportRefusal? {
    if FileSignature.archiveSuffixes.contains(suffix(name)) { return ImportRefusal("is an archive; unpack it first") }
    if options.format != nil || format(ofName: name) != nil { return nil }
    let reason =
      "has a name that ends neither with .txt, .md, .markdown, .json nor .jsonl; give format to read it all the same"
    return ImportRefusal(reason, isNote: false)
  }

  /// The part of a name after its last dot, in lower case.
  private static func suffix(_ name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
  }
}
