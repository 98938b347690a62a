import MemoMarkup
import MemoModel
import MemoText

/// A memo from which others are created.
struct Template: Sendable {
  let id: MemoID
  /// Its text and its tags, without the tags that make it a template.
  let text: Rope
  let tags: [String]
  /// Whether the text still has such a tag, in a header that can't be changed so.
  let keepsMarks: Bool
  /// The names in those tags: `meeting` in `template/meeting`.
  private let namesByTag: [String]
  private let references: MemoReferences
  private let title: String

  /// Reads a memo; nil if it is not tagged `template`, in its text, its header or its properties, and needs that.
  init?(_ contents: MemoContents, needsTag: Bool = true) {
    let source = TemplateSource(contents.text)
    let tags = contents.metadata.properties.tags
    guard !needsTag || source.isTagged || tags.contains(where: TemplateSource.isMark) else { return nil }
    id = contents.metadata.id
    (text, keepsMarks) = (source.text, source.keepsMarks)
    self.tags = tags.filter { !TemplateSource.isMark($0) }
    namesByTag = (tags + source.marks).compactMap(TemplateSource.name)
    references = MemoReferences(source.outline, in: contents.file)
    title = contents.file == nil ? text.displayTitle : references.title
  }

  /// The name to show: many templates have the same title, `{{title}}`.
  var shown: LinkDestination.LeadsTo { LinkDestination.LeadsTo(id: id, title: namesByTag.first ?? title) }

  /// Whether one of its tags gives it a name: `meeting` in `template/meeting`.
  ///
  /// - Parameter form: the name in the form in which names are compared.
  func isNamed(inTag form: String) -> Bool { namesByTag.contains { $0.nameForm == form } }

  /// The templates with a name, by the first kind of name that finds one: titles, aliases, slugs of titles, tags, and
  /// titles without the tag that makes them templates.
  static func all(_ templates: [Template], called name: String) -> [Template] {
    let form = name.nameForm
    if form.isEmpty { return [] }
    let rules: [(Template) -> [String]] = [
      { [$0.references.title] }, \.references.aliases, { [$0.references.slug].compactMap(\.self) }, \.namesByTag,
      { [$0.title] },
    ]
    for rule in rules {
      let found = templates.filter { rule($0).contains { $0.nameForm == form } }
      if !found.isEmpty { return found }
    }
    return []
  }
}
