/// From answers to bytes.
extension Connection {
  /// Answers a call, or records that it wants no answer.
  func answer(_ message: [UInt8]?, to destination: Destination) {
    switch destination {
    case .client: if let message { send(message) }
    case .batch(let number, let index):
      if let pieces = batchAnswers[number]?.set(message, at: index) { send(pieces) }
      if batchAnswers[number]?.isComplete == true { batchAnswers[number] = nil }
    }
  }

  /// Answers a call with an error; a notification's error goes only to the face.
  func fail(_ call: Call, _ error: any Error) {
    let error = response(to: error)
    if let id = call.id {
      answer(OutgoingMessage.response(id, error: error), to: call.destination)
    } else {
      answer(nil, to: call.destination)
      face?.assumeIsolated { $0.notice(.notificationFailed(call, error)) }
    }
  }

  /// The answer to a request that can't be carried out.
  func refusal(_ id: RequestID, _ error: ResponseError) -> [UInt8] {
    OutgoingMessage.response(id == .null && !conventions.hasNullID ? idOfNone : id, error: error)
  }

  /// An error in the face's words.
  func response(to error: any Error) -> ResponseError {
    face?.assumeIsolated { $0.response(to: error) } ?? ResponseError(answering: error)
  }

  /// Sends the client a notification. Must be called on the loop's thread.
  public nonisolated func notify<Type: ServerNotificationType>(_ type: Type.Type, _ params: Type.Params) {
    assumeIsolated { $0.send(OutgoingMessage.notification(Type.method, params: params)) }
  }

  func send(_ message: [UInt8]) { output.append(framing, message) }

  private func send(_ pieces: [[UInt8]]) { output.append(framing, pieces) }

  /// Headers, which most clients expect, until the client's framing is known.
  private var framing: Framing { decoder.framing ?? .contentLength }
}
