import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// The stem of the one file that holds many memos.
private let collection = "memos"

/// Files that go into the answer.
final class AnswerFiles: Exporter.Target {
  private let format: ExportFormat
  private var names = FileNames()
  private var bytes = 0
  private var texts: [(name: String, text: [UInt8])] = []

  init(_ format: ExportFormat) {
    self.format = format
    if format == .json { texts.append((collection + format.suffix, [])) }
  }

  /// The files there are.
  var files: [ExportedFile] {
    texts.map { ExportedFile(name: $0.name, mimeType: format.mimeType, text: $0.text) }
  }

  func take(_ memo: MemoSnapshot) throws(ResponseError) {
    // What would be too long is not put together first.
    try count(memo.text.summary.utf8)
    let text = format.bytes(of: memo.metadata, text: memo.text)
    bytes += text.count
    try count(0)
    if format == .json {
      texts[0].text += text
    } else {
      texts.append((names.path(of: memo, format), text))
    }
  }

  private func count(_ more: Int) throws(ResponseError) {
    guard bytes + more <= ExportMemos.largestAnswer else {
      let message =
        "an answer must not hold more than \(ExportMemos.largestAnswer) bytes of memos; say with `to` where to write them"
      throw WireError.limitExceeded(message, limit: ExportMemos.largestAnswer, value: bytes + more)
    }
  }
}

/// Files in a folder: a new one, or one of an earlier export, in which only what has changed is written.
final class FolderFiles: Exporter.Target {
  private let format: ExportFormat
  private let folder: ExportFolder
  private let records: any ExchangeStore
  /// What was exported there the last time, and whether whatever else is there may be replaced.
  private let before: [String: String]
  private let isForced: Bool
  private var names = FileNames()
  /// The file that all memos go into, if it is one, and what it holds.
  private var lines: OutputFile?
  private var lineDigest = ContentHash()
  /// What will have been exported.
  private var digests: [String: String] = [:]
  private(set) var bytes = 0
  /// Files that are left as they are because somebody has changed them.
  private(set) var kept: [String] = []
  /// Whether there are more memos than are taken: nobody knows which files are theirs, so none is taken away.
  var isPartial = false

  init(_ path: String, _ format: ExportFormat, _ records: any ExchangeStore, force: Bool) throws(ResponseError) {
    self.format = format
    self.records = records
    isForced = force
    let real = FileName.resolved(path)
    before = (try? real.map { path throws(StoreError) in try records.exported(to: path) }) ?? [:]
    guard force || !before.isEmpty || OutputFolder.isFree(path) else {
      throw WireError.invalidParams(
        "to", "must be a folder that is new or empty, or of an earlier export; name another one")
    }
    do throws(FileFailure) {
      folder = try ExportFolder(path)
      if format == .json { lines = try folder.makeFile(collection + format.suffix) }
    } catch {
      throw Self.refusal(error)
    }
  }

  func take(_ memo: MemoSnapshot) throws(ResponseError) {
    let text = format.bytes(of: memo.metadata, text: memo.text)
    bytes += text.count
    do throws(FileFailure) {
      if let lines {
        lineDigest.add(text)
        try lines.write(text)
      } else {
        try write(text, memo)
      }
    } catch {
      throw Self.refusal(error)
    }
  }

  /// The file that an earlier export has made of it may be the last whole one: nothing gets its name.
  func leaveOut(_ title: String) {
    isPartial = true
    _ = names.unique(FileName.stem(of: Array(title.utf8)))
  }

  private func write(_ text: [UInt8], _ memo: MemoSnapshot) throws(FileFailure) {
    var hash = ContentHash()
    hash.add(text)
    var name: String
    // What is there and was not exported is in the way.
    repeat { name = names.path(of: memo, format) } while !isForced && before[name] == nil && folder.isTaken(name)
    digests[name] = hash.digits
    if let there = folder.contents(of: name) {
      if there == text { return }
      guard isForced || digest(there) == before[name] else {
        // Changed by somebody: theirs stays, and is still not ours the next time.
        digests[name] = before[name]
        kept.append(name)
        return
      }
    }
    let file = try folder.makeFile(name)
    try file.write(text)
    try file.close(modified: memo.metadata.modifiedAt)
  }

  private func digest(_ bytes: [UInt8]) -> String {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.digits
  }

  /// Puts all in place and returns once it is on the disk. Files of memos that are no more go, unless somebody has
  /// changed them.
  func finish() throws(ResponseError) {
    if lines != nil { digests[collection + format.suffix] = lineDigest.digits }
    if isPartial { digests.merge(before) { now, _ in now } }
    let stale = before.keys.filter { name in
      digests[name] == nil && folder.contents(of: name).map { digest($0) == before[name] } ?? false
    }
    do throws(FileFailure) {
      try lines?.close()
      try folder.finish(removing: stale.sorted())
    } catch {
      throw Self.refusal(error)
    }
    // A store that can't be written can be exported all the same.
    try? records.noteExport(digests, to: folder.path)
  }

  private static func refusal(_ failure: FileFailure) -> ResponseError {
    WireError.unusable("to", "\(failure.message); mend that, or name another folder")
  }
}

extension FileNames {
  /// A memo's file: the one that it was made of, else one that is named by its title.
  fileprivate mutating func path(of memo: MemoSnapshot, _ format: ExportFormat) -> String {
    if case .string(let path)? = memo.metadata.properties["path"], let place = FileName.place(path, format.suffix) {
      return place.folder + unique(place.stem, in: place.folder) + place.suffix
    }
    return unique(FileName.stem(of: memo.text)) + format.suffix
  }
}
