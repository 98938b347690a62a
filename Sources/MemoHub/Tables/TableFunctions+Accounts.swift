extension TableFunctions {
  /// The functions by which an account is begun and joined.
  ///
  /// A proof is compared a second after it came, and of those who want to join one at a time for each account: guesses
  /// are slow however many logins and connections make them, and whether the caller waits for the answer or not. They
  /// can't be counted instead, since who guesses can roll that back. Devices of the account wait for nobody who
  /// guesses: else any login could keep them from shutting one out.
  ///
  /// Who has proven a secret keeps it from being changed until the end of the transaction, and what is compared then
  /// is the newest: no device joins with a secret that was changed, and none that is not listed yet reads what comes
  /// behind a change.
  static let joining = [
    """
    CREATE OR REPLACE FUNCTION memo_sync.lookup(p_name text)
    RETURNS TABLE (account uuid, salt bytea, memory bigint, passes int) LANGUAGE sql STABLE AS_OWNER AS $$
      SELECT a.account, a.salt, a.memory, a.passes FROM memo_sync.account a WHERE a.name = p_name
    $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.proven(p_account uuid, p_proof bytea) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    DECLARE p memo_sync.proof;
    BEGIN
      SELECT * INTO p FROM memo_sync.proof x WHERE x.account = p_account;
      PERFORM pg_sleep(1);
      RETURN coalesce(sha256(p_proof) IN (p.keys, p.recovery), false);
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.still_proven(p_account uuid, p_proof bytea) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      PERFORM set_config('lock_timeout', '5s', true);
      PERFORM FROM memo_sync.proof p
        WHERE p.account = p_account AND sha256(p_proof) IN (p.keys, p.recovery) FOR SHARE;
      RETURN FOUND;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.require_free_login(p_account uuid) RETURNS void
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      IF EXISTS (SELECT FROM memo_sync.device d WHERE d.login = session_user
        AND (d.account IS DISTINCT FROM p_account OR d.revoked_at IS NOT NULL)) THEN
        RAISE EXCEPTION 'it belongs to a device already, and each device needs one of its own'
          USING ERRCODE = '\(loginTaken)';
      END IF;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.begin_account(
      p_account uuid, p_name text, p_device uuid, p_protocol int, p_salt bytea, p_memory bigint, p_passes int,
      p_keys bytea, p_recovery bytea, p_proof bytea, p_recovery_proof bytea, p_label bytea)
    RETURNS boolean LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      IF EXISTS (SELECT FROM memo_sync.device d
        WHERE d.login = session_user AND d.account = p_account AND d.device = p_device AND d.revoked_at IS NULL) THEN
        RETURN true;
      END IF;
      PERFORM memo_sync.require_free_login(NULL);
      INSERT INTO memo_sync.account (account, name, protocol, salt, memory, passes, key_number, keys, recovery)
        VALUES (p_account, p_name, p_protocol, p_salt, p_memory, p_passes, 1, p_keys, p_recovery)
        ON CONFLICT DO NOTHING;
      IF NOT FOUND THEN
        RETURN false;
      END IF;
      INSERT INTO memo_sync.proof VALUES (p_account, sha256(p_proof), sha256(p_recovery_proof));
      INSERT INTO memo_sync.device (account, device, login, label)
        VALUES (p_account, p_device, session_user, p_label);
      RETURN true;
    END $$
    """,
    """
    CREATE OR REPLACE FUNCTION memo_sync.join(p_account uuid, p_proof bytea, p_device uuid) RETURNS boolean
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    BEGIN
      IF EXISTS (SELECT FROM memo_sync.device d
        WHERE d.login = session_user AND d.account = p_account AND d.device = p_device AND d.revoked_at IS NULL) THEN
        RETURN true;
      END IF;
      PERFORM memo_sync.require_free_login(p_account);
      -- No row is locked before the proof, since those who change the account's keys would wait for it. Whoever waits
      -- here is told soon.
      PERFORM set_config('lock_timeout', '5s', true);
      PERFORM pg_advisory_xact_lock(hashtextextended('memo_sync join ' || p_account, 0));
      IF NOT memo_sync.proven(p_account, p_proof) THEN
        RETURN false;
      END IF;
      IF NOT memo_sync.still_proven(p_account, p_proof) THEN
        RETURN false;
      END IF;
      -- Joining may have broken off before the device noted that it had joined.
      DELETE FROM memo_sync.device d WHERE d.login = session_user AND d.account = p_account;
      INSERT INTO memo_sync.device (account, device, login) VALUES (p_account, p_device, session_user);
      RETURN true;
    END $$
    """,
  ]

  /// The function that changes the account's keys: 0 done, 1 not the secret, 2 somebody was faster, 3 no such device.
  ///
  /// A change that comes once more, since its answer was lost, is done already: the secret that it names may be the
  /// account's no more.
  static let keys = [
    """
    CREATE OR REPLACE FUNCTION memo_sync.change_keys(
      p_account uuid, p_device uuid, p_proof bytea, p_old int, p_number int, p_salt bytea, p_memory bigint,
      p_passes int, p_keys bytea, p_recovery bytea, p_new_proof bytea, p_new_recovery_proof bytea, p_revoked uuid)
    RETURNS int LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    DECLARE
      a memo_sync.account;
      v_proven boolean;
    BEGIN
      PERFORM memo_sync.require_member(p_account, p_device);
      v_proven := memo_sync.proven(p_account, p_proof);
      SELECT * INTO a FROM memo_sync.account x WHERE x.account = p_account FOR UPDATE;
      PERFORM memo_sync.require_member(p_account, p_device);
      IF a.key_number = p_number AND a.salt = p_salt AND a.keys = p_keys AND EXISTS (
        SELECT FROM memo_sync.proof p WHERE p.account = p_account AND p.keys = sha256(p_new_proof)) THEN
        RETURN 0;
      END IF;
      IF NOT v_proven THEN
        RETURN 1;
      END IF;
      IF NOT memo_sync.still_proven(p_account, p_proof) THEN
        RETURN 1;
      END IF;
      IF a.key_number IS DISTINCT FROM p_old OR p_number < a.key_number THEN
        RETURN 2;
      END IF;
      IF p_revoked IS NOT NULL THEN
        UPDATE memo_sync.device d SET revoked_at = now()
          WHERE d.account = p_account AND d.device = p_revoked AND d.revoked_at IS NULL;
        IF NOT FOUND THEN
          RETURN 3;
        END IF;
        NOTIFY_CHANNEL
      END IF;
      UPDATE memo_sync.account x
        SET key_number = p_number, salt = p_salt, memory = p_memory, passes = p_passes, keys = p_keys,
          recovery = coalesce(p_recovery, x.recovery),
          channel = CASE WHEN p_revoked IS NULL THEN x.channel ELSE gen_random_uuid() END
        WHERE x.account = p_account;
      UPDATE memo_sync.proof p
        SET keys = sha256(p_new_proof), recovery = coalesce(sha256(p_new_recovery_proof), p.recovery)
        WHERE p.account = p_account;
      RETURN 0;
    END $$
    """
  ]
}
