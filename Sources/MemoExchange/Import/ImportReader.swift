#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads memos from a file, or from all files of a folder, step by step: what is in memory is one memo, one JSON array, or one line
/// at a time.
package final class ImportReader {
  private let options: ImportOptions
  /// The folder, or the one file that is left.
  private var source: Source
  private var reading: (file: any EntryFile, path: String, bytes: Int)?
  /// A second walk through the folder, before the one that reads.
  private var measuring: FolderWalk?
  private var bytes = (done: 0.0, all: 0.0)
  /// How many files have been read to their end, or skipped.
  package private(set) var filesDone = 0

  /// How much of the folder or file has been read, from 0 to 100, by the bytes of its files; nil while that is not known. A
  /// file that grows meanwhile is no more than it was.
  package var percentage: Int? {
    guard measuring == nil, bytes.all > 0 else { return nil }
    let done = bytes.done + (reading.map { $0.file.part * Double($0.bytes) } ?? 0)
    return Int(min(100 * done / bytes.all, 100))
  }

  /// After how many files a measuring walk gives others a turn.
  private static let stride = 64

  private enum Source {
    case folder(FolderWalk)
    case file(InputFile, name: String)
    case nothing
  }

  /// Opens a folder or a file. What the path itself leads to is taken, through symbolic links, too; what is in a folder is not.
  ///
  /// - Throws: ``FileFailure`` if it can't be opened, or is neither.
  package init(_ path: String, _ options: ImportOptions) throws(FileFailure) {
    self.options = options
    // A pipe would be waited for without O_NONBLOCK.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("can't open \(path)") }
    var status = stat()
    _ = fstat(descriptor, &status)
    do throws(ImportRefusal) {
      if status.st_mode & S_IFMT == S_IFDIR {
        let again = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        source = .folder(try FolderWalk(descriptor) { Self.refusal(ofName: $0, options) })
        if again >= 0 { measuring = try? FolderWalk(again) { Self.refusal(ofName: $0, options) } }
      } else {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { FolderWalk.printable(Array($0)) } ?? path
        let file = try InputFile(descriptor)
        bytes.all = Double(file.count)
        source = .file(file, name: name)
      }
    } catch {
      throw FileFailure(path, reason: error.reason)
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
        case .skipped(let path, let reason)?:
          filesDone += 1
          return .skipped(path: path, reason: reason)
        case nil: source = .nothing
        }
      }
    }
  }

  /// Adds up some files more.
  private func measure(_ walk: FolderWalk) -> ImportStep {
    for _ in 0..<Self.stride {
      switch walk.next() {
      case .file(let file, _)?: bytes.all += Double(file.count)
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
      return .skipped(path: path, reason: error.reason)
    }
  }

  private func finish(_ count: Int) {
    reading = nil
    bytes.done += Double(count)
    filesDone += 1
  }

  /// Begins a file; gives the memo where it is one.
  private func begin(_ file: InputFile, _ path: String) -> ImportStep? {
    do throws(ImportRefusal) {
      if let reason = Self.refusal(ofName: path, options) { throw ImportRefusal(reason) }
      switch options.format ?? Self.format(ofName: path) ?? .text {
      case .json:
        let entry = JSONEntry(options: options, path: path, file: file)
        reading = (Self.suffix(path) == "jsonl" ? LinesFile(entry) : try ArrayFile(entry), path, file.count)
        return nil
      case let format:
        let memo = try TextFile.memo(file, path, options, readsFrontMatter: format == .markdown)
        finish(file.count)
        return .memo(memo)
      }
    } catch {
      finish(file.count)
      return .skipped(path: path, reason: error.reason)
    }
  }

  /// What a file of this name is; nil if its name does not say.
  private static func format(ofName name: String) -> ImportOptions.Format? {
    switch suffix(name) {
    case "txt": .text
    case "md", "markdown": .markdown
    case "json", "jsonl": .json
    default: nil
    }
  }

  /// Why a file of this name is not looked into; nil if it is.
  private static func refusal(ofName name: String, _ options: ImportOptions) -> String? {
    if FileSignature.archiveSuffixes.contains(suffix(name)) { return "is an archive; unpack it first" }
    if options.format != nil || format(ofName: name) != nil { return nil }
    return
      "has a name that ends neither with .txt, .md, .markdown, .json nor .jsonl; give format to read it all the same"
  }

  /// What stands behind a name's last dot, in lower case.
  private static func suffix(_ name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
  }
}
