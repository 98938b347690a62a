import JSON
import MemoMarkup
import MemoModel
import MemoText

/// A tag that gets another name, and with it the tags below it.
struct RenamedTag {
  /// The old name in the form in which tags are compared.
  let form: String
  private let name: String
  private let depth: Int

  /// Takes names with or without `#`; nil if the new one can't be a tag in a text.
  init?(_ old: String, to new: String) {
    (form, name) = (old.tagForm, new.withoutTagMark)
    depth = old.withoutTagMark.split(separator: "/", omittingEmptySubsequences: false).count
    guard name.isTagInText, name.unicodeScalars.count <= KnownProperties.longestTag else { return nil }
  }

  /// The new name of a tag below this one, if it would be longer than any may be.
  func tooLong(_ tag: String) -> String? {
    newName(tag).flatMap { $0.unicodeScalars.count > KnownProperties.longestTag ? $0 : nil }
  }

  /// The new name of a tag; nil if it is another tag, or has this name already.
  private func newName(_ tag: String) -> String? {
    let tagForm = tag.tagForm
    guard tagForm == form || tagForm.hasPrefix("\(form)/") else { return nil }
    let rest = tag.withoutTagMark.split(separator: "/", omittingEmptySubsequences: false).dropFirst(depth)
    let renamed = ([name[...]] + rest).joined(separator: "/")
    return renamed.utf8.elementsEqual(tag.utf8) ? nil : renamed
  }

  /// A text and its header with the tag's new name, and the number of edits; nil if the header can't be changed.
  ///
  /// - Parameter outline: the text's structure.
  func text(_ text: Rope, saying outline: Outline) -> (text: Rope, edits: Int)? {
    var replacements = outline.replacements(ofTags: newName)
    var edits = replacements.count
    if var editor = HeaderEditor(text) {
      guard editor.changeTags({ newName($0).map { .renamed($0) } ?? .kept }) else { return nil }
      edits += editor.changes
      if let replacement = editor.replacement { replacements.append(replacement) }
    }
    return (text.replacing(replacements), edits)
  }

  /// Properties with the tag's new name, once, and the number of edits.
  func properties(_ properties: JSONObject) -> (properties: JSONObject, edits: Int) {
    guard case .array(let values)? = properties["tags"] else { return (properties, 0) }
    let tags = values.map { value in if case .string(let tag) = value { tag } else { String?.none } }
    // A tag that is there already is not repeated.
    var seen = Set(tags.compactMap { tag in tag.flatMap { newName($0) == nil ? $0.tagForm : nil } })
    var edits = 0
    var renamed: [JSONValue] = []
    for (value, tag) in zip(values, tags) {
      guard let name = tag.flatMap(newName) else {
        renamed.append(value)
        continue
      }
      edits += 1
      if seen.insert(name.tagForm).inserted { renamed.append(.string(name)) }
    }
    guard edits > 0 else { return (properties, 0) }
    var changed = properties
    changed["tags"] = .array(renamed)
    return (changed, edits)
  }
}
