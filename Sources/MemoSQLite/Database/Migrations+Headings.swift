extension Migrations {
  /// The texts of headings had the names of their blocks, and a link to a heading of its own text as another program
  /// names it counted as broken: memos that may have either are read once more. A tag with a slash at its end was one
  /// beside that without.
  static let sixteenth = """
    INSERT OR IGNORE INTO unread
      SELECT key FROM memo_references WHERE instr(contents, '^')
      UNION SELECT key FROM links WHERE form = '' AND has_fragment = 1;
    DELETE FROM memo_references WHERE key IN (SELECT key FROM unread);
    DELETE FROM names WHERE key IN (SELECT key FROM unread);
    DELETE FROM links WHERE key IN (SELECT key FROM unread);
    DELETE FROM tags WHERE tag LIKE '%/' AND rtrim(tag, '/') <> '';
    """
}
