import CSystem
import Platform
import TestSupport
import Testing

/// What a handler does to a whole process is tried in processes of their own.
@Suite("SIGBUS")
struct BusErrorTests {
  /// A map of a new file that has been cut short.
  private static func cutMap(_ size: Int) -> UnsafeMutableRawPointer? {
    var template = Array("/tmp/memo-map-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    unlink(template)
    ftruncate(descriptor, off_t(size))
    let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    ftruncate(descriptor, 0)
    close(descriptor)
    return map == MAP_FAILED ? nil : map
  }

  /// Touches a map's last byte.
  private static func touch(_ map: UnsafeMutableRawPointer?, _ size: Int) {
    map?.storeBytes(of: 7, toByteOffset: size - 1, as: UInt8.self)
  }

  @Test("a protected map that is cut short is survived, and it alone is lost")
  func survived() throws {
    let size = 64 << 10
    let maps = try (0..<3).map { _ in try #require(Self.cutMap(size)) }
    let protections = try maps.map { try #require(MapProtection($0, size: size)) }
    errno = 5
    Self.touch(maps[1], size)
    #expect(errno == 5 && protections.map(\.isTriggered) == [false, true, false])
    #expect(maps[1].load(fromByteOffset: size - 1, as: UInt8.self) == 7)
    protections[1].end()
    // The next one is not lost because that one was.
    #expect(MapProtection(maps[1], size: size)?.isTriggered == false)
    for (map, protection) in zip(maps, protections) {
      protection.end()
      munmap(map, size)
    }
  }

  @Test("there are as many maps as there is room for, and there is room again once they have ended")
  func room() async {
    // Others in this process need their room.
    await #expect(processExitsWith: .exitCode(0)) {
      let page = sysconf(Int32(_SC_PAGESIZE))
      let memory = UnsafeMutableRawPointer.allocate(byteCount: page, alignment: page)
      for _ in 0..<3 {
        var protections: [MapProtection] = []
        while let protection = MapProtection(memory, size: page) { protections.append(protection) }
        if protections.count != 512 { exit(1) }
        for protection in protections { protection.end() }
      }
      exit(0)
    }
  }

  /// Protects a map, and touches another.
  private static func touchAnother() {
    let size = 64 << 10
    if let map = cutMap(size) { _ = MapProtection(map, size: size) }
    touch(cutMap(size), size)
  }

  @Test("what touches no protected map goes to the handler that was there before")
  func handler() async {
    await #expect(processExitsWith: .exitCode(42)) {
      signal(SIGBUS) { _ in _exit(42) }
      BusErrorTests.touchAnother()
    }
  }

  @Test("a handler that asks for details is told where the access was")
  func informedHandler() async {
    await #expect(processExitsWith: .exitCode(43)) {
      BusErrorTests.install { number, info, context in
        #if canImport(Darwin)
          let address = info?.pointee.si_addr
        #else
          let address = info?.pointee._sifields._sigfault.si_addr
        #endif
        _exit(number == SIGBUS && address != nil && context != nil ? 43 : 1)
      }
      BusErrorTests.touchAnother()
    }
  }

  @Test("with no handler it ends the process, as ever")
  func noHandler() async {
    await #expect(processExitsWith: .signal(SIGBUS)) { BusErrorTests.touchAnother() }
    await #expect(processExitsWith: .signal(SIGBUS)) {
      signal(SIGBUS, SIG_IGN)
      BusErrorTests.touchAnother()
    }
  }

  @Test("a signal that a process sent is no access, whatever it says: it goes where it went before")
  func sent() async {
    await #expect(processExitsWith: .signal(SIGBUS)) { BusErrorTests.send() }
    await #expect(processExitsWith: .exitCode(42)) {
      signal(SIGBUS) { _ in _exit(42) }
      BusErrorTests.send()
    }
    await #expect(processExitsWith: .exitCode(44)) {
      signal(SIGBUS, SIG_IGN)
      BusErrorTests.send()
      exit(44)
    }
  }

  /// Protects all memory there is, and sends the signal: a sender's number stands where an address would.
  private static func send() {
    if let all = UnsafeMutableRawPointer(bitPattern: 4096) { _ = MapProtection(all, size: Int.max) }
    // Sent to this thread, so that it comes before anything else is done.
    raise(SIGBUS)
  }

  private static func install(
    _ handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void
  ) {
    var action = sigaction()
    action.sa_flags = Int32(SA_SIGINFO)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = handler
    #else
      action.__sigaction_handler.sa_sigaction = handler
    #endif
    sigaction(SIGBUS, &action, nil)
  }
}

@Suite("Signals that ask a process to end")
struct EndingSignalTests {
  @Test("put off, they end it later", arguments: [SIGINT, SIGTERM, SIGHUP])
  func later(number: Int32) async {
    await #expect(processExitsWith: .signal(number)) { [number] in
      EndingSignals.putOff { Self.arrive(number) }
      sleep(10)
      exit(1)
    }
  }

  @Test("whoever handled or ignored them before does so again")
  func before() async {
    await #expect(processExitsWith: .exitCode(45)) {
      signal(SIGHUP, SIG_IGN)
      signal(SIGTERM) { _ in _exit(45) }
      EndingSignals.putOff { Self.arrive(SIGHUP) }
      EndingSignals.putOff { Self.arrive(SIGTERM) }
      sleep(10)
      exit(1)
    }
  }

  /// Sends this thread a signal, so that it has come when this returns. Threads of a pool block them by themselves.
  private static func arrive(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
