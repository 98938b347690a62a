extension Migrations {
  /// The starting points of queries about links, so that none reads all links: `shared_names` has the names of several
  /// memos, `unmet_links` the targets of links that no live memo has, and `unlinking` the memos whose texts link to no
  /// other. Each may have a row too many, which costs a query a look, but never one too few. So a trigger takes only a
  /// few steps, however many memos share a name. `OR IGNORE` has no effect in a trigger: the statement that fires it
  /// decides.
  static let ninth = """
    CREATE TABLE shared_names (form TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE unmet_links (form TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE unlinking (key INTEGER PRIMARY KEY) STRICT;
    INSERT INTO shared_names SELECT form FROM names GROUP BY form HAVING min(key) <> max(key);
    INSERT INTO unmet_links SELECT DISTINCT form FROM links WHERE NOT EXISTS (
      SELECT 1 FROM names
      WHERE form = links.form AND is_trashed = 0 AND (links.is_identifier <> 1 OR kind = 1));
    INSERT INTO unlinking SELECT key FROM memo_references WHERE NOT EXISTS (
      SELECT 1 FROM links WHERE links.key = memo_references.key AND (form <> '' OR is_identifier = 1));
    CREATE TRIGGER name_inserted AFTER INSERT ON names BEGIN
      INSERT INTO shared_names SELECT NEW.form
        WHERE EXISTS (SELECT 1 FROM names WHERE form = NEW.form AND key <> NEW.key)
        ON CONFLICT DO NOTHING;
      DELETE FROM unmet_links WHERE form = NEW.form AND NEW.is_trashed = 0
        AND (NEW.kind = 1 OR NOT EXISTS (SELECT 1 FROM links WHERE form = NEW.form AND is_identifier = 1));
    END;
    CREATE TRIGGER name_deleted AFTER DELETE ON names BEGIN
      DELETE FROM shared_names WHERE form = OLD.form AND NOT EXISTS (
        SELECT 1 FROM names
        WHERE form = OLD.form AND key <> (SELECT key FROM names WHERE form = OLD.form LIMIT 1));
      INSERT INTO unmet_links SELECT OLD.form WHERE EXISTS (SELECT 1 FROM links WHERE form = OLD.form)
        ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER name_changed AFTER UPDATE OF form ON names BEGIN
      INSERT INTO shared_names SELECT NEW.form
        WHERE EXISTS (SELECT 1 FROM names WHERE form = NEW.form AND key <> NEW.key)
        ON CONFLICT DO NOTHING;
      INSERT INTO unmet_links SELECT OLD.form WHERE EXISTS (SELECT 1 FROM links WHERE form = OLD.form)
        ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER name_trashed AFTER UPDATE OF is_trashed ON names BEGIN
      INSERT INTO unmet_links SELECT NEW.form
        WHERE NEW.is_trashed <> 0 AND EXISTS (SELECT 1 FROM links WHERE form = NEW.form)
        ON CONFLICT DO NOTHING;
      DELETE FROM unmet_links WHERE form = NEW.form AND NEW.is_trashed = 0
        AND (NEW.kind = 1 OR NOT EXISTS (SELECT 1 FROM links WHERE form = NEW.form AND is_identifier = 1));
    END;
    CREATE TRIGGER link_inserted AFTER INSERT ON links BEGIN
      INSERT INTO unmet_links SELECT NEW.form WHERE NOT EXISTS (
        SELECT 1 FROM names
        WHERE form = NEW.form AND is_trashed = 0 AND (NEW.is_identifier <> 1 OR kind = 1))
        ON CONFLICT DO NOTHING;
      DELETE FROM unlinking WHERE key = NEW.key AND (NEW.form <> '' OR NEW.is_identifier = 1);
    END;
    CREATE TRIGGER link_deleted AFTER DELETE ON links BEGIN
      DELETE FROM unmet_links WHERE form = OLD.form AND NOT EXISTS (SELECT 1 FROM links WHERE form = OLD.form);
      INSERT INTO unlinking SELECT key FROM memo_references WHERE key = OLD.key AND NOT EXISTS (
        SELECT 1 FROM links WHERE key = OLD.key AND (form <> '' OR is_identifier = 1))
        ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER references_inserted AFTER INSERT ON memo_references BEGIN
      INSERT INTO unlinking SELECT NEW.key WHERE NOT EXISTS (
        SELECT 1 FROM links WHERE key = NEW.key AND (form <> '' OR is_identifier = 1))
        ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER references_deleted AFTER DELETE ON memo_references BEGIN
      DELETE FROM unlinking WHERE key = OLD.key;
    END;
    """
}
