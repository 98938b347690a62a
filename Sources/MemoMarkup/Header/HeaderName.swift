/// By which rules a header is read.
package enum HeaderRules: Sendable {
  /// Those of memos: YAML is a mapping or no header, and `title`, `tags` and `aliases` have a meaning.
  case memos
  /// Those of notes that are taken in from other programs: what is nearly YAML is a header, and whatever others call
  /// these members, and times, has a meaning, too.
  case notes
}

/// The names in a header that have a meaning. In notes it does not matter how they are spelled: `Date created`,
/// `dateCreated` and `date_created` are one.
enum HeaderName {
  case title, tags, aliases, created, date, modified

  /// The meaning of a name; nil if it has none.
  init?(_ name: String, _ rules: HeaderRules = .memos) {
    if rules == .memos {
      switch name {
      case "title": self = .title
      case "tags": self = .tags
      case "aliases": self = .aliases
      default: return nil
      }
      return
    }
    let letters = name.lowercased().unicodeScalars.filter { $0 != " " && $0 != "_" && $0 != "-" }
    guard let meaning = Self.names[String(String.UnicodeScalarView(letters))] else { return nil }
    self = meaning
  }

  /// As Obsidian and its plugins, Jekyll, Hugo, Zola, Joplin, zk, Notion's exporters and others write them.
  private static let names: [String: HeaderName] = {
    var names: [String: HeaderName] = [
      "title": .title, "tags": .tags, "tag": .tags, "keywords": .tags, "aliases": .aliases, "alias": .aliases,
      "date": .date,
    ]
    for name in [
      "created", "createdat", "createdon", "createddate", "createdtime", "creationdate", "creationtime", "datecreated",
      "timecreated", "datetimecreated", "usercreatedtime", "ctime",
    ] { names[name] = .created }
    for name in [
      "updated", "modified", "updatedat", "updatedon", "modifiedat", "modifiedon", "updateddate", "modifieddate",
      "updatedtime", "modifiedtime", "dateupdated", "datemodified", "timemodified", "modificationdate",
      "modificationtime", "lastmod", "lastmodified", "lastmodifiedat", "lastmodifieddate", "lastmodifiedtime",
      "lastupdated", "lastupdatedat", "lastupdate", "lastedited", "lastediteddate", "lasteditedtime", "edited",
      "userupdatedtime", "mtime",
    ] { names[name] = .modified }
    return names
  }()
}
