public import MemoModel
public import MemoText

/// A renaming in all memos.
public enum Renaming: Sendable {
  /// What happens to the file of a renamed memo.
  public enum FileRule: Sendable {
    /// It is renamed only if the memo has its title from it.
    case asTitle
    /// It is renamed to the title.
    case follows
    /// It keeps its name. A title that the memo has from its file's name can't be changed then.
    case stays
  }

  /// A memo, and the links that use its title, or its file's name if that changes as well.
  case memo(MemoID, title: String, baseVersion: Int?, file: FileRule = .asTitle)
  /// Another name of a memo, which its front matter has, and the links that use it.
  case alias(MemoID, alias: String, to: String, baseVersion: Int?)
  /// A heading of a memo, named by its text or slug, and the links that use it.
  case heading(MemoID, heading: String, to: String, baseVersion: Int?)
  /// A block of a memo, both names without `^`, and the links that use it.
  case block(MemoID, block: String, to: String, baseVersion: Int?)
  /// A tag, and those below it.
  case tag(String, to: String)

  /// The memo that it needs.
  var memo: (id: MemoID, baseVersion: Int?)? {
    switch self {
    case .memo(let id, _, let baseVersion, _), .alias(let id, _, _, let baseVersion),
      .heading(let id, _, _, let baseVersion), .block(let id, _, _, let baseVersion):
      (id, baseVersion)
    case .tag: nil
    }
  }
}

/// The extent of a renaming.
public struct RenamingResult: Sendable {
  /// The number of memos changed.
  public let memos: Int
  /// The number of titles, headings, links and tags changed.
  public let edits: Int
  /// The file that is renamed with it; nil if none is.
  public let move: FileMove?
  /// The changes of the memos, but for the file's.
  public let changes: [Change]

  /// The change of one memo.
  public struct Change: Sendable {
    /// The memo.
    public let id: MemoID
    /// Its text, as it was stored, and as it is with the new name.
    public let (before, after): (Rope, Rope)
    /// Whether its properties change, too.
    public let changesProperties: Bool

    init(_ change: RenamingPlan.Change) {
      (before, after) = (change.stored.text, change.contents.text)
      let (old, new) = (change.stored.metadata, change.contents.metadata)
      (id, changesProperties) = (old.id, old.properties.json != new.properties.json)
    }
  }
}

/// The reason why a new name is refused.
public enum RenamingProblem: Sendable {
  /// The kind of thing that is renamed.
  public enum Part: Sendable {
    /// A memo's title.
    case title
    /// A heading.
    case heading
    /// A block.
    case block
    /// A tag.
    case tag
  }

  /// It must be one line with words, without `[ ] | # ^` and NUL, which no link can hold; a block's only letters,
  /// digits, `-` and `_`.
  case nameUnwritable(Part)
  /// It is the name of a file that must stay.
  case titleIsFile
  /// It would be the name of a file, and not every file system accepts it.
  case titleIsNoFileName
  /// It begins like a memo's address, so that links by it would look for an identifier.
  case titleIsAddress
  /// In its place it would be read as something else, or cut for its length.
  case nameMisread(Part)
  /// The line of the title or heading in this memo is more than that, such as a task, or has a link, and would lose it.
  case lineIsMore(Part, in: MemoID)
  /// A link in this memo could not use it, in the syntax it is written in.
  case linkUnwritable(Part, in: MemoID)
  /// The memo has no such heading.
  case headingUnknown
  /// The memo has no such block.
  case blockUnknown
  /// The memo has another heading with this name.
  case headingTaken
  /// The memo has another block with this name.
  case blockTaken
  /// No tag has the old name, which is empty.
  case tagUnknown
  /// This could not be written as a tag.
  case tagUnwritable(String)
  /// The title or the tag can't be changed separately in this memo's front matter, or what begins like one.
  case headerUnwritable(Part, in: MemoID)
  /// This memo's text has more links and tags than are read of one, so that some would keep the old name.
  case textReadInPart(Part, in: MemoID)
}
