/// The rules by which a header is read.
package enum HeaderRules: Sendable {
  /// The rules for memos: YAML must be a mapping, TOML must begin with a name or a table, and `title`, `tags` and
  /// `aliases` have a meaning.
  case memos
  /// The rules for notes imported from other programs: what is nearly YAML is a header, and the names that others give
  /// to these members and to times have a meaning, too.
  case notes
}

/// The members with a meaning. In imported notes the spelling of names does not matter: `Date created`, `dateCreated`
/// and `date_created` are one.
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

  /// The names that Obsidian and its plugins, Jekyll, Hugo, Zola, Joplin, zk, Notion's exporters and others write.
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
