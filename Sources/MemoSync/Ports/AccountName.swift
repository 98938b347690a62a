import MemoText

/// The rules for an account's name, by which devices find it.
package enum AccountName {
  /// The name as an account is called by it, in Normalization Form C: one that a file system or a host has taken apart
  /// is the same.
  package static func form(of text: String) -> String { text.composed }

  /// The names that an account may have which is called so, as it is typed first: earlier versions took any. A hub
  /// compares them byte by byte.
  package static func forms(of text: String) -> [String] {
    [text.composed, text.decomposed].reduce(into: [text]) { forms, form in
      if !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) { forms.append(form) }
    }
  }
}
