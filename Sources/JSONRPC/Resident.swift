/// An actor that is known to run on a loop, and so can be called on the loop's thread without waiting: what
/// `assumeIsolated` does, without asking the runtime each time, which takes as long as reading a keystroke.
public struct Resident<A: Actor>: Sendable {
  @usableFromInline
  let actor: A
  @usableFromInline
  let loop: EventLoop

  /// Stops the process if this is not the loop's thread, or the actor runs elsewhere.
  public init(_ actor: A, of loop: EventLoop) {
    loop.checkIsolated()
    actor.assumeIsolated { _ in }
    (self.actor, self.loop) = (actor, loop)
  }

  /// Calls what is isolated to the actor; stops the process if this is not the loop's thread.
  @inlinable
  public func callAsFunction<Value: Sendable>(_ body: (isolated A) throws -> Value) rethrows -> Value {
    loop.checkIsolated()
    return try actor.isolated(body)
  }
}

extension Actor {
  /// Safe only on the thread of the loop that the actor runs on. There a function that is isolated to it differs from a
  /// plain one in its type alone.
  @inlinable
  nonisolated func isolated<Value>(_ body: (isolated Self) throws -> Value) rethrows -> Value {
    try withoutActuallyEscaping(body) { try unsafeBitCast($0, to: ((Self) throws -> Value).self)(self) }
  }
}
