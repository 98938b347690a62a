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
  /// A title must be one line without `[ ] | # ^`, and be read as the title where it is written.
  case titleUnwritable
  /// The same of a heading.
  case headingUnwritable
  /// The memo has no such heading.
  case headingUnknown
  /// The memo has another heading of this name.
  case headingTaken
  /// It could not be written as a tag.
  case tagUnwritable
}
