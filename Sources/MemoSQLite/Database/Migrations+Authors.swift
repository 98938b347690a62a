extension Migrations {
  /// The agent that made the step to a state; null if a person did, or a version before this one stored it. A row
  /// without one takes no more room than before, and reading the column reads nothing else.
  static let eighth = """
    ALTER TABLE memos ADD COLUMN author TEXT;
    ALTER TABLE revisions ADD COLUMN author TEXT;
    """
}
