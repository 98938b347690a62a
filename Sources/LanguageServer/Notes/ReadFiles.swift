import MemoEngine
import MemoText
import Platform
import Synchronization

/// The texts of files as they were read last. A file is read anew once its mark is another; what it says is worked out
/// once for all who ask.
final class ReadFiles: Sendable {
  private struct Known {
    let device: UInt64, mark: FileMark
    let state: TextState
  }

  private let known = Mutex<(files: [DocumentURI: Known], bytes: Int)>(([:], 0))

  /// The most bytes of texts that are kept.
  private static let mostBytes = 16 << 20
  /// The time, in seconds, within which two writes may leave one mark: some file systems count no less.
  private static let settling = 2

  private let now: @Sendable () -> Timestamp

  /// - Parameter now: tells the time.
  init(now: @escaping @Sendable () -> Timestamp = { .now }) { self.now = now }

  /// The text of a file; nil if it can't be read, is longer, or no UTF-8.
  func text(of uri: DocumentURI, atMost limit: Int) -> TextState? {
    guard uri.scheme == "file" else { return nil }
    let descriptor = open(uri.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = FileStatus(descriptor), status.kind == .file, status.mark.size <= limit else { return nil }
    if let found = known.withLock({ $0.files[uri] }), found.mark == status.mark, found.device == status.device {
      return found.state
    }
    guard let text = DiskFile.text(in: descriptor, atMost: limit) else { return nil }
    let state = TextState(text)
    keep(Known(device: status.device, mark: status.mark, state: state), of: uri)
    return state
  }

  /// Keeps a text if a later write would show in the file's mark.
  private func keep(_ file: Known, of uri: DocumentURI) {
    let changed = file.mark.changed / 1_000_000_000
    guard changed + Self.settling < now().millisecondsSince1970 / 1000 else { return }
    let bytes = file.state.text.summary.utf8
    guard bytes <= Self.mostBytes else { return }
    known.withLock { known in
      if known.bytes + bytes > Self.mostBytes { known = ([:], 0) }
      known.bytes += bytes - (known.files.updateValue(file, forKey: uri)?.state.text.summary.utf8 ?? 0)
    }
  }
}
