import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// Files that go into the answer.
final class AnswerFiles: Exporter.Target {
  private let format: ExportFormat
  private var names = FileNames()
  private var bytes = 0
  private var texts: [(name: String, text: [UInt8])] = []

  init(_ format: ExportFormat) {
    self.format = format
    if format == .json { texts.append((FolderLines.name, [])) }
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
      let place = memo.place(format)
      texts.append((place.folder + names.unique(place.stem, in: place.folder) + place.suffix, text))
    }
  }

  private func count(_ more: Int) throws(ResponseError) {
    guard bytes + more <= ExportMemos.largestAnswer else {
      let message =
        "an answer must not hold more than \(ExportMemos.largestAnswer) bytes of memos; say with `to` where to write "
        + "them"
      throw WireError.limitExceeded(message, limit: ExportMemos.largestAnswer, value: bytes + more)
    }
  }
}

/// Where a file is to be: the folder with a slash behind it, and its name in two parts.
typealias WantedPlace = (folder: String, stem: String, suffix: String)

extension MemoSnapshot {
  /// Where the memo's file is to be: where the one was that it was made of, else by its title.
  func place(_ format: ExportFormat) -> WantedPlace {
    if case .string(let path)? = metadata.properties["path"], let place = FileName.place(path, format.suffix) {
      return place
    }
    return ("", FileName.stem(of: text), format.suffix)
  }
}
