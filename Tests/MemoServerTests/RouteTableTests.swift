import Foundation
import JSONRPC
import MemoProtocol
import Testing

@testable import MemoServer

/// The same messages must stand in the route table and in Schemas/index.json.
@Suite("Routes and schemas")
struct RouteTableTests {
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

  @Test("no method stands in the route table twice")
  func unique() {
    let methods = RouteTable.routes(virtualClock: true).map(\.method)
    #expect(Set(methods).count == methods.count)
  }

  @Test("every message type of the protocol stands in the route table")
  func types() throws {
    let folder = Self.schemas.deletingLastPathComponent().appending(path: "Sources/MemoProtocol")
    let names = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .flatMap { try String(contentsOf: $0, encoding: .utf8).matches(of: /static let method: StaticString = "(.*?)"/) }
      .map { String($0.output.1) }
    #expect(names.count > 20)
    #expect(Set(names).isSubset(of: RouteTable.routes(virtualClock: true).map(\.method)))
  }

  @Test("the index of schemas is the route table")
  func schemas() throws {
    let listed = Set(
      try Self.index().methods.map { method in
        "\(method.name) \(method.kind) \(method.direction)"
      })
    let rows = RouteTable.routes(virtualClock: true)
    #expect(listed == Set(rows.map { "\($0.method) \($0.kind.rawValue) \($0.direction.rawValue)" }))
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
    let always = Set(RouteTable.routes(virtualClock: false).map(\.method))
    for method in try Self.index().methods {
      #expect(always.contains(method.name) == (method.flag == nil), "\(method.name)")
    }
  }

  @Test("every error of the service has its own name on the wire")
  func errorKinds() {
    let kinds = ServiceErrorCode.allCases.map(\.kind)
    #expect(
      kinds == [
        "memoNotFound", "versionConflict", "invalidRange", "memoExists", "limitExceeded", "storeUnavailable",
        "revisionNotFound", "nothingToUndo", "titleTaken",
      ])
    #expect(ServiceErrorCode.allCases.map(\.rawValue) == Array(1...9))
  }
}
