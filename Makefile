# make run        build, then watch a writing session go through the server
# make test       everything: unit tests, then the built program over real pipes, then the editors' plugins
# make torture    the long form of what must never fail: every storage fault, 20,000 kills, 16 servers on one store,
#                 10,000 searches of 100,000 memos, 1,000 stores that were harmed, 20,000 steps with links beside a
#                 model, 100,000 documents beside two other parsers, 10,000 edits of an agent and two editors, 100,000
#                 steps of those who write into a folder and its memos, with real programs and in one process,
#                 1,000,000 files, 1,000,000 steps of devices that exchange theirs through a hub
# make test-sanitize  the Swift tests under the address and thread sanitizers, on macOS also for undefined behaviour
# make fuzz       any input at all, ten million times: to whatever reads some; ten minutes
# make bench      how fast it is, next to a bare pipe and clangd; twenty minutes
# make bench-check  whether it became slower than it was; six minutes
# make bench-beside OLD=PROGRAM  whether anything is worse by more than 5 % than with another build, both measured in
#                 turn; half an hour, or ONLY='WORKLOAD', see Tests/README.md
# make bench-vim  what the plugin costs somebody who types in Vim; a minute
# make build      the release program, .build/release/memo-ls, and where libpq and libsodium are memo-ls-sync
# make install    the same, into PREFIX/bin (default ~/.local), with its manual page, the shells' completions, the
#                 plugins for Vim, Neovim and Emacs and the settings for other editors, in PREFIX/share/memo-ls
# make hub        a PostgreSQL server to try sync's hub with; prints its URL, and goes on Ctrl-C
# make test-vim, make test-vscode  the plugin or the extension alone, with the real server; TESTS='-k NAME' picks some
#                 of the tests in Vim and of the program (test-program), TESTS='--filter NAME' some of Swift's
#                 (test-swift)
# make pictures   the pictures of the README, drawn anew from what the program shows
# make vsix       the VS Code extension as a file to install, .build/memo-ls.vsix
# make lint       format and style, nothing changed
# make clean      forget everything built

PREFIX ?= $(HOME)/.local
SYSTEM := $(shell uname -s)

# No target imports what its row in Package.swift does not name; a warning is an error.
SWIFT_FLAGS := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
# Each module of the tests is read once, by one compiler: by several, of which each reads all, takes twice as long.
WHOLE_MODULES := -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2
# On Linux the program carries the runtimes of Swift and C++ with it, so that it runs where there is neither. It starts
# sooner and with less memory for having no symbols for others and few relocations.
STATIC_LIBRARIES = $(abspath .build/static)
STATIC := $(if $(filter Linux,$(SYSTEM)),--static-swift-stdlib -Xswiftc -L$(STATIC_LIBRARIES) -Xswiftc -use-ld=lld \
  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs)
PROGRAM = .build/release/memo-ls
# The program for sync is there where libpq and libsodium are; nothing else needs these.
export MEMO_SYNC ?= $(shell pkg-config --exists libpq libsodium 2>/dev/null && echo 1)
SYNC_PROGRAM = .build/release/memo-ls-sync
SHARE = $(DESTDIR)$(PREFIX)/share
BENCH_TOOLS = .build/bench/bench-driver .build/bench/floor

.PHONY: run test test-swift test-program test-vim test-vscode vsix test-sanitize torture fuzz bench bench-check \
  bench-beside bench-tools \
  bench-vim outline-driver pictures build install lint clean tools test-tools program-tools vscode-tools hub

run: build
	@python3 Tests/Tools/play.py $(PROGRAM) Tests/Tools/session.jsonl

build: tools
	swift build -c release --product memo-ls $(STATIC) $(SWIFT_FLAGS)
	@if [ -n "$(MEMO_SYNC)" ]; then set -x; swift build -c release --product memo-ls-sync $(STATIC) $(SWIFT_FLAGS); \
	  else echo "without libpq and libsodium memo-ls-sync is not built, and memo-ls sync does nothing"; fi

# Tells what texts say as Markdown, for tests that hold it against what others say.
outline-driver: tools
	swift build -c release --product outline-driver $(STATIC) $(SWIFT_FLAGS)

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/memo-ls
	@if [ -n "$(MEMO_SYNC)" ]; then set -x; install -m 755 $(SYNC_PROGRAM) $(DESTDIR)$(PREFIX)/bin/memo-ls-sync; fi
	install -d $(addprefix $(SHARE)/,man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	$(PROGRAM) manual >$(SHARE)/man/man1/memo-ls.1
	$(PROGRAM) completions bash >$(SHARE)/bash-completion/completions/memo-ls
	$(PROGRAM) completions zsh >$(SHARE)/zsh/site-functions/_memo-ls
	$(PROGRAM) completions fish >$(SHARE)/fish/vendor_completions.d/memo-ls.fish
	install -d $(SHARE)/memo-ls/vim
	cp -R editor-plugins/vim/. $(SHARE)/memo-ls/vim
	install -d $(SHARE)/memo-ls/emacs
	install -m 644 editor-plugins/emacs/*.el $(SHARE)/memo-ls/emacs
	install -d $(SHARE)/memo-ls/lsp
	install -m 644 editor-plugins/lsp/* $(SHARE)/memo-ls/lsp
	awk -f editor-plugins/helptags.awk editor-plugins/vim/doc/memo.txt | LC_ALL=C sort >$(SHARE)/memo-ls/vim/doc/tags

# All parts run at once. What several of them build or install is there before, as only one could do so at a time.
test: build outline-driver program-tools vscode-tools
	@BUILT=1 python3 Tests/Tools/summary.py swift program vim vscode

test-swift: tools
	@sh Tests/Tools/install-missing.sh postgresql
	swift test $(SWIFT_FLAGS) $(WHOLE_MODULES) $(TESTS)

test-program: $(if $(BUILT),,build outline-driver program-tools)
	@MEMO_LS=$(abspath $(PROGRAM)) $$(sh Tests/Tools/python.sh) Tests/Tools/unittests.py Tests/Binary $(TESTS)

test-vim: $(if $(BUILT),,build test-tools)
	@PYTHON=$$(sh Tests/Tools/python.sh) && \
	  MEMO_LS=$(abspath $(PROGRAM)) $$PYTHON Tests/Tools/unittests.py Tests/Vim $(TESTS)

bench-vim: build test-tools
	@MEMO_LS=$(abspath $(PROGRAM)) python3 Tests/Vim/bench.py

hub:
	@sh Tests/Tools/install-missing.sh postgresql
	@sh Tests/Tools/hub.sh

pictures: build test-tools
	@MEMO_LS=$(abspath $(PROGRAM)) python3 Tests/Pictures/pictures.py

test-vscode: $(if $(BUILT),,build vscode-tools)
	@MEMO_LS=$(abspath $(PROGRAM)) sh Tests/VSCode/run.sh

vsix:
	@sh Tests/Tools/install-missing.sh node
	@node editor-plugins/vscode/tools/package.js .build/memo-ls.vsix

# Each sanitizer has a build of its own; swiftc has none for undefined behaviour on Linux, and there is little C here.
# Random inputs are left to `make fuzz`. Swift keeps tags in a pointer's spare bits, which hides it from the search for
# leaks. Values that no two threads share tell the thread sanitizer nothing.
SANITIZED = swift test $(SWIFT_FLAGS) --disable-xctest --scratch-path .build/sanitize-$(1) --sanitize=$(1)

test-sanitize: tools
	ASAN_OPTIONS=detect_leaks=0 $(call SANITIZED,address) --skip FuzzTests
	TSAN_OPTIONS=suppressions=$(abspath Tests/Tools/thread-sanitizer.supp) \
	  $(call SANITIZED,thread) --filter 'MemoEngineTests|EmbeddingTests|MemoJournalTests|MemoSQLiteTests|MemoServerTests'
	$(if $(filter Darwin,$(SYSTEM)),$(call SANITIZED,undefined) --skip FuzzTests)

# A trial of a hundred times as much as the tests' pays for a build with optimization. DEBUG makes a text's tree of
# small nodes, as in tests, and the standard library checks what it is given.
TRIAL = MEMO_TESTS=MemoSyncTests swift test -c release --scratch-path .build/trial --test-product memo-lsPackageTests \
  --disable-xctest $(SWIFT_FLAGS) -Xswiftc -enable-testing -Xswiftc -DDEBUG -Xswiftc -assert-config -Xswiftc Debug

# A trial with real programs mostly waits: eight at once take as long as one.
torture: build outline-driver test-tools
	@PYTHON=$$(sh Tests/Tools/python.sh) && MEMO_LS=$(abspath $(PROGRAM)) MEMO_TEST_KILLS=20000 MEMO_TEST_FAULTS=all \
	  MEMO_TEST_SECONDS=60 MEMO_TEST_SERVERS=16 MEMO_TEST_LOCKED=60 MEMO_TEST_SEARCHED=100000 \
	  MEMO_TEST_SEARCHES=10000 MEMO_TEST_HARMS=1000 MEMO_TEST_LINKS=20000 MEMO_TEST_DOCUMENTS=100000 \
	  MEMO_TEST_AGENT_EDITS=10000 MEMO_TEST_LSP_EDITS=100000 MEMO_TEST_FILES=1000000 \
	  PYTHONPATH=Tests/Binary $$PYTHON -m unittest saving.test_faults saving.test_kills_by_call saving.test_renaming \
	  saving.test_power_cut saving.test_crash sharing.test_torture memos.test_search opening.test_hostile \
	  opening.test_lock links.test_model markup.test_commonmark agents.test_together lsp.test_two_editors \
	  folder.test_kills folder.test_kills_by_thread folder.test_renaming_kills folder.test_many_files
	seq 8 | PYTHONPATH=Tests/Binary MEMO_LS=$(abspath $(PROGRAM)) MEMO_TEST_FOLDER_STEPS=12500 \
	  xargs -P 8 -I{} "$$(sh Tests/Tools/python.sh)" -m unittest folder.test_trial
	MEMO_TEST_LONG=1 MEMO_TEST_FOLDER=100000 swift test $(SWIFT_FLAGS) --filter \
	  'FolderTrialTests|RandomEditTests|LongTextTests|RenamingTests|TableTests|LinkModelTests|AnyPaths|NameIndexTests'
	MEMO_TEST_SYNC=2000 $(TRIAL) --filter SimulationTests

fuzz: tools
	@sh Tests/Fuzz/run.sh $(SWIFT_FLAGS)

bench bench-check: build outline-driver bench-tools
	@python3 Tests/Bench/bench.py $(if $(filter bench,$@),--keep Tests/Bench,--check) $(BENCH_TOOLS) $(PROGRAM)

bench-beside: build bench-tools
	@[ -x "$(OLD)" ] || { echo "OLD=PROGRAM says beside what: a memo-ls that was built before" >&2; exit 64; }
	@python3 Tests/Bench/bench.py --beside "$(OLD)" $(if $(ONLY),--only "$(ONLY)") $(BENCH_TOOLS) $(PROGRAM)

# Not with SwiftPM, which links Swift's runtime into them, too: the floor would start three times as slowly.
bench-tools:
	@sh Tests/Tools/install-missing.sh cc
	@mkdir -p .build/bench
	cc -std=gnu11 -O2 -o .build/bench/bench-driver Tests/Bench/Driver/*.c
	cc -std=gnu11 -O2 -o .build/bench/floor Tests/Bench/Floor/*.c

# No line has more than 120 columns where it can be broken: not in files of data, pictures of screens and what parsers
# are tried with, and not a page's row of a table or message of JSON.
UNBROKEN := $(addprefix :!,*.json *.jsonl *.svg Tests/Vim/Screens Tests/Fuzz/Corpus)

# vint has each file to itself: over several, it keeps the `scriptencoding` of one for those after it.
lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	@LC_ALL=C.UTF-8 git grep --untracked -nIE '^.{121}' -- . ':!*.md' $(patsubst %,'%',$(UNBROKEN)); [ $$? = 1 ]
	@LC_ALL=C.UTF-8 git grep --untracked -nIE '^[^|{].{120}' -- '*.md'; [ $$? = 1 ]
	@VINT=$$(sh Tests/Tools/vint.sh) && find editor-plugins/vim Tests/Vim -name '*.vim' -print0 | xargs -0 -n 1 -P 4 $$VINT

clean:
	rm -rf .build

tools:
	@sh Tests/Tools/install-missing.sh sqlite yaml markdown python
	@mkdir -p $(STATIC_LIBRARIES) && library=$$(clang -print-file-name=libstdc++.a || true) && \
	  if [ -e "$$library" ]; then ln -sf "$$library" $(STATIC_LIBRARIES); fi
	@sh Tests/Tools/install-missing.sh libpq sodium || echo "memo-ls sync will not be built" >&2

test-tools: tools
	@sh Tests/Tools/install-missing.sh strace cc tmux zsh fish groff vim ale neovim emacs node tzdata rsync git exfat \
	  postgresql

# What tests install for themselves is there before several of them want it at once.
program-tools: test-tools
	@sh Tests/Tools/neovim.sh >/dev/null || echo "the tests with the newest Neovim are left out" >&2
	@PYTHON=$$(sh Tests/Tools/python.sh) && \
	  for tool in agents.sh pygls.sh "markdown.sh $$PYTHON"; do sh Tests/Tools/$$tool >/dev/null || exit; done

vscode-tools: test-tools
	@sh Tests/Tools/install-missing.sh tsc
	@sh Tests/Tools/node-types.sh >/dev/null
