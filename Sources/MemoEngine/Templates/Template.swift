import MemoMarkup
import MemoModel
import MemoText

/// A memo that others are made of.
struct Template: Sendable {
  let id: MemoID
  /// Its text and its tags, without what makes it a template.
  let text: Rope
  let tags: [String]
  /// What it is called by those: `meeting` by `template/meeting`.
  private let namesByTag: [String]
  private let references: MemoReferences

  /// Reads a memo; nil if it is not tagged `template`, in its text, its header or its properties.
  init?(_ contents: MemoContents) {
    let source = TemplateSource(contents.text)
    let tags = contents.metadata.properties.tags
    guard source.isTagged || tags.contains(where: TemplateSource.isMark) else { return nil }
    id = contents.metadata.id
    text = source.text
    self.tags = tags.filter { !TemplateSource.isMark($0) }
    namesByTag = (tags + source.marks).compactMap(TemplateSource.name)
    references = MemoReferences(source.outline)
  }

  /// What it is told as: many templates have the same title, `{{title}}`.
  var shown: LinkDestination.LeadsTo { LinkDestination.LeadsTo(id: id, title: namesByTag.first ?? text.displayTitle) }

  /// Those that have a name, by the first of these that finds one: their titles, their aliases, the slugs of their
  /// titles, their tags.
  static func all(_ templates: [Template], called name: String) -> [Template] {
    let form = name.nameForm
    if form.isEmpty { return [] }
    let rules: [(Template) -> [String]] = [
      { [$0.references.title] }, \.references.aliases, { [$0.references.slug].compactMap(\.self) }, \.namesByTag,
    ]
    for rule in rules {
      let found = templates.filter { rule($0).contains { $0.nameForm == form } }
      if !found.isEmpty { return found }
    }
    return []
  }
}
