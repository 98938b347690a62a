/// An actor that is known to run on a loop, so that it can be called on the loop's thread without waiting: what
/// `assumeIsolated` does, but without asking the runtime each time, which takes as long as reading a keystroke.
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

  /// Calls a function that is isolated to the actor; stops the process if this is not the loop's thread.
  @inlinable
  public func callAsFunction<Value: Sendable, Failure: Error>(
    _ body: @escaping (isolated A) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    loop.checkIsolated()
    // Safe: a function that is isolated to an actor differs from a plain one only in its type.
    return try unsafeBitCast(body, to: ((A) throws(Failure) -> Value).self)(actor)
  }

  /// The same with an argument passed on: a closure that captures nothing takes no memory.
  @inlinable
  public func callAsFunction<Input, Value: Sendable, Failure: Error>(
    _ input: Input, _ body: @escaping (isolated A, Input) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    loop.checkIsolated()
    return try unsafeBitCast(body, to: ((A, Input) throws(Failure) -> Value).self)(actor, input)
  }
}
