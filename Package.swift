// swift-tools-version: 6.2
import PackageDescription

/// Every target states in its imports what it leaks, and no target may import what its row here does not name:
/// build with `--explicit-target-dependency-import-check error`, as the Makefile does.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

func module(_ name: String, _ dependencies: Target.Dependency..., linking: [LinkerSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linking)
}

func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// On Linux SQLite, libyaml and cmark-gfm become part of the program, which so needs no more where it runs; pkg-config
/// would name the shared libraries. The last has no file for pkg-config there, and none that names its extensions.
#if os(Linux)
  let sqlite: (package: String?, library: [LinkerSetting]) = (
    nil, [.linkedLibrary(":libsqlite3.a"), .linkedLibrary("m")]
  )
  let yaml: (package: String?, library: [LinkerSetting]) = (nil, [.linkedLibrary(":libyaml.a")])
  let markdown: (package: String?, library: [LinkerSetting]) = (
    nil, [.linkedLibrary(":libcmark-gfm-extensions.a"), .linkedLibrary(":libcmark-gfm.a")]
  )
#else
  let sqlite: (package: String?, library: [LinkerSetting]) = ("sqlite3", [.linkedLibrary("sqlite3")])
  let yaml: (package: String?, library: [LinkerSetting]) = ("yaml-0.1", [])
  let markdown: (package: String?, library: [LinkerSetting]) = (
    "libcmark-gfm", [.linkedLibrary("cmark-gfm-extensions")]
  )
#endif

/// Sync's hub is there only where `MEMO_SYNC=1` asks for it, so that nothing else needs libpq and libsodium. Of the two
/// only libsodium becomes part of the program: libpq's archive would take Kerberos, LDAP and OpenSSL with it.
let hasSync = Context.environment["MEMO_SYNC"] == "1"
#if os(Linux)
  let sodium: (package: String?, library: [LinkerSetting]) = (nil, [.linkedLibrary(":libsodium.a")])
#else
  let sodium: (package: String?, library: [LinkerSetting]) = ("libsodium", [])
#endif
let sync: [Target] = [
  .executableTarget(
    name: "memo-ls-sync",
    dependencies: ["JSONRPC", "MemoCommands", "MemoHub", "MemoSync", "MemoModel", "JSON", "Platform"],
    swiftSettings: settings
  ),
  module(
    "MemoHub", "MemoSync", "MemoModel", "JSON", "Platform", "CPostgreSQL", "CSodium", linking: sodium.library),
  .systemLibrary(
    name: "CPostgreSQL",
    pkgConfig: "libpq",
    providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
  ),
  .systemLibrary(
    name: "CSodium",
    pkgConfig: sodium.package,
    providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
  ),
  tests(
    "MemoHubTests", "MemoHub", "MemoSync", "SyncDoubles", "MemoText", "MemoModel", "JSON", "Platform", "TestSupport"),
]

let package = Package(
  name: "memo-ls",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "memo-ls", targets: ["memo-ls"]),
    .library(
      name: "MemoEngine",
      targets: [
        "MemoEngine", "MemoSQLite", "MemoJournal", "MemoInspection", "MemoModel", "MemoMarkup", "MemoText", "JSON",
      ]),
    .library(name: "MemoHost", targets: ["MemoHost"]),
    .library(name: "JSONRPC", targets: ["JSONRPC", "JSON"]),
  ] + (hasSync ? [.executable(name: "memo-ls-sync", targets: ["memo-ls-sync"])] : []),
  dependencies: [],
  targets: [
    .executableTarget(
      name: "memo-ls",
      dependencies: [
        "JSONRPC", "MemoServer", "ContextServer", "LanguageServer", "MemoCommands", "MemoWeather", "MemoHost",
        "MemoFolder", "MemoEngine",
        "Platform", "CSystem",
      ],
      swiftSettings: settings
    ),
    module("Platform", "CSystem"),
    module("JSON"),
    module("JSONRPC", "JSON", "Platform"),
    module("MemoProtocol", "JSONRPC", "MemoExchange", "MemoFolder", "MemoEngine"),
    module(
      "MemoServer", "JSONRPC", "MemoProtocol", "MemoHost", "MemoFolder", "MemoEngine", "MemoExchange", "Platform"),
    module("ContextServer", "JSONRPC", "MemoHost", "MemoEngine", "Platform"),
    module(
      "LanguageServer", "JSONRPC", "MemoHost", "MemoFolder", "MemoEngine", "MemoMarkup", "MemoText", "Platform"),
    module(
      "MemoCommands", "MemoProtocol", "MemoHost", "MemoExchange", "MemoFolder", "MemoReplica", "MemoSync",
      "MemoEngine", "MemoModel", "JSON", "Platform"),
    module(
      "MemoHost", "MemoFolder", "MemoEngine", "MemoSQLite", "MemoJournal", "MemoInspection", "StoreFiles", "MemoModel",
      "Platform"),
    module("MemoExchange", "MemoEngine", "MemoMarkup", "MemoText", "MemoModel", "JSON", "Platform"),
    module("MemoFolder", "MemoEngine", "MemoMarkup", "MemoText", "MemoModel", "JSON", "Platform"),
    module("MemoSync", "MemoMarkup", "MemoText", "MemoModel", "JSON", "Platform"),
    module("MemoReplica", "MemoSync", "MemoEngine", "StoreFiles", "MemoText", "MemoModel", "JSON", "Platform"),
    module("MemoWeather", "MemoEngine", "MemoModel", "JSON", "Platform"),
    module("MemoEngine", "MemoMarkup", "MemoText", "MemoModel", "JSON", "Platform"),
    module(
      "MemoMarkup", "MemoText", "JSON", "Platform", "CYAML", "CMarkdown", linking: yaml.library + markdown.library),
    module("MemoText"),
    module("MemoModel", "MemoText", "JSON", "Platform"),
    module("StoreFiles", "MemoModel", "Platform"),
    module("MemoJournal", "StoreFiles", "MemoModel", "Platform"),
    module(
      "MemoSQLite", "StoreFiles", "MemoMarkup", "MemoText", "MemoModel", "JSON", "CSQLite", "CSystem", "Platform",
      linking: sqlite.library),
    module("MemoInspection", "MemoSQLite", "MemoJournal", "StoreFiles", "MemoModel", "JSON", "Platform"),
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: sqlite.package,
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .systemLibrary(
      name: "CYAML",
      pkgConfig: yaml.package,
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
    ),
    .systemLibrary(
      name: "CMarkdown",
      pkgConfig: markdown.package,
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]
    ),
    .target(name: "CSystem"),
    .target(
      name: "TestSupport", dependencies: ["Platform", "MemoText", "JSON"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "TestDoubles", dependencies: ["MemoMarkup", "MemoText", "MemoModel", "JSON"], path: "Tests/TestDoubles",
      swiftSettings: settings),
    .target(
      name: "SessionSupport",
      dependencies: [
        "MemoServer", "ContextServer", "LanguageServer", "MemoHost", "MemoFolder", "MemoEngine", "MemoModel",
        "JSONRPC", "JSON",
        "TestSupport", "TestDoubles",
      ],
      path: "Tests/SessionSupport",
      swiftSettings: settings
    ),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "MemoEngine", "MemoJournal", "MemoModel", "MemoMarkup", "MemoText", "JSONRPC", "JSON", "SessionSupport",
        "TestSupport", "TestDoubles",
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz", exclude: ["run.sh", "Corpus", "Files"],
      swiftSettings: settings),
    .executableTarget(
      name: "outline-driver", dependencies: ["MemoMarkup", "MemoText", "JSON"], path: "Tests/Outline",
      swiftSettings: settings),
    tests("FuzzTests", "FuzzTargets", "LanguageServer", "JSONRPC", "TestSupport"),
    tests("JSONTests", "JSON", "TestSupport"),
    tests("JSONRPCTests", "JSONRPC", "JSON", "Platform", "TestSupport"),
    tests("MemoTextTests", "MemoText", "TestSupport"),
    tests("MemoMarkupTests", "MemoMarkup", "MemoText", "Platform", "TestSupport"),
    tests(
      "MemoEngineTests", "MemoWeather", "MemoEngine", "MemoMarkup", "MemoModel", "MemoText", "JSON", "Platform",
      "TestSupport", "TestDoubles"),
    tests("EmbeddingTests", "MemoHost", "MemoEngine", "MemoSQLite"),
    tests("MemoHostTests", "MemoHost", "MemoFolder", "MemoEngine", "TestSupport"),
    tests(
      "HistoryTests", "MemoEngine", "MemoSQLite", "MemoModel", "MemoText", "JSON", "TestSupport", "TestDoubles"),
    tests("PlatformTests", "Platform", "CSystem", "TestSupport"),
    tests("MemoModelTests", "MemoModel", "TestSupport"),
    tests("MemoJournalTests", "MemoJournal", "StoreFiles", "MemoModel", "JSON", "TestSupport"),
    tests(
      "MemoSQLiteTests", "MemoSQLite", "MemoEngine", "MemoJournal", "MemoInspection", "StoreFiles", "MemoModel", "JSON",
      "CSQLite", "Platform", "TestDoubles", "TestSupport",
      exclude: ["Stores"]),
    tests(
      "StoreContractTests", "MemoSQLite", "MemoModel", "MemoText", "JSON", "TestDoubles", "TestSupport"),
    tests("MemoExchangeTests", "MemoExchange", "MemoMarkup", "MemoModel", "MemoText", "JSON", "TestSupport"),
    tests(
      "MemoFolderTests", "MemoFolder", "MemoSQLite", "MemoEngine", "MemoText", "MemoModel", "Platform", "TestDoubles",
      "TestSupport"),
    .target(
      name: "SyncDoubles",
      dependencies: [
        "MemoReplica", "MemoSync", "MemoEngine", "MemoSQLite", "MemoText", "MemoModel", "JSON", "TestSupport",
      ],
      path: "Tests/SyncDoubles", swiftSettings: settings),
    tests(
      "MemoSyncTests", "MemoReplica", "MemoSync", "MemoSQLite", "SyncDoubles", "MemoText", "MemoModel", "JSON",
      "TestSupport"),
    tests(
      "MemoCommandsTests", "MemoCommands", "MemoHost", "MemoFolder", "MemoSync", "MemoEngine", "MemoModel", "MemoText",
      "TestDoubles", "TestSupport"),
    tests(
      "ContextServerTests", "ContextServer", "SessionSupport", "MemoEngine", "MemoModel", "JSONRPC", "JSON",
      "TestSupport", "TestDoubles"),
    tests(
      "LanguageServerTests", "LanguageServer", "SessionSupport", "MemoHost", "MemoFolder", "MemoEngine", "MemoMarkup",
      "MemoText", "JSONRPC", "JSON", "TestSupport", "TestDoubles"),
    tests("SessionTests", "SessionSupport", "MemoEngine", "JSONRPC", "JSON", "TestSupport"),
    tests("MemoServerTests", "MemoServer", "MemoHost", "MemoProtocol", "MemoEngine", "MemoModel", "JSONRPC", "JSON"),
  ] + (hasSync ? sync : []),
  swiftLanguageModes: [.v6]
)

// `MEMO_TESTS=NAMES` leaves out all other tests, so that a long trial has a build of its own, of no more than it needs.
if let names = Context.environment["MEMO_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
