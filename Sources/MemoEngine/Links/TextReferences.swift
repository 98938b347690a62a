import MemoMarkup
import MemoModel
import MemoText
import Synchronization

/// What a text says that others can name or look for. It is worked out once, for whoever asks first. That takes as long
/// as reading the text, so it is never asked for on the engine's executor.
final class TextReferences: Sendable {
  /// A text of more bytes than this is stored without them: the save would take too long.
  private static let longestAtSave = 4 << 20

  /// The text.
  let text: Rope
  private let references = Mutex<MemoReferences?>(nil)

  init(_ text: Rope) { self.text = text }

  /// What is stored with the text; nil if that would take too long.
  var atSave: MemoReferences? { text.summary.utf8 > Self.longestAtSave ? nil : read() }

  private func read() -> MemoReferences {
    references.withLock { known in
      if let known { return known }
      let references = MemoReferences(Outline(of: text))
      known = references
      return references
    }
  }
}
