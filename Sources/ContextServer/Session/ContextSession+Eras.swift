import JSONRPC

/// The era of a conversation, which only `initialize` decides, or a request that has a version and is carried out.
extension ContextSession {
  func admit(_ call: Call, isKnown: Bool) throws {
    let kinds = ContextRoutes.kinds[call.method]
    guard call.id != nil else {
      // Nobody would get the answer to a request without an id.
      guard kinds == nil || ContextRoutes.notifications.contains(call.method) else {
        throw ResponseError(.invalidRequest, "a request must have an id")
      }
      return
    }
    if let params = call.params, params.kind != .object {
      throw ResponseError(.invalidParams, "params must be an object")
    }
    switch era {
    case .undecided:
      guard call.method != initializeMethod, call.method != pingMethod else { return }
      try checkVersion(call, supported: [ContextProtocol.modern] + ContextProtocol.legacy)
      guard isKnown, kinds?.contains(.modern) == true else { throw Self.unknown(call) }
    case .modern:
      if call.method == initializeMethod {
        let requested = call.params?["protocolVersion"]?.string ?? ""
        throw ContextProtocol.unsupported(requested, supported: [ContextProtocol.modern])
      }
      try checkVersion(call, supported: [ContextProtocol.modern])
      guard isKnown, kinds?.contains(.modern) == true else { throw Self.unknown(call) }
    case .legacy:
      guard isKnown, kinds?.contains(.legacy) == true else { throw Self.unknown(call) }
      if call.method == initializeMethod { throw ResponseError(.invalidRequest, "the session is initialized already") }
    }
  }

  /// Checks the metadata that each request of the modern era must have.
  private func checkVersion(_ call: Call, supported: [String]) throws(ResponseError) {
    let meta = RequestMeta(of: call.params)
    guard let version = meta.version else {
      throw ResponseError(
        .invalidParams,
        "params._meta must have io.modelcontextprotocol/protocolVersion, or the session begin with initialize")
    }
    guard let requested = version.string else {
      throw ResponseError(.invalidParams, "io.modelcontextprotocol/protocolVersion must be a string")
    }
    guard requested.hasBytes(of: ContextProtocol.modern) else {
      throw ContextProtocol.unsupported(requested, supported: supported)
    }
    guard meta.capabilities?.kind == .object else {
      throw ResponseError(
        .invalidParams, "params._meta must have io.modelcontextprotocol/clientCapabilities, an object")
    }
  }

  private static func unknown(_ call: Call) -> ResponseError {
    let isName = call.method.utf8.count <= 64 && call.method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    return ResponseError(.methodNotFound, "there is no request \(isName ? call.method : "of that name")")
  }

  /// Carries out an admitted request, and answers it in the form of its era.
  func serve<Request: ContextRequest>(
    _ type: Request.Type, _ received: Received<Request.Params>,
    _ body: (isolated ContextSession, Request.Params, Caller) throws -> Answer<Request.Result>
  ) throws -> Answer<Reply<Request.Result>> {
    let caller = caller(received.meta, of: type)
    let answer = try body(self, received.params, caller).reply(to: caller)
    guard caller.isModern, case .undecided = era else { return answer }
    switch answer {
    case .now: served()
    case .later(let bytes, let work): return .later(expectedBytes: bytes) { try await self.serving(work) }
    case .last(let work): return .last { try await self.serving(work) }
    }
    return answer
  }

  private nonisolated func serving<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
    let result = try await work()
    await served()
    return result
  }

  /// Records that a request of the modern era was carried out.
  func served() { if case .undecided = era { era = .modern } }

  /// The sender of an admitted request.
  private func caller<Request: ContextRequest>(_ meta: RequestMeta, of type: Request.Type) -> Caller {
    switch era {
    case .legacy(let client): Caller(client: client, isModern: false, progressToken: meta.progressToken)
    case .modern: Caller(client: meta.client, isModern: true, progressToken: meta.progressToken)
    case .undecided:
      // A modern request was admitted only with its version.
      Caller(
        client: meta.client, isModern: ContextRoutes.kinds["\(Request.method)"]?.contains(.modern) ?? false,
        progressToken: meta.progressToken)
    }
  }
}

private let initializeMethod = "\(LegacyInitialize.method)"
private let pingMethod = "\(Ping.method)"
