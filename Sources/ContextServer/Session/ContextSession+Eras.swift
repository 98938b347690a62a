import JSONRPC

/// Which era a conversation is of. Only `initialize` decides that, or a request that bears a version and is carried
/// out.
extension ContextSession {
  func admit(_ call: Call, isKnown: Bool) throws {
    let kinds = ContextRoutes.kinds[call.method]
    guard call.id != nil else {
      // Nobody would be told what became of a request without an id.
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
      era = .modern
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

  /// Checks what each request of the modern era must bear.
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
    guard requested == ContextProtocol.modern else {
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

  /// Who makes a request that was admitted.
  func caller(_ meta: RequestMeta) -> Caller {
    switch era {
    case .legacy(let client): Caller(client: client, isModern: false, progressToken: meta.progressToken)
    case .modern: Caller(client: meta.client, isModern: true, progressToken: meta.progressToken)
    case .undecided: Caller(client: meta.client, isModern: false, progressToken: nil)
    }
  }
}

private let initializeMethod = "\(Initialize.method)"
private let pingMethod = "\(Ping.method)"
