public import MemoModel

/// What is to be called otherwise, in all memos.
public enum Renaming: Sendable {
  /// A memo, and what leads there by its title.
  case memo(MemoID, title: String, baseVersion: Int?)
  /// A heading of a memo, by its text or slug, and what leads there.
  case heading(MemoID, heading: String, to: String, baseVersion: Int?)
  /// A tag, and those in it.
  case tag(String, to: String)

  /// The memo that must be there for it.
  var memo: (id: MemoID, baseVersion: Int?)? {
    switch self {
    case .memo(let id, _, let baseVersion), .heading(let id, _, _, let baseVersion): (id, baseVersion)
    case .tag: nil
    }
  }
}

/// What was called otherwise.
public struct RenamingResult: Sendable {
  /// How many memos were changed.
  public let memos: Int
  /// How many titles, headings, links and tags were.
  public let edits: Int
}

/// Why nothing can be called so.
public enum RenamingProblem: Sendable {
  /// What has a name.
  public enum Part: Sendable {
    /// A memo's title.
    case title
    /// A heading.
    case heading
    /// A tag.
    case tag
  }

  /// It must be one line that says something, without `[ ] | # ^` and NUL, which no link can hold.
  case nameUnwritable(Part)
  /// It begins as a memo's address does, so that links by it would look for an identifier.
  case titleIsAddress
  /// Where it is to stand it would be read as something else, or cut for its length.
  case nameMisread(Part)
  /// The title of this memo stands in a line that is more than that, such as a task, and would no longer be.
  case titleIsMore(MemoID)
  /// A link in this memo could not lead by it, as written there.
  case linkUnwritable(Part, in: MemoID)
  /// The memo has no such heading.
  case headingUnknown
  /// The memo has another heading of this name.
  case headingTaken
  /// It could not be written as a tag.
  case tagUnwritable
  /// The title or the tag can't be changed alone in this memo's front matter.
  case headerUnwritable(Part, in: MemoID)
}
