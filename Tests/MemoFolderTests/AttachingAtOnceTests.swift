import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MemoFolder
@testable import Platform

@Suite("Several who attach folders")
struct AttachingAtOnceTests {
  private let temporary: TemporaryFolder
  private let home: String

  init() throws {
    temporary = try TemporaryFolder()
    home = try #require(realPath(temporary.path)) + "/home"
    try FileManager.default.createDirectory(atPath: "\(home)/data", withIntermediateDirectories: true)
  }

  @Test("a folder that several attach at once has one store, which is each one's")
  func atOnce() throws {
    for number in 1...5 {
      let path = "\(home)/notes \(number)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let (registry, homes) = (FolderRegistry(data: "\(home)/data"), [home])
      let stores = Mutex<[String?]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let plan = try? FolderAttachment(of: path, store: nil, in: registry, homes: homes)
        let folder = try? plan?.carryOut()
        stores.withLock { $0.append(folder == nil ? nil : plan?.store) }
      }
      let entries = registry.entries.filter { $0.path == path }
      #expect(entries.count == 1 && stores.withLock(\.self) == Array(repeating: entries.first?.store, count: 8))
    }
  }
}
