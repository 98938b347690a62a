/// The things that devices can do with the tables: see their account's rows, and call functions that run as the owner
/// and look at what they are given. They change no row in another way.
///
/// Whoever calls is known by `session_user`, which no login can change.
enum TableFunctions {
  /// Error codes of their own.
  static let notMember = "MS001"
  static let revoked = "MS002"
  static let loginTaken = "MS003"
  static let earlierProgram = "MS004"

  /// Grows with every change of them. Hubs that don't say theirs are older than the first that do.
  static let revision = 6

  /// The function that begins an account, and what it was called before: in a function's definition psql takes that
  /// word for the start of a block, within which no statement ends, so it could restore no plain dump.
  static let (beginning, formerBeginning) = ("begin_account", "begin")
  /// The types of its parameters.
  static let beginningTypes = "(uuid, text, uuid, int, bytea, bigint, int, bytea, bytea, bytea, bytea, bytea)"

  /// The functions that a device's login may call.
  static let callable = [
    "version()", "own_account()", "require_member(uuid, uuid)", "lookup(text)",
    "\(beginning)\(beginningTypes)",
    "join(uuid, bytea, uuid)", "label(uuid, uuid, bytea)", "acknowledge(uuid, uuid, bigint)", "leave(uuid, uuid)",
    "change_keys(uuid, uuid, bytea, int, int, bytea, bigint, int, bytea, bytea, bytea, bytea, uuid)",
    "push(uuid, uuid, int, uuid, int, bigint, bytea, bytea, bytea[], bigint[], bigint[], boolean[], bytea[])",
  ]

  /// Makes them, and the policies that need them.
  static func statements(notifies: Bool) -> [String] {
    let functions = [version, counted] + members + joining + keys + [pushing] + former
    let made = functions.map {
      $0.replacing("NOTIFY_CHANNEL", with: notifies ? "PERFORM pg_notify(CHANNEL, '');" : "")
        .replacing("CHANNEL", with: "'memo_sync_' || replace(a.channel::text, '-', '')")
        .replacing("AS_OWNER", with: "SECURITY DEFINER SET search_path = pg_catalog, pg_temp")
    }
    return made + [
      policies, "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA memo_sync FROM PUBLIC",
      "GRANT EXECUTE ON FUNCTION memo_sync.\(formerBeginning)\(beginningTypes) TO PUBLIC",
    ]
  }

  /// The thing that an earlier version of the program calls to begin an account: tells it so. It is an aggregate, whose
  /// name psql takes for nothing else.
  private static let former = [
    """
    CREATE OR REPLACE FUNCTION memo_sync.refuse_earlier(
      boolean, \(beginningTypes.dropFirst()) RETURNS boolean LANGUAGE plpgsql AS_OWNER AS $$
    BEGIN
      RAISE EXCEPTION 'an account is made by a later memo-ls here; update memo-ls on this device'
        USING ERRCODE = '\(earlierProgram)';
    END $$
    """,
    """
    CREATE OR REPLACE AGGREGATE memo_sync.\(formerBeginning)\(beginningTypes) (
      SFUNC = memo_sync.refuse_earlier, STYPE = boolean)
    """,
  ]

  private static let version = """
    CREATE OR REPLACE FUNCTION memo_sync.version() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT \(HubTables.version)'
    """

  /// Its definition is what devices read: that can be asked for whether the function is there or not.
  private static let counted = """
    CREATE OR REPLACE FUNCTION memo_sync.functions() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT \(revision)'
    """

  /// An expression for the revision of a hub's functions; null in a hub that does not say it.
  static let countedRevision = """
    (SELECT replace(prosrc, 'SELECT ', '') FROM pg_catalog.pg_proc
      WHERE oid = pg_catalog.to_regprocedure('memo_sync.functions()'))
    """

  /// A row is seen by whoever's login is a device of its account.
  private static let policies = ["account", "push", "item", "device"].map { table in
    """
    DROP POLICY IF EXISTS member ON memo_sync.\(table);
    CREATE POLICY member ON memo_sync.\(table) FOR SELECT USING (account = (SELECT memo_sync.own_account()));
    """
  }.joined(separator: "\n")

  private static let members = [
    """
    CREATE OR REPLACE FUNCTION memo_sync.own_account() RETURNS uuid LANGUAGE sql STABLE AS_OWNER AS $$
      SELECT d.account FROM memo_sync.device d WHERE d.login = session_user AND d.revoked_at IS NULL
    $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.require_member(p_account uuid, p_device uuid) RETURNS void
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    DECLARE d memo_sync.device;
    BEGIN
      SELECT * INTO d FROM memo_sync.device x WHERE x.login = session_user;
      IF NOT FOUND OR d.account IS DISTINCT FROM p_account OR d.device IS DISTINCT FROM p_device THEN
        RAISE EXCEPTION 'it is not the login of this device' USING ERRCODE = '\(notMember)';
      END IF;
      IF d.revoked_at IS NOT NULL THEN
        RAISE EXCEPTION 'the device was shut out' USING ERRCODE = '\(revoked)';
      END IF;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.label(p_account uuid, p_device uuid, p_label bytea) RETURNS void
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      PERFORM memo_sync.require_member(p_account, p_device);
      UPDATE memo_sync.device d SET label = p_label WHERE d.account = p_account AND d.device = p_device;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.acknowledge(p_account uuid, p_device uuid, p_seq bigint) RETURNS void
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      PERFORM memo_sync.require_member(p_account, p_device);
      UPDATE memo_sync.device d
        SET acked_seq = least(p_seq, (SELECT a.head FROM memo_sync.account a WHERE a.account = p_account)),
          seen_at = now()
        WHERE d.account = p_account AND d.device = p_device;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.leave(p_account uuid, p_device uuid) RETURNS void
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      -- Whoever comes again, since the answer was lost, has left already.
      IF NOT EXISTS (SELECT FROM memo_sync.device d WHERE d.account = p_account AND d.device = p_device) THEN
        RETURN;
      END IF;
      PERFORM memo_sync.require_member(p_account, p_device);
      DELETE FROM memo_sync.device d WHERE d.account = p_account AND d.device = p_device;
    END $$
    """,
  ]
}
