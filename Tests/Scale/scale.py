"""Measures what one hub does on this machine: the figures that the arithmetic of "At scale" in Sources/README.md starts
from.

usage: scale.py PROGRAM [SECONDS [ACCOUNTS]]      with memo-ls-sync beside PROGRAM, and PostgreSQL's pgbench
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1])
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
ACCOUNTS = int(sys.argv[3]) if len(sys.argv) > 3 else 100
MEMOS, CLIENTS = 1000, 8
# A sealed text of 340 bytes, with its properties and dates, in its class of sizes.
BODY = 560

# What an account is to the tables, as many times as there are accounts, each with a login and its memos.
SETUP = f"""
CREATE SCHEMA scale;
DO $$
DECLARE v_account uuid; v_login text;
BEGIN
  FOR n IN 1..{ACCOUNTS} LOOP
    v_account := gen_random_uuid();
    v_login := 'scale_' || n;
    EXECUTE format('CREATE ROLE %I LOGIN', v_login);
    INSERT INTO memo_sync.account (account, name, protocol, salt, memory, passes, key_number, keys, recovery, head)
      VALUES (v_account, v_login, 1, decode(md5('s'), 'hex'), 1, 1, 1, decode(repeat('00', 72), 'hex'),
        decode(repeat('00', 72), 'hex'), {MEMOS});
    INSERT INTO memo_sync.device (account, device, login) VALUES (v_account, gen_random_uuid(), v_login);
    INSERT INTO memo_sync.item
      SELECT v_account, decode(md5(i::text) || md5(v_login), 'hex'), i, 0, i, false,
        decode(repeat(md5(random()::text), {BODY} / 16), 'hex') FROM generate_series(1, {MEMOS}) i;
    INSERT INTO memo_sync.push VALUES (v_account, {MEMOS}, decode('0000000000000001', 'hex'));
  END LOOP;
END $$;
CREATE FUNCTION scale.push() RETURNS int LANGUAGE plpgsql AS $$
DECLARE d memo_sync.device; a memo_sync.account; i memo_sync.item; v_status int;
BEGIN
  SELECT * INTO d FROM memo_sync.device WHERE login = session_user;
  SELECT * INTO a FROM memo_sync.account WHERE account = d.account;
  SELECT * INTO i FROM memo_sync.item WHERE account = d.account AND seq >= a.head - (random() * {MEMOS})::int LIMIT 1;
  SELECT p.status INTO v_status FROM memo_sync.push(d.account, d.device, a.protocol, a.epoch, 1, a.head,
    (SELECT mark FROM memo_sync.push WHERE account = a.account AND last_seq = a.head), decode('0000000000000002', 'hex'),
    ARRAY[i.item], ARRAY[i.seq], ARRAY[(random() * 1e15)::bigint], ARRAY[false], ARRAY[i.body]) p;
  RETURN v_status;
END $$;
CREATE FUNCTION scale.acknowledge() RETURNS void LANGUAGE sql AS $$
  SELECT memo_sync.acknowledge(d.account, d.device, a.head) FROM memo_sync.device d JOIN memo_sync.account a USING (account)
    WHERE d.login = session_user
$$;
GRANT USAGE ON SCHEMA scale TO PUBLIC;
"""
SCRIPTS = {
    "pushes": "SELECT scale.push();",
    "pulls": "SELECT i.item, i.seq, i.base, i.op, i.dead, i.body FROM memo_sync.account a JOIN memo_sync.item i "
             "ON i.account = a.account AND i.seq >= a.head ORDER BY i.seq LIMIT 500;",
    "polls": "SELECT head FROM memo_sync.account;",
    "acknowledgements": "SELECT scale.acknowledge();",
}


def main():
    hub = subprocess.Popen(
        ["sh", ROOT / "Tests" / "Tools" / "hub.sh", "fsync=on", "max_connections=100"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    url = hub.stdout.readline().strip()
    try:
        grants = run([PROGRAM, "sync", "hub", "create", url, "--grants"]).replace("TO role;", "TO PUBLIC;")
        sql(url, grants + SETUP)
        sql(url, "VACUUM ANALYZE")
        size = int(sql(url, "SELECT pg_total_relation_size('memo_sync.item')"))
        figures = {"accounts": ACCOUNTS, "clients": CLIENTS, "bytesAMemo": size // (ACCOUNTS * MEMOS)}
        print(json.dumps(figures), flush=True)
        for name in ("polls", "pulls", "acknowledgements", "pushes"):
            before = wal(url)
            rate, count = bench(url, SCRIPTS[name])
            figures[name] = round(rate)
            if name == "pushes":
                figures["logBytesAPush"] = (wal(url) - before) // count
            print(name, round(rate), "a second", flush=True)
        sql(url, silent(sql(url, "SELECT pg_get_functiondef('memo_sync.push'::regproc)")))
        figures["pushesWithoutNotify"] = round(bench(url, SCRIPTS["pushes"])[0])
        print(json.dumps(figures, indent=2))
    finally:
        hub.stdin.close()
        hub.wait()


def silent(function):
    """The same function without its notification."""
    changed = re.sub(r"PERFORM pg_catalog\.pg_notify\([^;]*\);|PERFORM pg_notify\([^;]*\);", "", function)
    assert changed != function, function
    return changed


def bench(url, script):
    """Transactions a second, and how many there were: each by an account at random."""
    path = pathlib.Path("/tmp") / f"scale-{pathlib.Path(url.split('host=')[1]).name}.sql"
    path.write_text(f"\\set n random(1, {ACCOUNTS})\nSET SESSION AUTHORIZATION scale_:n;\n{script}\nRESET SESSION AUTHORIZATION;\n")
    try:
        said = run([tool("pgbench"), "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(SECONDS), "-f", path, url])
    finally:
        path.unlink()
    return (float(re.search(r"tps = ([\d.]+) \(without", said)[1]),
            int(re.search(r"actually processed: (\d+)", said)[1]))


def wal(url):
    return int(sql(url, "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"))


def sql(url, statements):
    return run([tool("psql"), "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", url], input=statements).strip()


def tool(name):
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found[-1] if found else name


def run(command, input=None):
    done = subprocess.run(command, input=input, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr}")
    return done.stdout


main()
