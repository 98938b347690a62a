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
      texts.append((names.unique(FileName.stem(of: memo.text)) + format.suffix, text))
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

/// Files in a new folder.
final class FolderFiles: Exporter.Target {
  private let format: ExportFormat
  private let folder: OutputFolder
  /// The file that all memos go into, if it is one.
  private let line: OutputFile?
  private(set) var bytes = 0

  init(_ path: String, _ format: ExportFormat) throws(ResponseError) {
    guard OutputFolder.isFree(path) else {
      throw WireError.invalidParams("to", "must be a folder that is new or empty; name another one")
    }
    self.format = format
    do throws(FileFailure) {
      folder = try OutputFolder(path)
      line = format == .json ? try folder.makeFile(stem: collection, suffix: format.suffix) : nil
    } catch {
      throw Self.refusal(error)
    }
  }

  func take(_ memo: MemoSnapshot) throws(ResponseError) {
    let text = format.bytes(of: memo.metadata, text: memo.text)
    do throws(FileFailure) {
      try write(text, memo)
    } catch {
      throw Self.refusal(error)
    }
    bytes += text.count
  }

  private func write(_ text: [UInt8], _ memo: MemoSnapshot) throws(FileFailure) {
    if format == .json {
      try line?.write(text)
    } else {
      let file = try folder.makeFile(stem: FileName.stem(of: memo.text), suffix: format.suffix)
      try file.write(text)
      try file.close(modified: memo.metadata.modifiedAt)
    }
  }

  /// Returns once all is on the disk.
  func finish() { folder.finish() }

  private static func refusal(_ failure: FileFailure) -> ResponseError {
    WireError.unusable("to", "\(failure.message); mend that, or name another folder")
  }
}
