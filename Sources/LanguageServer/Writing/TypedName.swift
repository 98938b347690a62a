import MemoText

/// The typed part of a name, in the form in which names are compared.
struct TypedName: Sendable {
  private let form: String
  /// Its Hangul by letter; nil if it has none.
  private let letters: Hangul.Letters?

  init(_ typed: String) {
    form = typed.nameForm
    letters = Hangul.isIn(form) ? Hangul.Letters(typed: form) : nil
  }

  /// The ways in which it fits a name, the best first.
  private enum Fit: Int, CaseIterable {
    case beginning, anywhere
    /// It does not stand in the name, but may once more letters of its Hangul are typed.
    case unfinished
  }

  private func fit(_ form: String) -> Fit? {
    if form.hasPrefix(self.form) { return .beginning }
    if form.contains(self.form) { return .anywhere }
    return letters?.stand(in: form) ?? false ? .unfinished : nil
  }

  /// Whether it stands in a name, or may be the beginning of what does.
  func fits(_ name: String) -> Bool { fit(name.nameForm) != nil }

  /// Whether it does not stand in a name, but may once more letters of its Hangul are typed.
  ///
  /// - Parameter form: the name's compared form.
  func isUnfinished(in form: String) -> Bool { letters?.stand(in: form) ?? false && !form.contains(self.form) }

  /// The things that it fits, by any of their names, the best first.
  func fitting<Thing>(_ things: [Thing], names: (Thing) -> [String]) -> [Thing] {
    var found: [Fit: [Thing]] = [:]
    for thing in things {
      let fits = names(thing).compactMap { fit($0.nameForm) }
      if let best = fits.min(by: { $0.rawValue < $1.rawValue }) { found[best, default: []].append(thing) }
    }
    return Fit.allCases.flatMap { found[$0] ?? [] }
  }
}
