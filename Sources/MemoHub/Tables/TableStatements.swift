/// The statements that make the tables, version by version.
enum TableStatements {
  /// The statements that lead from the version before to each. A new one goes to the end; none is ever changed.
  static let versions = [first]

  /// `account` leads each key of `item`, `push` and `proof`, so that they can be parted by it. The other two, of few
  /// and small rows, stay whole: in them accounts are found by their names, and devices by their logins. `proof` alone
  /// is never shown to anybody.
  private static let first = """
    CREATE SCHEMA IF NOT EXISTS memo_sync;
    CREATE TABLE memo_sync.account (
      account uuid PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
      head bigint NOT NULL DEFAULT 0 CHECK (head >= 0),
      epoch uuid NOT NULL DEFAULT gen_random_uuid(),
      protocol int NOT NULL CHECK (protocol > 0),
      channel uuid NOT NULL DEFAULT gen_random_uuid(),
      salt bytea NOT NULL CHECK (octet_length(salt) = 16),
      memory bigint NOT NULL,
      passes int NOT NULL,
      key_number int NOT NULL CHECK (key_number > 0),
      keys bytea NOT NULL CHECK (octet_length(keys) BETWEEN 72 AND 65536),
      recovery bytea NOT NULL CHECK (octet_length(recovery) BETWEEN 72 AND 65536)
    );
    CREATE TABLE memo_sync.proof (
      account uuid PRIMARY KEY,
      keys bytea NOT NULL CHECK (octet_length(keys) = 32),
      recovery bytea NOT NULL CHECK (octet_length(recovery) = 32)
    );
    CREATE TABLE memo_sync.push (
      account uuid NOT NULL,
      last_seq bigint NOT NULL CHECK (last_seq > 0),
      mark bytea NOT NULL CHECK (octet_length(mark) = 8),
      PRIMARY KEY (account, last_seq)
    );
    CREATE TABLE memo_sync.item (
      account uuid NOT NULL,
      item bytea NOT NULL CHECK (octet_length(item) = 32),
      seq bigint NOT NULL CHECK (seq > base),
      base bigint NOT NULL CHECK (base >= 0),
      op bigint NOT NULL,
      dead boolean NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (account, item),
      UNIQUE (account, seq)
    );
    -- Nothing sealed gets smaller.
    ALTER TABLE memo_sync.item ALTER COLUMN body SET STORAGE EXTERNAL;
    CREATE INDEX item_dead ON memo_sync.item (account, seq) WHERE dead;
    CREATE TABLE memo_sync.device (
      account uuid NOT NULL,
      device uuid NOT NULL,
      login name NOT NULL UNIQUE,
      label bytea CHECK (octet_length(label) <= 4096),
      joined_at timestamptz NOT NULL DEFAULT now(),
      acked_seq bigint NOT NULL DEFAULT 0,
      seen_at timestamptz NOT NULL DEFAULT now(),
      revoked_at timestamptz,
      PRIMARY KEY (account, device)
    );
    \(lock("account", "proof", "push", "item", "device"))
    """

  /// Rows are shown to nobody but the owner, until ``TableFunctions`` says to whom else.
  private static func lock(_ tables: String...) -> String {
    tables.map { table in
      """
      ALTER TABLE memo_sync.\(table) ENABLE ROW LEVEL SECURITY;
      ALTER TABLE memo_sync.\(table) FORCE ROW LEVEL SECURITY;
      CREATE POLICY owner ON memo_sync.\(table) TO CURRENT_USER USING (true) WITH CHECK (true);
      """
    }.joined(separator: "\n")
  }
}
