"""Measures memo-ls over real pipes, next to a server that does nothing (the floor) and to clangd.

bench.py [--check | --smoke] [--keep FOLDER] [--beside MEMO_LS [--only WORKLOAD]...] DRIVER FLOOR MEMO_LS

Without a flag everything is measured and printed; with --keep the figures are kept in FOLDER as results.json with
charts, and shown in README.md there. --check measures what needs no minutes, and fails if a ratio is worse than
bounds.json allows. --beside measures the same with another program, too, in turn with this one, and fails if a target
is worse by more than 5 % than there; with --only, those that a workload measures. --smoke measures next to nothing,
to see that all of this still works.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import sys
import tempfile
import time

import agents
import editing
import editors
import files
import folders
import keeping
import linking
import searching
import syncing
import unsaved
from beside import ROUNDS, Pair, compare
from chart import charts
from check import too_slow
from driver import Driver
from report import measurement_table, readme_section, target_table
from servers import Clangd, MemoLS, find_clangd
from stores import make_stores
from targets import Targets
from workloads import CHECK, FULL, SMOKE, Bench

# What takes minutes or has no ratio has no bound.
UNBOUNDED = ("saving", "first opening", "typist", "sync", "editors")
HERE = pathlib.Path(__file__).resolve().parent
README = HERE / "README.md"
MARKS = ("<!-- figures: make bench writes them -->\n", "<!-- end of figures -->\n")


def workloads(bench):
    """Each workload as a name and what measures it."""
    for size in bench.scale.sizes:
        yield f"edits {size}", lambda size=size: editing.measure_edits(bench, size)
    yield "saving", lambda: editing.measure_saving(bench)
    yield "turns", lambda: editing.measure_turns(bench)
    yield "first opening", lambda: editing.measure_first_opening(bench)
    yield "opening", lambda: keeping.measure_opening(bench)
    for size in bench.scale.sizes[1:]:
        yield f"one edit {size}", lambda size=size: keeping.measure_memory_and_saving(bench, size)
    for interval in (1000, 5000):
        yield f"typist {interval}", lambda interval=interval: keeping.measure_transactions(bench, interval)
    yield "stores", lambda: keeping.measure_stores(bench)
    yield "unsaved", lambda: unsaved.measure_unsaved(bench)
    yield "searches", lambda: searching.measure_searches(bench)
    yield "edits while searching", lambda: searching.measure_edits_while_searching(bench)
    yield "links", lambda: linking.measure_links(bench)
    yield "structure", lambda: linking.measure_structure(bench)
    yield "agents", lambda: agents.measure_agents(bench)
    yield "sight", lambda: agents.measure_sight(bench)
    yield "folders", lambda: folders.measure_folders(bench)
    yield "sync", lambda: syncing.measure_syncing(bench)
    yield "editors", lambda: editors.measure_editors(bench)
    yield "editors' files", lambda: files.measure_files(bench)


def measure(bench, names=None):
    """Measures all workloads, or those of these names."""
    if not bench.stores:
        bench.stores = make_stores(bench.driver, bench.memo_ls, bench.scale.stores, bench.say)
    for name, run in workloads(bench):
        if names is None or name in names:
            run()


def keep(folder, results):
    """Writes the figures where they are shown."""
    folder.mkdir(exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for name, svg in charts(results).items():
        (folder / name).write_text(svg, encoding="utf-8")
    if folder == HERE:
        before, rest = README.read_text(encoding="utf-8").split(MARKS[0])
        after = rest.split(MARKS[1])[1]
        README.write_text(before + MARKS[0] + readme_section(results) + MARKS[1] + after, encoding="utf-8")


def measure_beside(driver, floor, programs, scale, rounds, only, say):
    """0 if no target is worse with the second program than with the first; else says which and returns 1."""
    benches = []
    for name, program in zip(("before", "now"), programs):
        folder = pathlib.Path(driver.folder, name)
        folder.mkdir()
        # Each round is one run.
        once = dataclasses.replace(scale, runs=1)
        benches.append(Bench(
            Driver(driver.program, folder), MemoLS(floor, is_floor=True), MemoLS(program), None, once,
            lambda text, name=name: say(f"{name}: {text}")))
    names = [name for name, _ in workloads(benches[1]) if name in only or not only and not name.startswith(UNBOUNDED)]
    if unknown := sorted(set(only).difference(names)):
        known = ", ".join(name for name, _ in workloads(benches[1]))
        sys.exit(f"there is no workload {unknown[0]}; there are: {known}")
    shown, worse = compare(Pair(*benches, measure), names, rounds, say)
    print(shown)
    print(f"worse by more than 5 %: {'; '.join(worse)}" if worse else "no target is worse by more than 5 %")
    return 1 if worse else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--beside", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--only", action="append")
    parser.add_argument("programs", nargs=3, type=lambda path: pathlib.Path(path).resolve())
    options = parser.parse_args()
    driver, floor, memo_ls = options.programs
    began = time.monotonic()

    def say(text):
        print(f"[{time.monotonic() - began:4.0f} s] {text}", file=sys.stderr, flush=True)

    scale = SMOKE if options.smoke else CHECK if options.check or options.beside else FULL
    clangd = None if options.check or options.beside else find_clangd()
    if not clangd and not options.check and not options.beside:
        say("there is no clangd here: its rows are left out")
    # Beside the program, so that its disk is measured and not a file system in memory.
    with tempfile.TemporaryDirectory(prefix="bench-", dir=memo_ls.parent) as folder:
        if options.beside:
            rounds = 1 if options.smoke else ROUNDS
            programs, only = (options.beside, memo_ls), options.only or []
            sys.exit(measure_beside(Driver(driver, folder), floor, programs, scale, rounds, only, say))
        servers = MemoLS(floor, is_floor=True), MemoLS(memo_ls), Clangd(clangd) if clangd else None
        bench = Bench(Driver(driver, folder), *servers, scale, say)
        bounded = {name for name, _ in workloads(bench) if not name.startswith(UNBOUNDED)}
        measure(bench, bounded if options.check else None)
        targets = Targets(bench).rows
        print(measurement_table(bench), target_table(targets), sep="\n\n")
        if options.check:
            sys.exit(too_slow(bench, HERE / "bounds.json", measure))
        if options.keep:
            machine = {"system": platform.system(), "machine": platform.machine(), "processors": os.cpu_count()}
            # The machine's other work: with a load above the number of processors, the percentiles say little.
            machine["load"] = [round(load, 1) for load in os.getloadavg()]
            results = {"machine": machine, "measurements": bench.measurements, "targets": targets}
            keep(options.keep.resolve(), results)


if __name__ == "__main__":
    main()
