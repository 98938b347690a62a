import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// One file of JSON Lines, which has its name once it is whole.
final class CollectionFile: Exporter.FolderTarget {
  private let path: String
  private let file: NamedFile
  private var damaged: Set<String> = []
  private(set) var bytes = 0
  let unchanged = 0
  let kept: [String] = []

  init(_ path: String, force: Bool) throws(ResponseError) {
    self.path = path
    do throws(FileFailure) {
      file = try NamedFile(path, replacing: force)
    } catch {
      throw Self.refusal(error)
    }
  }

  func take(_ memo: MemoSnapshot) throws(ResponseError) {
    let text = ExportFormat.json.bytes(of: memo.metadata, text: memo.text)
    bytes += text.count
    do throws(FileFailure) { try file.write(text) } catch { throw Self.refusal(error) }
  }

  func leaveOut(_ id: MemoID, _ title: String) { damaged.insert(id.description) }

  /// Returns once the file is in its place and on the disk. A damaged memo's line in the file before may be the last
  /// whole one, and stays.
  func finish() throws(ResponseError) {
    do throws(FileFailure) {
      if !damaged.isEmpty, let lines = WrittenLines(path) {
        for (id, line) in lines where damaged.contains(id) { try file.write(line) }
      }
      try file.finish()
    } catch {
      throw Self.refusal(error)
    }
  }

  private static func refusal(_ failure: FileFailure) -> ResponseError {
    WireError.unusable("to", "\(failure.message); mend that, or name another file")
  }
}
