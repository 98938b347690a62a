import MemoMarkup

/// The names in a folder that a new file can't have. None becomes free again.
struct TakenNames {
  /// The names in the form in which a file system may take two for one.
  private var forms: Set<String> = []
  /// The numbers that were found taken, by the form of the name without one and the form of that with it: of 10,000
  /// memos of one title none tries them all.
  private var numbers: [String: [String: Int]] = [:]

  mutating func insert(_ name: String) { forms.insert(FileTitle.form(of: name)) }

  func contains(_ name: String) -> Bool { forms.contains(FileTitle.form(of: name)) }

  /// The first name for a title that is not taken.
  ///
  /// - Parameter own: the name that its file has, which is not taken for that.
  mutating func free(for title: String, suffix: String, own: String? = nil) -> String {
    let own = own.map(FileTitle.form)
    let plain = FileTitle.form(of: FileTitle.name(for: title, suffix: suffix) { _ in false })
    if let own, let number = numbers[plain]?[own] {
      return FileTitle.name(for: title, suffix: suffix, from: number) { _ in false }
    }
    var number = (numbers[plain]?.count ?? 0) + 1
    return FileTitle.name(for: title, suffix: suffix, from: number) { name in
      let form = FileTitle.form(of: name)
      guard form != own, forms.contains(form) else { return false }
      numbers[plain, default: [:]][form] = number
      number += 1
      return true
    }
  }
}
