import Foundation
import MemoProtocol
import Testing

@testable import MemoServer

/// The same messages must stand in the registry, in the route table and in Schemas/index.json.
@Suite("Registry, routes and schemas")
struct RegistryTests {
  private struct Index: Decodable {
    struct Method: Decodable {
      let name: String
      let kind: String
      let direction: String
      let since: String
      let schema: String
      let flag: String?
    }
    let methods: [Method]
  }

  private static let schemas = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Schemas")

  private static func index() throws -> Index {
    try JSONDecoder().decode(Index.self, from: Data(contentsOf: schemas.appending(path: "index.json")))
  }

  @Test("every message of the registry that a client sends has a route of its kind, and no route has no message")
  func routes() {
    let routes = RouteTable.routes(virtualClock: true)
    let sent = MessageRegistry.all.filter { $0.direction == .clientToServer }
    #expect(Set(sent.map(\.method)) == Set(routes.keys))
    for message in sent { #expect(routes[message.method]?.kind == message.kind, "\(message.method)") }
  }

  @Test("no method stands in the registry twice")
  func unique() {
    #expect(Set(MessageRegistry.all.map(\.method)).count == MessageRegistry.all.count)
  }

  @Test("the index of schemas is the registry")
  func schemas() throws {
    let listed = Set(
      try Self.index().methods.map { method in
        "\(method.name) \(method.kind) \(method.direction)"
      })
    let registered = Set(MessageRegistry.all.map { "\($0.method) \($0.kind.rawValue) \($0.direction.rawValue)" })
    #expect(listed == registered)
  }

  @Test("every message has a schema file of its own, and no file is left over")
  func files() throws {
    let named = try Self.index().methods.map(\.schema)
    #expect(Set(named).count == named.count)
    let folder = Self.schemas.appending(path: "messages")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { "messages/\($0)" }
    #expect(Set(files) == Set(named))
  }

  @Test("a method that needs a flag does not exist without it")
  func flags() throws {
    let always = RouteTable.routes(virtualClock: false)
    for method in try Self.index().methods where method.direction == "clientToServer" {
      #expect((always[method.name] == nil) == (method.flag != nil), "\(method.name)")
    }
  }

  @Test("every error of the service has its own name on the wire")
  func errorKinds() {
    let kinds = ServiceErrorCode.allCases.map(\.kind)
    #expect(
      kinds == [
        "memoNotFound", "versionConflict", "invalidRange", "memoExists", "limitExceeded", "storeUnavailable",
        "revisionNotFound", "nothingToUndo",
      ])
    #expect(ServiceErrorCode.allCases.map(\.rawValue) == Array(1...8))
  }
}
