import Foundation
import Platform
import Synchronization
import TestSupport

/// A proxy between a device and the server that does to their bytes what a network may do.
final class CuttingProxy: Sendable {
  struct Mode {
    /// How many more times the server's next bytes are lost, and the connection with them.
    var cuts = 0
    /// The word that a request has whose answers these are; nil for any.
    var word: String?
    /// In how many cases out of a hundred the same happens besides.
    var chance = 0
    /// The number of the server's bytes after which a connection is lost; nil for any number.
    var most: Int?
    /// Whether nothing of the server's is passed on.
    var holds = false
    /// The microseconds that each 64 KiB take on their way.
    var pause: UInt32 = 0
    /// Whether it makes the server look like one that has no LISTEN.
    var isDeaf = false
    /// The number of connections so far.
    var connections = 0
  }

  private let folder: TemporaryFolder.Short
  private let mode = Mutex(Mode())
  private let listener: Int32

  init() throws {
    folder = try TemporaryFolder.Short()
    listener = try Self.withSocket("\(folder.path)/.s.PGSQL.5432") { listener, address, count in
      bind(listener, address, count) == 0 && listen(listener, 20) == 0
    }
    let target = "\(try HubServer.folder.get())/.s.PGSQL.5432"
    Thread { [listener, mode = Shared(self)] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        mode.proxy?.change { $0.connections += 1 }
        guard let server = try? Self.withSocket(target, { connect($0, $1, $2) == 0 }) else { return }
        Thread { Self.pass(client, server, mode) }.start()
      }
    }.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The URL of a hub's database through this proxy.
  func url(_ login: String, _ hub: TestHub) -> String {
    "postgresql://\(login)@/hub\(hub.number)?host=\(folder.path)"
  }

  /// Changes what the proxy does.
  @discardableResult
  func change<Result: Sendable>(_ change: (inout Mode) -> Result) -> Result { mode.withLock { change(&$0) } }

  /// A reference that lets threads not keep the proxy alive.
  private final class Shared: Sendable {
    private let reference: Mutex<Weak>
    struct Weak { weak var proxy: CuttingProxy? }
    init(_ proxy: CuttingProxy) { reference = Mutex(Weak(proxy: proxy)) }
    var proxy: CuttingProxy? { reference.withLock { $0.proxy } }
  }

  private static func pass(_ client: Int32, _ server: Int32, _ shared: Shared) {
    defer {
      close(client)
      close(server)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (isMeant, passed) = (false, 0)
    while let proxy = shared.proxy {
      var ends = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if proxy.change({ $0.holds }) { ends[1].events = 0 }
      guard poll(&ends, 2, 20) >= 0 else { return }
      if ends.contains(where: { $0.revents != 0 }) { usleep(proxy.change(\.pause)) }
      if ends[0].revents != 0 {
        let count = read(client, &buffer, buffer.count)
        guard count > 0 else { return }
        let words = String(decoding: buffer[..<count], as: UTF8.self)
        isMeant = proxy.change(\.word).map { isMeant || words.contains($0) } ?? true
        if proxy.change({ $0.isDeaf }) { deafen(&buffer, count) }
        guard Descriptors.writeAll(Array(buffer[..<count]), to: server) == 0 else { return }
      }
      if ends[1].revents & Int16(POLLIN) != 0 {
        let count = read(server, &buffer, buffer.count)
        guard count > 0 else { return }
        passed += count
        let isCut = proxy.change { [passed] mode in
          if let most = mode.most, passed > most { return true }
          guard isMeant else { return false }
          let isCut = mode.cuts > 0 || Int.random(in: 0..<100) < mode.chance
          mode.cuts = max(0, mode.cuts - 1)
          return isCut
        }
        guard !isCut, Descriptors.writeAll(Array(buffer[..<count]), to: client) == 0 else { return }
      }
    }
  }

  private static func deafen(_ bytes: inout [UInt8], _ count: Int) {
    let word = Array("LISTEN".utf8)
    for index in 0..<max(0, count - word.count) where Array(bytes[index..<index + word.count]) == word {
      bytes[index] = UInt8(ascii: "X")
    }
  }

  private static func withSocket(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) throws -> Int32 {
    #if canImport(Darwin)
      let end = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8.prefix(100)) + [0]) }
    let isUsed = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { use(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    try require(isUsed, "no socket \(path): \(errno)")
    return end
  }
}

extension TemporaryFolder {
  /// A folder whose path is short enough for a socket's, and that goes with the server at the latest.
  final class Short: Sendable {
    let path: String

    init() throws {
      path = "\(try HubServer.folder.get())/proxy.\(UInt32.random(in: .min ... .max))"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
}
