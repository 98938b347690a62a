import Platform
import Testing

/// Each process that has to end is one of its own.
@Suite("A process that is stopped by an instruction")
struct FewDescriptorsTests {
  @Test("ends with a status that tells why where no file can be opened any more")
  func none() async {
    await #expect(processExitsWith: .exitCode(71)) {
      Descriptors.endWithoutAny(71, saying: "none is left\n")
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Darwin)
        setrlimit(RLIMIT_NOFILE, &limit)
      #else
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #endif
      fatalError("this is meant")
    }
  }

  @Test("calls the handler that was there where files can be opened")
  func chained() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGILL) { _ in _exit(7) }
      signal(SIGTRAP) { _ in _exit(7) }
      Descriptors.endWithoutAny(71, saying: "none is left\n")
      fatalError("this is meant")
    }
  }

  @Test("ends as ever where files can be opened")
  func enough() async {
    let end = await #expect(processExitsWith: .failure, observing: [\.exitStatus]) {
      Descriptors.endWithoutAny(71, saying: "none is left\n")
      fatalError("this is meant")
    }
    #expect(end?.exitStatus != .exitCode(71))
  }
}
