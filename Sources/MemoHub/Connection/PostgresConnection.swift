import CPostgreSQL
import Platform

/// One connection to a database. Its calls wait on the thread that they come from, until the time is over, or the bell
/// rings and the task is cancelled; after either it can't be used any more.
final class PostgresConnection {
  /// The longest waits for others.
  struct Limits: Sendable {
    var connecting = Duration.seconds(10)
    /// The time within which something of a statement or its answer is sent or comes, however long all of it takes.
    var statement = Duration.seconds(30)
    /// The time within which something that was cut off is begun anew.
    var retrying = Duration.seconds(10)
    /// The most bytes of a sealed body that is asked for.
    var body = PostgresHub.longestBody
    /// The most memory that an answer may take up: that of a page and its last body, with room for what libpq needs.
    var answer: Int { 8 * PostgresHub.mostPageBytes + body }
  }

  private let limits: Limits
  private let handle: OpaquePointer
  private let bell: Doorbell
  private let address: HubAddress
  /// The way to the server, once that has let this in.
  private var socket: MeteredSocket?
  /// Whether something failed after which nobody knows what the next answer belongs to.
  private(set) var isLost = false

  /// Connects.
  init(_ address: HubAddress, _ bell: Doorbell, _ limits: Limits) throws(PostgresFailure) {
    let names = address.options.keys.sorted()
    let handle = withCStrings(names) { names in
      withCStrings(address.options.sorted { $0.key < $1.key }.map(\.value)) { PQconnectStartParams(names, $0, 0) }
    }
    guard let handle else { throw .lost("there is no memory left") }
    (self.handle, self.bell, self.address, self.limits) = (handle, bell, address, limits)
    // What the server only remarks would be written to this program's standard error.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    let end = ContinuousClock.now + limits.connecting
    var state = PGRES_POLLING_WRITING
    while state != PGRES_POLLING_OK {
      guard PQstatus(handle) != CONNECTION_BAD, state != PGRES_POLLING_FAILED else { throw refusal() }
      try wait(orWritten: state == PGRES_POLLING_WRITING, until: end)
      state = PQconnectPoll(handle)
      try meter()
    }
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    guard PQsetnonblocking(handle, 1) == 0 else { throw lost() }
  }

  deinit { PQfinish(handle) }

  /// Has all that comes counted, from when the server has let this in: until then libpq takes short messages alone.
  private func meter() throws(PostgresFailure) {
    if socket?.isStill(PQsocket(handle)) == false { socket = nil }
    guard socket == nil, [CONNECTION_AUTH_OK, CONNECTION_OK].contains(PQstatus(handle)) else { return }
    socket = MeteredSocket(insteadOf: PQsocket(handle))
    guard socket != nil else { throw .lost("no file descriptor is left") }
  }

  /// The server and the database that it leads to; empty where libpq does not say.
  var place: (host: String, port: String, database: String) {
    func text(_ value: UnsafePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
    return (text(PQhost(handle)), text(PQport(handle)), text(PQdb(handle)))
  }

  /// Runs one statement.
  ///
  /// - Throws: ``PostgresFailure``.
  @discardableResult
  func run(_ statement: String, _ parameters: [PostgresValue] = []) throws(PostgresFailure) -> PostgresRows {
    let sent = withPointers(parameters.map(\.bytes)) { values, lengths in
      PQsendQueryParams(
        handle, statement, Int32(parameters.count), parameters.map(\.type), values, lengths,
        parameters.map { _ in 1 }, 1)
    }
    guard sent == 1 else { throw lost() }
    return try receive()
  }

  /// Runs several statements one after the other, none of them with parameters.
  ///
  /// - Returns: what the last one answered, as text.
  @discardableResult
  func script(_ statements: String) throws(PostgresFailure) -> PostgresRows {
    guard PQsendQuery(handle, statements) == 1 else { throw lost() }
    return try receive()
  }

  /// Takes in the answer row by row, since whoever answers may say without end.
  private func receive() throws(PostgresFailure) -> PostgresRows {
    guard PQsetSingleRowMode(handle) == 1 else { throw lost() }
    // What libpq holds of a row that has not come to its end.
    socket?.given = 0
    while true {
      let unsent = PQflush(handle)
      guard unsent >= 0 else { throw lost() }
      if unsent == 0 { break }
      try waitForProgress(orWritten: true)
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
    var (rows, answer): (PostgresRows, PostgresRows?) = (PostgresRows(), nil)
    var bytes = 0
    var failure: PostgresFailure?
    while true {
      while PQisBusy(handle) == 1 {
        try waitForProgress()
        guard PQconsumeInput(handle) == 1 else { throw lost() }
      }
      guard let result = PQgetResult(handle) else { break }
      switch PQresultStatus(result) {
      case PGRES_SINGLE_TUPLE:
        rows.take(result)
        bytes += PQresultMemorySize(result)
        socket?.given = 0
        guard bytes <= limits.answer else { throw endless() }
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
        PQclear(result)
        (answer, rows) = (rows, PostgresRows())
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
        PQclear(result)
        throw lost()
      default:
        failure = failure ?? refusal(result)
        PQclear(result)
      }
    }
    guard PQstatus(handle) == CONNECTION_OK else { throw lost() }
    if let failure { throw failure }
    guard let answer else { throw lost() }
    return answer
  }

  /// Waits for a word of others on a channel, or until the time is over, or something else is to be done.
  ///
  /// - Parameter isWanted: asked whenever the bell rings.
  /// - Returns: whether there was one.
  func waitForNotification(
    until end: ContinuousClock.Instant, isWanted: () -> Bool
  ) throws(PostgresFailure) -> Bool {
    while true {
      let isMoving = try handOn()
      guard PQconsumeInput(handle) == 1 else { throw lost() }
      if takeNotifications() { return true }
      if isMoving { continue }
      if !isWanted() || end <= .now { return false }
      let cause = bell.wait(for: socket?.server, until: end)
      if cause.isRung, Task.isCancelled {
        isLost = true
        throw .cancelled
      }
    }
  }

  /// Forgets what has been told; whether some of it came from others.
  private func takeNotifications() -> Bool {
    var isTold = false
    while let notification = PQnotifies(handle) {
      if notification.pointee.be_pid != PQbackendPID(handle) { isTold = true }
      PQfreemem(notification)
    }
    return isTold
  }

  /// Hands on what there is between libpq and the server; whether there is something for libpq to do.
  private func handOn() throws(PostgresFailure) -> Bool {
    guard let socket else { return false }
    guard socket.given <= limits.answer else { throw endless() }
    return socket.handOn()
  }

  /// Waits until more can be sent, or has come: what is long may take long on a slow line.
  private func waitForProgress(orWritten: Bool = false) throws(PostgresFailure) {
    let end = ContinuousClock.now + limits.statement
    while try !wait(orWritten: orWritten, until: end) {}
  }

  /// Waits for the server, or the bell.
  ///
  /// - Returns: whether it was the server.
  @discardableResult
  private func wait(orWritten: Bool = false, until end: ContinuousClock.Instant) throws(PostgresFailure) -> Bool {
    if try handOn() || orWritten && socket?.hasUnsent == false { return true }
    let cause = bell.wait(
      for: socket?.server ?? PQsocket(handle), orWritten: socket?.hasUnsent ?? orWritten, until: end)
    _ = try handOn()
    if cause.isRung, Task.isCancelled {
      isLost = true
      throw .cancelled
    }
    guard !cause.canRead, end <= .now else { return cause.canRead }
    isLost = true
    throw .silent
  }

  private func endless() -> PostgresFailure {
    isLost = true
    return .endless
  }

  private func lost() -> PostgresFailure {
    isLost = true
    return .lost(message(PQerrorMessage(handle)))
  }

  /// The reason why there is no connection: whoever is refused by a server that answers need not try again.
  private func refusal() -> PostgresFailure {
    isLost = true
    let refusal = ConnectionRefusal(PQerrorMessage(handle).map { String(cString: $0) } ?? "")
    let message = told(refusal.message)
    if let meaning = UntrustedServer.meaning(of: message) { return .untrusted(meaning) }
    if refusal.states.contains(PostgresFailure.noDatabase) {
      return .refused(state: PostgresFailure.noDatabase, message)
    }
    return refusal.mayPass ? .lost(message) : .refused(state: PostgresFailure.login, message)
  }

  private func refusal(_ result: OpaquePointer) -> PostgresFailure {
    let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
    let text = PQresultErrorField(result, Int32(UInt8(ascii: "M"))) ?? PQresultErrorMessage(result)
    if state.hasPrefix("57P") || state.hasPrefix("08") || state.isEmpty {
      isLost = true
      return .lost(message(text))
    }
    // Another server may write by now: that one is reached by connecting anew.
    if state == PostgresFailure.readOnly { isLost = true }
    return .refused(state: state, message(text))
  }

  private func message(_ text: UnsafePointer<CChar>?) -> String { told(text.map { String(cString: $0) } ?? "") }

  /// A message in one line, without the password.
  private func told(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: ". ")
    return address.redacted(lines.isEmpty ? "the connection was closed" : lines)
  }
}

/// Calls with a C array of C strings that ends with nil.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { body($0.baseAddress) }
}

/// Calls with C arrays of values and their lengths; nil is NULL.
private func withPointers<Result>(
  _ values: [[UInt8]?], _ body: ([UnsafePointer<CChar>?], [Int32]) -> Result
) -> Result {
  // An empty value must not be a null pointer.
  let all = values.reduce(1) { $0 + ($1?.count ?? 0) + 1 }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: all) { memory in
    var (pointers, lengths, place): ([UnsafePointer<CChar>?], [Int32], Int) = ([], [], 0)
    for value in values {
      guard let value else {
        pointers.append(nil)
        lengths.append(0)
        continue
      }
      let part = UnsafeMutableRawBufferPointer(memory)[place..<place + value.count]
      UnsafeMutableRawBufferPointer(rebasing: part).copyBytes(from: value)
      pointers.append(memory.baseAddress.map { UnsafeRawPointer($0 + place).assumingMemoryBound(to: CChar.self) })
      lengths.append(Int32(clamping: value.count))
      place += value.count + 1
    }
    return body(pointers, lengths)
  }
}
