import MemoMarkup
import MemoText
import Synchronization

/// Some notes, by what links call them. Each index is made once, by whoever asks first.
final class NotesByName: Sendable {
  let notes: [OpenNote]
  private let byStem = Mutex<Index?>(nil)
  private let byTitle = Mutex<Index?>(nil)

  /// The places of notes in the list, by a form of their names.
  private typealias Index = [String: [Int]]

  init(_ notes: [OpenNote]) { self.notes = notes }

  /// The notes whose files are called so, their extensions left out.
  ///
  /// - Parameter form: the form in which names are compared.
  func files(called form: String) -> [OpenNote] {
    let index = byStem.withLock { known in
      let index = known ?? Dictionary(grouping: notes.indices) { notes[$0].uri.stem.nameForm }
      known = index
      return index
    }
    return index[form, default: []].map { notes[$0] }
  }

  /// The notes that have a title or an alias.
  ///
  /// - Parameter form: the form in which names are compared.
  func notes(titled form: String) async -> [OpenNote] {
    let index = if let known = byTitle.withLock(\.self) { known } else { await titles() }
    byTitle.withLock { $0 = index }
    return index[form, default: []].map { notes[$0] }
  }

  private func titles() async -> Index {
    var index: Index = [:]
    for (place, note) in notes.enumerated() {
      let outline = await note.state.outline
      for form in Set(([outline.title] + outline.aliases).map(\.nameForm)) { index[form, default: []].append(place) }
    }
    return index
  }
}
