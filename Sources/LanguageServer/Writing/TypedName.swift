import MemoText

/// What was typed of a name, in the form in which names are compared.
struct TypedName: Sendable {
  private let form: String
  /// Its Hangul by letter; nil if it has none.
  private let letters: Hangul.Letters?

  init(_ typed: String) {
    form = typed.nameForm
    letters = Hangul.isIn(form) ? Hangul.Letters(typed: form) : nil
  }

  /// Whether it stands in a name, or may be the beginning of what does.
  func fits(_ name: String) -> Bool {
    if form.isEmpty { return true }
    let name = name.nameForm
    return name.contains(form) || letters?.stand(in: name) ?? false
  }

  /// Whether it does not stand in a name, but may once more letters of its Hangul are typed.
  ///
  /// - Parameter name: the name's compared form.
  func isUnfinished(in name: String) -> Bool { letters?.stand(in: name) ?? false && !name.contains(form) }
}
