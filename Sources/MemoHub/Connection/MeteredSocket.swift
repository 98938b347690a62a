import Platform

/// The way of bytes between libpq and a server, on which they are handed on some at a time, and counted.
///
/// libpq reads for as long as a server sends, and keeps a row until all of it is there: so whoever answers would say
/// how much memory that takes. It gets one end of a pair of sockets in the place of its own, and what comes goes
/// through the other one.
final class MeteredSocket {
  /// The server's socket, to wait for.
  let server: Int32
  /// The number of bytes that libpq has been given since somebody last set this to 0.
  var given = 0
  private let libpq: Int32
  /// The number that the system tells libpq's end by.
  private let number: UInt64?
  private let own: Int32
  private var (incoming, outgoing): (Way, Way)
  private var hasEnded = false

  /// Takes the place of libpq's socket; nil if no file descriptor is left.
  init?(insteadOf libpq: Int32) {
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    let server = fcntl(libpq, F_DUPFD_CLOEXEC, 0)
    guard server >= 0, dup2(ends[1], libpq) >= 0 else {
      for end in ends + [server] where end >= 0 { close(end) }
      return nil
    }
    close(ends[1])
    for end in [ends[0], libpq] {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (self.libpq, self.server, own, number) = (libpq, server, ends[0], Self.number(of: libpq))
    (incoming, outgoing) = (Way(from: server, to: own), Way(from: own, to: server))
  }

  /// Hands on what libpq has said at its end, too.
  deinit {
    _ = handOnSent()
    close(own)
    close(server)
  }

  /// Whether libpq has this for its socket still, and not one to another server.
  func isStill(_ socket: Int32) -> Bool {
    socket == libpq && Self.number(of: socket) == number
  }

  private static func number(of socket: Int32) -> UInt64? {
    var status = stat()
    return fstat(socket, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Whether the server is still to take what libpq has sent.
  var hasUnsent: Bool { !outgoing.rest.isEmpty }

  /// Hands on what there is, either way.
  ///
  /// - Returns: whether there is something for libpq to do.
  func handOn() -> Bool {
    let isSent = handOnSent()
    // It gets no more before it has taken that.
    if hasEnded || Descriptors.waitingBytes(libpq) > 0 { return true }
    guard let count = incoming.move() else {
      hasEnded = true
      shutdown(own, Int32(SHUT_WR))
      return true
    }
    given += count
    return isSent || count > 0
  }

  /// Hands on what libpq has sent; whether there was something.
  private func handOnSent() -> Bool {
    var isSent = false
    while let count = outgoing.move(), count > 0 { isSent = true }
    return isSent
  }

  /// One of the two ways.
  private struct Way {
    let from, to: Int32
    private var bytes = [UInt8](repeating: 0, count: 32 << 10)
    /// What is still to be handed on of the bytes.
    private(set) var rest = 0..<0

    init(from: Int32, to: Int32) { (self.from, self.to) = (from, to) }

    /// Hands on as much as there is room for.
    ///
    /// - Returns: the number of bytes; nil if nothing more comes, or is taken.
    mutating func move() -> Int? {
      if rest.isEmpty {
        let count = recv(from, &bytes, bytes.count, 0)
        guard count > 0 else { return count < 0 && Self.mayPass ? 0 : nil }
        rest = 0..<count
      }
      let count = bytes.withUnsafeBytes { bytes in
        let bytes = UnsafeRawBufferPointer(rebasing: bytes[rest])
        return send(to, bytes.baseAddress, bytes.count, Self.quietly)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        return count
      }
      if Self.mayPass { return 0 }
      rest = 0..<0
      return nil
    }

    private static var mayPass: Bool { [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) }

    /// The flags with which nothing ends a process that sends to a socket that is closed.
    private static var quietly: Int32 {
      #if canImport(Darwin)
        0
      #else
        Int32(MSG_NOSIGNAL)
      #endif
    }
  }
}
