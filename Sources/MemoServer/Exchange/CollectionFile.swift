import JSONRPC
import MemoEngine
import MemoExchange
import MemoProtocol

/// One file of JSON Lines, which has its name once it is whole.
final class CollectionFile: Exporter.Target {
  private let file: NamedFile
  private(set) var bytes = 0

  init(_ path: String, force: Bool) throws(ResponseError) {
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

  /// Returns once the file is in its place and on the disk.
  func finish() throws(ResponseError) {
    do throws(FileFailure) { try file.finish() } catch { throw Self.refusal(error) }
  }

  private static func refusal(_ failure: FileFailure) -> ResponseError {
    WireError.unusable("to", "\(failure.message); mend that, or name another file")
  }
}
