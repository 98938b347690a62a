extension Migrations {
  /// Pinned memos and memos with a tag: each order of their lists has its index, as all lists have. A tag's row repeats
  /// the values that lists sort by and is rewritten with its memo; triggers keep the totals.
  static let fifth = """
    ALTER TABLE memos ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX live_pinned_by_modified ON memos (modified_at DESC, id) WHERE trashed_at IS NULL AND pinned = 1;
    CREATE INDEX live_pinned_by_created ON memos (created_at DESC, id) WHERE trashed_at IS NULL AND pinned = 1;
    CREATE INDEX live_pinned_by_title ON memos (sort_title, id) WHERE trashed_at IS NULL AND pinned = 1;
    CREATE INDEX trash_pinned_by_modified ON memos (modified_at DESC, id) WHERE trashed_at IS NOT NULL AND pinned = 1;
    CREATE INDEX trash_pinned_by_created ON memos (created_at DESC, id) WHERE trashed_at IS NOT NULL AND pinned = 1;
    CREATE INDEX trash_pinned_by_title ON memos (sort_title, id) WHERE trashed_at IS NOT NULL AND pinned = 1;
    CREATE TABLE tags (
      key INTEGER NOT NULL,
      tag TEXT NOT NULL,
      is_trashed INTEGER NOT NULL,
      is_pinned INTEGER NOT NULL,
      tagged_modified_at INTEGER NOT NULL,
      tagged_created_at INTEGER NOT NULL,
      tagged_sort_title TEXT NOT NULL,
      tagged_id TEXT NOT NULL,
      PRIMARY KEY (key, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tags_by_modified ON tags (tag, is_trashed, tagged_modified_at DESC, tagged_id);
    CREATE INDEX tags_by_created ON tags (tag, is_trashed, tagged_created_at DESC, tagged_id);
    CREATE INDEX tags_by_title ON tags (tag, is_trashed, tagged_sort_title, tagged_id);
    CREATE INDEX tags_pinned_by_modified ON tags (tag, is_trashed, tagged_modified_at DESC, tagged_id)
      WHERE is_pinned = 1;
    CREATE INDEX tags_pinned_by_created ON tags (tag, is_trashed, tagged_created_at DESC, tagged_id)
      WHERE is_pinned = 1;
    CREATE INDEX tags_pinned_by_title ON tags (tag, is_trashed, tagged_sort_title, tagged_id) WHERE is_pinned = 1;
    CREATE TABLE tag_totals (
      tag TEXT PRIMARY KEY, live INTEGER NOT NULL, trashed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER tag_inserted AFTER INSERT ON tags BEGIN
      INSERT INTO tag_totals VALUES (NEW.tag, 1 - NEW.is_trashed, NEW.is_trashed)
        ON CONFLICT DO UPDATE SET live = live + excluded.live, trashed = trashed + excluded.trashed;
    END;
    CREATE TRIGGER tag_deleted AFTER DELETE ON tags BEGIN
      UPDATE tag_totals SET live = live - 1 + OLD.is_trashed, trashed = trashed - OLD.is_trashed WHERE tag = OLD.tag;
      DELETE FROM tag_totals WHERE tag = OLD.tag AND live = 0 AND trashed = 0;
    END;
    CREATE TRIGGER tagged_memo_deleted AFTER DELETE ON memos BEGIN
      DELETE FROM tags WHERE key = OLD.key;
    END;
    """
}
