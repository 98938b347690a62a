/// How far a call has come when its face's code returns.
@usableFromInline
enum Step: Sendable {
  /// It is done. The answer, unless none was asked for.
  case done([UInt8]?)
  /// It may have to wait for what it is about, and is carried out in its turn.
  case waits(for: Concern, CallWork)
  /// It is worked on off the loop's thread.
  case begins(LongWork)
  /// It is prepared there, and carried out then.
  case prepares(Preparation)
  /// It cancels another request; nil if it names none. That one is answered with an error, or not at all.
  case cancels(RequestID?, isAnswered: Bool)
}

/// Carries out a call. Throws the error to answer with.
@usableFromInline
typealias CallWork = @Sendable (Call) throws -> Step

/// What waits for a call that is under way.
@usableFromInline
enum Hold: Sendable {
  /// Calls about a subject.
  case subject(String)
  /// Calls about anything.
  case whole
  /// Calls about a subject, and for so long at most about anything, if its work need not wait for others.
  case made(String, patience: Duration)
  /// All later calls.
  case everything
}

/// The work on a call off the loop's thread.
@usableFromInline
struct LongWork: Sendable {
  /// The length of the answer in bytes, roughly.
  let expectedBytes: Int
  /// What waits until it is done; with `everything`, all earlier calls are done first.
  let hold: Hold?
  /// Whether every other request is done first.
  let isLast: Bool
  /// Whether only its answer matters: when nobody waits for that any more, the work is dropped.
  let isRead: Bool
  /// Whether it changes nothing before it commits: if cancelled until then, it holds nothing any more.
  let commits: Bool
  /// Works the answer out, for an id.
  let answer: @Sendable (RequestID) async throws -> [UInt8]

  @usableFromInline
  init(
    expectedBytes: Int = 0, hold: Hold?, isLast: Bool = false, isRead: Bool = false,
    commits: Bool = false, answer: @escaping @Sendable (RequestID) async throws -> [UInt8]
  ) {
    (self.expectedBytes, self.hold, self.isLast, self.isRead) = (expectedBytes, hold, isLast, isRead)
    (self.commits, self.answer) = (commits, answer)
  }
}
