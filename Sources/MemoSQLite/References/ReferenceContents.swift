import JSON
import MemoMarkup
import MemoModel

/// References as they are stored: JSON without member names, because there are many.
enum ReferenceContents {
  static func encoded(_ references: MemoReferences) -> String {
    var writer = JSONWriter(capacity: 256)
    writer.beginArray()
    writer.value(references.title)
    writer.optional(references.slug)
    writer.strings(references.aliases)
    writer.beginArray()
    for link in references.links { write(link, to: &writer) }
    writer.endArray()
    writer.beginArray()
    for heading in references.headings {
      writer.beginArray()
      writer.value(heading.level)
      writer.value(heading.text)
      writer.value(heading.form)
      writer.value(heading.slug)
      writer.endArray()
    }
    writer.endArray()
    writer.strings(references.blocks)
    writer.strings(references.tags)
    writer.value(references.hasTasks)
    if let path = references.path { writer.value(path) }
    writer.endArray()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ link: LinkReference, to writer: inout JSONWriter) {
    writer.beginArray()
    writer.value(link.range.lowerBound)
    writer.value(link.range.upperBound)
    writer.value(link.target.name)
    writer.optional(link.target.identifier?.description)
    // Null stands for the path of a file.
    if link.target.isFile { writer.null() } else { writer.value(link.target.isIdentifier) }
    if let fragment = link.fragment {
      writer.value(fragment.text)
      writer.value(fragment.form)
      writer.value(fragment.slug)
    }
    writer.endArray()
  }

  /// The references in a row; nil if it is damaged.
  static func decoded(_ json: [UInt8]) -> MemoReferences? {
    guard let root = try? JSONDocument(json).root else { return nil }
    var parts = root.elements
    guard let title = parts.next()?.string, let slug = parts.next(), let aliases = parts.next()?.strings,
      let links = parts.next(), let headings = parts.next(), let blocks = parts.next()?.strings,
      let tags = parts.next()?.strings, let hasTasks = parts.next()?.bool
    else { return nil }
    var references = MemoReferences(
      title: title, slug: slug.string, aliases: aliases, blocks: blocks, tags: tags, hasTasks: hasTasks,
      path: parts.next()?.string)
    let folder = references.path.map { FileForm($0).folder.joined(separator: "/") }
    for view in links.elements {
      guard var link = link(view) else { return nil }
      if folder != nil { link.target = link.target.from(folder) }
      references.links.append(link)
    }
    for view in headings.elements {
      var parts = view.elements
      guard let level = parts.next()?.integer, 1...6 ~= level, let text = parts.next()?.string,
        let form = parts.next()?.string, let slug = parts.next()?.string
      else { return nil }
      references.headings.append(HeadingReference(level: level, text: text, form: form, slug: slug))
    }
    return references
  }

  private static func link(_ view: JSONView) -> LinkReference? {
    var parts = view.elements
    guard let start = parts.next()?.integer, let end = parts.next()?.integer, 0 <= start, start <= end,
      let name = parts.next()?.string, let identifier = parts.next(), let kind = parts.next(),
      kind.kind == .null || kind.bool != nil
    else { return nil }
    var fragment: LinkFragment?
    if let text = parts.next()?.string {
      guard let form = parts.next()?.string, let slug = parts.next()?.string else { return nil }
      fragment = LinkFragment(text: text, form: form, slug: slug)
    }
    let target = LinkTarget(
      name: name, identifier: identifier.string.flatMap { MemoID($0) }, isIdentifier: kind.bool ?? false,
      isFile: kind.kind == .null)
    return LinkReference(target: target, fragment: fragment, range: start..<end)
  }
}

extension JSONWriter {
  fileprivate mutating func optional(_ value: String?) {
    if let value { self.value(value) } else { null() }
  }

  fileprivate mutating func strings(_ values: [String]) {
    beginArray()
    for value in values { self.value(value) }
    endArray()
  }
}

extension JSONView {
  /// The strings of an array; nil if it has any other element.
  fileprivate var strings: [String]? {
    guard kind == .array else { return nil }
    var strings: [String] = []
    for element in elements {
      guard let string = element.string else { return nil }
      strings.append(string)
    }
    return strings
  }
}
