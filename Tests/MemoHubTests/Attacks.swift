/// What somebody may try who has a login to a hub.
enum Attacks {
  static let tables = ["account", "proof", "push", "item", "device"]

  /// What is tried with the account's and a device's name in place of `ACCOUNT` and `DEVICE`.
  static let all: [String] = {
    var all: [String] = []
    for table in tables {
      all += [
        "INSERT INTO memo_sync.\(table) SELECT * FROM memo_sync.\(table) LIMIT 0",
        "UPDATE memo_sync.\(table) SET account = 'ACCOUNT'", "DELETE FROM memo_sync.\(table)",
        "TRUNCATE memo_sync.\(table)", "ALTER TABLE memo_sync.\(table) DISABLE ROW LEVEL SECURITY",
        "DROP TABLE memo_sync.\(table)", "CREATE POLICY x ON memo_sync.\(table) USING (true)",
        "DROP POLICY owner ON memo_sync.\(table)", "DO $$ BEGIN LOCK TABLE memo_sync.\(table) IN SHARE MODE; END $$",
        "DO $$ BEGIN LOCK TABLE memo_sync.\(table) IN ACCESS EXCLUSIVE MODE; END $$",
        "CREATE TRIGGER x BEFORE UPDATE ON memo_sync.\(table) EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "SELECT * FROM memo_sync.\(table) FOR UPDATE", "CREATE INDEX ON memo_sync.\(table) (account)",
        "SET row_security = off; SELECT 1 / (SELECT count(*) FROM memo_sync.\(table))",
        "GRANT ALL ON memo_sync.\(table) TO PUBLIC; SELECT 1 / 0",
        "CREATE TABLE public.x (a uuid REFERENCES memo_sync.\(table))",
      ]
    }
    all += [
      "SET ROLE OWNER", "SET SESSION AUTHORIZATION OWNER",
      "ALTER ROLE CURRENT_USER SUPERUSER", "GRANT OWNER TO CURRENT_USER", "CREATE ROLE x",
      "CREATE FUNCTION memo_sync.own_account() RETURNS uuid LANGUAGE sql AS $$ SELECT 'ACCOUNT'::uuid $$",
      "CREATE OR REPLACE FUNCTION memo_sync.own_account() RETURNS uuid LANGUAGE sql AS $$ SELECT 'ACCOUNT'::uuid $$",
      "ALTER FUNCTION memo_sync.own_account() SECURITY INVOKER", "DROP SCHEMA memo_sync CASCADE",
      "CREATE TABLE memo_sync.x (a int)", "SELECT memo_sync.proven('ACCOUNT', 'x')",
      "SELECT memo_sync.require_free_login('ACCOUNT')",
      "SELECT memo_sync.require_member('ACCOUNT', 'DEVICE')", "SELECT memo_sync.leave('ACCOUNT', 'DEVICE')",
      "SELECT memo_sync.label('ACCOUNT', 'DEVICE', 'x')", "SELECT memo_sync.acknowledge('ACCOUNT', 'DEVICE', 0)",
      """
      SELECT memo_sync.push('ACCOUNT', 'DEVICE', 1, 'EPOCH', 1, 0, NULL, '12345678', ARRAY['\\x00'::bytea],
        ARRAY[0::bigint], ARRAY[0::bigint], ARRAY[false], ARRAY['x'::bytea])
      """,
      """
      SELECT memo_sync.change_keys('ACCOUNT', 'DEVICE', 'a', 1, 1, decode(repeat('00', 16), 'hex'), 1, 1,
        decode(repeat('00', 72), 'hex'), NULL, 'x', NULL, NULL)
      """,
      """
      SET search_path = pg_temp, memo_sync; CREATE TEMP TABLE device (account uuid, login name, revoked_at timestamptz);
      INSERT INTO device VALUES ('ACCOUNT', session_user, NULL);
      SELECT 1 / (SELECT count(*) FROM memo_sync.item WHERE account = 'ACCOUNT')
      """,
      "CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql AS $$ SELECT 'x'::bytea $$;"
        + " SET search_path = pg_temp, pg_catalog; SELECT 1 / memo_sync.join('ACCOUNT', 'x', gen_random_uuid())::int",
    ]
    return all
  }()
}
