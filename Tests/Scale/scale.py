"""Measures what one hub does on this machine: the figures that the arithmetic of "At scale" in Sources/README.md starts
from.

usage: scale.py PROGRAM [SECONDS [ACCOUNTS]]      with memo-ls-sync beside PROGRAM, and PostgreSQL's pgbench
"""

import json
import pathlib
import re
import subprocess
import sys

from statements import statement

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv[1])
SECONDS = int(sys.argv[2]) if len(sys.argv) > 2 else 10
ACCOUNTS = int(sys.argv[3]) if len(sys.argv) > 3 else 100
MEMOS, CLIENTS = 1000, 8
# The bytes of a sealed text of 340, with its properties and dates, in its class of sizes: as it is pushed first, and
# once processes have written it several times, of which it names the last eight.
BODIES = (560, 1072)
# The numbers of accounts have six digits: of one, its login, itself and its device are made.
FIRST, LAST = 100_000, 100_000 + ACCOUNTS - 1
LOGIN, ACCOUNT, DEVICE = "scale_:n", "'00000000-0000-4000-8000-000000:n'", "'00000000-0000-4000-9000-000000:n'"


def setup(body):
    """What an account is to the tables, as many times as there are accounts, each with its memos, of so many bytes."""
    login, account, device = (text.strip("'").replace(":n", "' || n") for text in (LOGIN, ACCOUNT, DEVICE))
    return f"""
CREATE SCHEMA scale;
DO $$
DECLARE v_account uuid; v_login text;
BEGIN
  FOR n IN {FIRST}..{LAST} LOOP
    v_account := ('{account})::uuid;
    v_login := '{login};
    EXECUTE format('CREATE ROLE %I LOGIN', v_login);
    INSERT INTO memo_sync.account (account, name, protocol, salt, memory, passes, key_number, keys, recovery, head)
      VALUES (v_account, v_login, 1, decode(md5('s'), 'hex'), 1, 1, 1, decode(repeat('00', 72), 'hex'),
        decode(repeat('00', 72), 'hex'), {MEMOS});
    INSERT INTO memo_sync.device (account, device, login) VALUES (v_account, ('{device})::uuid, v_login);
    INSERT INTO memo_sync.item
      SELECT v_account, decode(md5(i::text) || md5(v_login), 'hex'), i, 0, i, false,
        decode(repeat(md5(random()::text), {body} / 16), 'hex') FROM generate_series(1, {MEMOS}) i;
    INSERT INTO memo_sync.push
      SELECT v_account, i, decode('0000000000000001', 'hex') FROM generate_series({MEMOS} - 1, {MEMOS}) i;
  END LOOP;
END $$;
CREATE FUNCTION scale.push() RETURNS int LANGUAGE plpgsql AS $$
DECLARE d memo_sync.device; a memo_sync.account; i memo_sync.item; v_status int;
BEGIN
  SELECT * INTO d FROM memo_sync.device WHERE login = session_user;
  SELECT * INTO a FROM memo_sync.account WHERE account = d.account;
  SELECT * INTO i FROM memo_sync.item WHERE account = d.account AND seq >= a.head - (random() * {MEMOS})::int LIMIT 1;
  SELECT p.status INTO v_status FROM memo_sync.push(d.account, d.device, a.protocol, a.epoch, 1, a.head,
    (SELECT mark FROM memo_sync.push WHERE account = a.account AND last_seq = a.head),
    decode('0000000000000002', 'hex'),
    ARRAY[i.item], ARRAY[i.seq], ARRAY[(random() * 1e15)::bigint], ARRAY[false], ARRAY[i.body]) p;
  RETURN v_status;
END $$;
GRANT USAGE ON SCHEMA scale TO PUBLIC;
"""


SCRIPTS = {
    "polls": statement("polls", ACCOUNT),
    # What a device is told that has all but the last number, in as many bytes as the program allows.
    "pulls": statement("pulls", ACCOUNT, DEVICE, str(MEMOS - 1), str(MEMOS - 1), str(8 << 20), str(1 << 28)),
    "acknowledgements": statement("acknowledgements", ACCOUNT, DEVICE, str(MEMOS)),
    "pushes": "SELECT scale.push()",
}
# What each must be answered by, or something else would be measured.
ANSWERS = {
    "polls": rf"{MEMOS}\|\w+",
    "pulls": rf"1\|[^|]+\|{MEMOS}\|1\|[^|]+\|[^|]+\|0\|[^|]+\|{MEMOS}\|0\|{MEMOS}\|f\|[^|]+\|\d+",
    "acknowledgements": "",
    "pushes": "0",
}


def main():
    print(json.dumps({"accounts": ACCOUNTS, "clients": CLIENTS}
                     | {f"body{body}": measure(body) for body in BODIES}, indent=2))


def measure(body):
    """The figures of a hub whose memos have so many bytes."""
    hub = subprocess.Popen(
        ["sh", ROOT / "Tests" / "Tools" / "hub.sh", "fsync=on", "max_connections=100"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    url = hub.stdout.readline().strip()
    try:
        grants = run([PROGRAM, "sync", "hub", "create", url, "--grants"]).replace("TO role;", "TO PUBLIC;")
        sql(url, grants + setup(body))
        sql(url, "VACUUM ANALYZE")
        size = int(sql(url, "SELECT pg_total_relation_size('memo_sync.item')"))
        figures = {"bytesAMemo": size // (ACCOUNTS * MEMOS)}
        for name, script in SCRIPTS.items():
            answer = sql(url, transaction(script).replace(":n", str(FIRST)))
            assert re.fullmatch(ANSWERS[name], answer), f"{name} are answered by {answer!r}"
            before = wal(url)
            rate, count = bench(url, script)
            figures[name] = round(rate)
            if name == "pushes":
                figures["logBytesAPush"] = (wal(url) - before) // count
            print(f"{body} bytes: {round(rate)} {name} a second", flush=True)
        sql(url, silent(sql(url, "SELECT pg_get_functiondef('memo_sync.push'::regproc)")))
        figures["pushesWithoutNotify"] = round(bench(url, SCRIPTS["pushes"])[0])
        return figures
    finally:
        hub.stdin.close()
        hub.wait()


def silent(function):
    """The same function without its notification."""
    changed = re.sub(r"PERFORM pg_catalog\.pg_notify\([^;]*\);|PERFORM pg_notify\([^;]*\);", "", function)
    assert changed != function, function
    return changed


def transaction(script):
    """A statement as the device of account `:n` sends it; who that is goes with it, at no further waiting."""
    return f"SET SESSION AUTHORIZATION {LOGIN} \\;\n{script} \\;\nRESET SESSION AUTHORIZATION;\n"


def bench(url, script):
    """Transactions a second, and how many there were: each by an account at random."""
    path = pathlib.Path("/tmp") / f"scale-{pathlib.Path(url.split('host=')[1]).name}.sql"
    path.write_text(f"\\set n random({FIRST}, {LAST})\n{transaction(script)}")
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
