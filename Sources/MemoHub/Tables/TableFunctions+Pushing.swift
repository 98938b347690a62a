extension TableFunctions {
  /// The function of a push, in one transaction: status 0 written, 1 out of step, 2 other keys.
  ///
  /// The account's row is locked first, so that numbers are given out in the order of commits; only then is looked at
  /// what must hold, since it may have changed while the lock was waited for.
  static let pushing = """
    CREATE OR REPLACE FUNCTION memo_sync.push(
      p_account uuid, p_device uuid, p_protocol int, p_epoch uuid, p_key int, p_head bigint, p_head_mark bytea,
      p_mark bytea, p_items bytea[], p_bases bigint[], p_ops bigint[], p_deads boolean[], p_bodies bytea[],
      OUT status int, OUT before bigint, OUT last bigint)
    LANGUAGE plpgsql VOLATILE AS_OWNER AS $$
    DECLARE
      a memo_sync.account;
      v_count bigint;
    BEGIN
      PERFORM memo_sync.require_member(p_account, p_device);
      SELECT * INTO a FROM memo_sync.account x WHERE x.account = p_account FOR UPDATE;
      PERFORM memo_sync.require_member(p_account, p_device);
      IF cardinality(p_items) > 500 THEN
        RAISE EXCEPTION 'a push has at most 500 items' USING ERRCODE = '54000';
      END IF;
      IF a.epoch IS DISTINCT FROM p_epoch OR a.protocol IS DISTINCT FROM p_protocol OR (p_head <= a.head) IS NOT TRUE
        OR (SELECT p.mark FROM memo_sync.push p WHERE p.account = p_account AND p.last_seq = p_head)
          IS DISTINCT FROM p_head_mark THEN
        status := 1;
        RETURN;
      END IF;
      IF a.key_number IS DISTINCT FROM p_key THEN
        status := 2;
        RETURN;
      END IF;
      WITH written AS (
        SELECT w.*, row_number() OVER (ORDER BY w.place) AS number
        FROM unnest(p_items, p_bases, p_ops, p_deads, p_bodies) WITH ORDINALITY
          AS w (item, base, op, dead, body, place)
        LEFT JOIN memo_sync.item i ON i.account = p_account AND i.item = w.item
        WHERE coalesce(i.seq, 0) = w.base AND i.op IS DISTINCT FROM w.op
      )
      INSERT INTO memo_sync.item AS i (account, item, seq, base, op, dead, body)
        SELECT p_account, w.item, a.head + w.number, w.base, w.op, w.dead, w.body FROM written w
        ON CONFLICT (account, item) DO UPDATE
          SET seq = excluded.seq, base = excluded.base, op = excluded.op, dead = excluded.dead, body = excluded.body;
      GET DIAGNOSTICS v_count = ROW_COUNT;
      status := 0;
      before := a.head;
      last := a.head + v_count;
      IF v_count > 0 THEN
        UPDATE memo_sync.account x SET head = last WHERE x.account = p_account;
        -- A push that comes once more after a backup was restored may end at the same number with other rows before it.
        IF a.head <> p_head THEN
          SELECT decode(lpad(to_hex((('x' || encode(p_mark, 'hex'))::bit(64)
              # ('x' || encode(p.mark, 'hex'))::bit(64))::bigint), 16, '0'), 'hex')
            INTO p_mark FROM memo_sync.push p WHERE p.account = p_account AND p.last_seq = a.head;
        END IF;
        INSERT INTO memo_sync.push (account, last_seq, mark) VALUES (p_account, last, p_mark);
        -- Marks that every device has passed are asked for no more.
        DELETE FROM memo_sync.push p WHERE p.account = p_account AND p.last_seq < (
          SELECT min(d.acked_seq) FROM memo_sync.device d WHERE d.account = p_account AND d.revoked_at IS NULL);
        NOTIFY_CHANNEL
      END IF;
    END $$
    """
}
