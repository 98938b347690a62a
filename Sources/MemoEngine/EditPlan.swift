import MemoModel
import MemoText

/// The effect of an update's changes on a text: all of them, or an error.
///
/// A single change, such as a keystroke, is applied in place, without a copy. Several are first tried on a copy.
struct EditPlan: Sendable {
  /// A change whose position can't be resolved.
  private struct ChangeError: Error {
    let index: Int
    let error: PositionError
  }

  /// The changes in bytes of UTF-8, each on the text that the one before it left.
  let edits: [JournalRecord.TextEdit]
  /// Whether the text differs afterwards.
  let isChange: Bool
  /// The text's length afterwards, in UTF-8 bytes.
  let newSize: Int
  private let result: Rope?

  /// Works out the effect of changes on a text, without touching it.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that the text may have afterwards.
  ///   - isTriedOut: whether even a single change is tried on a copy, so that applying it takes no time.
  /// - Throws: `invalidRange` or `memoTooLarge`.
  init(
    _ changes: [TextChange], on text: Rope, _ encoding: PositionEncoding, limit: Int, isTriedOut: Bool = false
  ) throws(EngineError) {
    do throws(ChangeError) {
      try self.init(changes, on: text, encoding, isTriedOut: isTriedOut)
    } catch {
      throw .invalidRange(change: error.index, error.error)
    }
    try MemoEngine.checkSize(newSize, limit: limit)
  }

  private init(
    _ changes: [TextChange], on text: Rope, _ encoding: PositionEncoding, isTriedOut: Bool
  ) throws(ChangeError) {
    if changes.count == 1, !isTriedOut {
      let edit = try Self.edit(changes[0], 0, text, encoding)
      edits = [edit]
      isChange = !text.holds(edit.text, at: edit.range)
      newSize = text.summary.utf8 - edit.range.count + edit.text.utf8.count
      result = nil
      return
    }
    var copy = text
    var edits: [JournalRecord.TextEdit] = []
    for (index, change) in changes.enumerated() {
      let edit = try Self.edit(change, index, copy, encoding)
      copy.replaceSubrange(edit.range, with: edit.text)
      edits.append(edit)
    }
    self.edits = edits
    isChange = !copy.isIdentical(to: text)
    newSize = copy.summary.utf8
    result = copy
  }

  private static func edit(
    _ change: TextChange, _ index: Int, _ text: Rope, _ encoding: PositionEncoding
  ) throws(ChangeError) -> JournalRecord.TextEdit {
    do throws(PositionError) {
      return JournalRecord.TextEdit(range: try text.offsets(of: change.range, in: encoding), text: change.text)
    } catch {
      throw ChangeError(index: index, error: error)
    }
  }

  /// Applies the changes.
  func carryOut(on text: inout Rope) {
    if let result {
      text = result
    } else if isChange {
      for edit in edits { text.replaceSubrange(edit.range, with: edit.text) }
    }
  }
}
